package main

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// mirrorC renders a libmpi that keeps the words it is called with and returns
// words that distinguish the arguments, and a description of every
// argument for the program that compares both sides (pmpi/stubmpi/mirror.h).
func mirrorC() ([]byte, error) {
	var w writer
	all := variants(func(r *calls.Row) bool { return r.Ret() == "int" && !strings.Contains(r.Proto, "...") })
	w.WriteString(cHeader + "#include \"mirror.h\"\n")
	for i, v := range all {
		var params, args []string
		for k := range v.Params {
			params = append(params, fmt.Sprintf("uint64_t a%d", k))
			args = append(args, fmt.Sprintf("a%d", k))
		}
		if len(params) == 0 {
			params, args = []string{"void"}, []string{"0"}
		}
		w.line(0, "\nMIRROR(%s, %d, (%s),\n\t%s)", v.Symbol(), i, strings.Join(params, ", "), strings.Join(args, ", "))
	}
	w.line(0, "\nconst struct mirror_fn mirror_fns[] = {")
	for _, v := range all {
		var args []string
		for _, p := range v.Params {
			args = append(args, mirrorArg(v, p))
		}
		wrapped := 0
		if v.Rec != calls.None {
			wrapped = 1
		}
		w.line(1, "{\"P%s\", %d, %d, {%s}},", v.Symbol(), wrapped, len(v.Params), strings.Join(args, ", "))
	}
	w.line(0, "};\n\nconst unsigned mirror_fn_count = %d;", len(all))
	return w.Bytes(), nil
}

// mirrorArg renders an argument: its shape, direction, the kind of
// the elements it points to, and its role for the wrapper.
func mirrorArg(v *variant, p param) string {
	shape := map[shape]string{shapePointer: "POINTER", shapeHandle: "HANDLE", shapeInt: "INT",
		shapeLong: "LONG"}[p.shape]
	if p.shape == shapeHandle && p.Type == "MPI_File" || !p.IsHandle() && p.shape == shapeHandle {
		shape = "LONG" // whole: an address under every MPI
	}
	element := "BYTES"
	switch {
	case strings.Count(p.Stars, "*")+strings.Count(p.Array, "[") > 1 || p.Name == "baseptr" || p.Type == "MPI_File":
		element = "ADDRESS"
	case p.Type == "char":
		element = "STRING"
	case p.IsHandle():
		element = "HANDLES"
	case p.Type == "int":
		element = "INTS"
	case isLong(p.Type):
		element = "LONGS"
	}
	direction := map[calls.Dir]string{calls.In: "IN", calls.Out: "OUT", calls.InOut: "INOUT"}[p.Dir]
	role := "PLAIN"
	switch {
	case isLength(v, p):
		role = "LENGTH"
	case p.Name == "outcount":
		role = "OUTCOUNT"
	case p.Name == "flag":
		role = "FLAG"
	case v.Sem.StatusArg >= 0 && p.Type == "MPI_Status":
		role = "STATUS"
	}
	return fmt.Sprintf("{%s, %s, %s, %s}", shape, direction, element, role)
}

// isLength reports whether an array has as many elements as the argument says.
func isLength(v *variant, p param) bool {
	for _, q := range v.Params {
		if q.Len() == p.Name && p.Dir == calls.In {
			return true
		}
	}
	return false
}
