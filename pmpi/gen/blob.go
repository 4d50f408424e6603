package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// capture is an array or string that a blob keeps.
type capture struct {
	param
	n    string // C expression of the array's length; "" of a string
	some string // C expression that is not 0 if the call reads it
}

// ofShape gives, for each of calls.lengths, the member of gm_comm_shape that holds the length.
var ofShape = map[string]string{
	"ranks": "shape.ranks", "members": "shape.members", "sources": "shape.sources",
	"destinations": "shape.destinations",
}

// shaped reports whether a call has an array with an element for each rank or
// neighbor, or a string that only the root reads.
func shaped(v *variant, captured []param) bool {
	return slices.ContainsFunc(captured, func(p param) bool { return p.PerRank() || rootString(v, p) })
}

// rootString reports whether an argument is a string that only the root reads.
func rootString(v *variant, p param) bool { return p.Array == "" && v.Sem.Root >= 0 }

// atRoot renders a value that is 0 on ranks other than the root.
func atRoot(v *variant, n string) string {
	return fmt.Sprintf("gm_at_root(&shape, %s) ? %s : 0", enterWord(*v.param("root")), n)
}

// perRank renders the length of an array with an element for each rank or
// neighbor: 0 where the call does not read it.
func perRank(v *variant, p param) string {
	n := ofShape[p.Len()]
	switch {
	case v.Sem.Root >= 0:
		return atRoot(v, n)
	case p.Name[0] == 's' && v.Sem.Flow != calls.FlowNeighbors:
		return fmt.Sprintf("gm_in_place(sendbuf) ? 0 : %s", n)
	}
	return n
}

// derived renders the length of an array whose length no argument gives.
func derived(v *variant, p param) string {
	switch p.Name {
	case "edges":
		return fmt.Sprintf("gm_edges((int32_t)nnodes, %s)", cName(*v.param("index")))
	case "destinations":
		return "gm_total((int32_t)n, degrees)"
	case "coords", "remain_dims":
		return "gm_comm_shape(gm_handle(comm)).dims"
	}
	// The arrays that Waitsome and Testsome fill. outcount is undefined after some errors.
	return "gm_within(gm_int_at(outcount), (int32_t)incount)"
}

// lengthOf renders the length of a captured array.
func lengthOf(v *variant, p param) string {
	if p.PerRank() {
		return perRank(v, p)
	}
	name := p.Len()
	if name == "" {
		return derived(v, p)
	}
	n := v.param(name)
	if n == nil {
		panic(fmt.Sprintf("gen: %s: no length for %s", v.Symbol(), p.Name))
	}
	length := valueAt(*n)
	if n.Dir == calls.In {
		length = enterWord(*n)
	}
	if strings.HasSuffix(p.Array, "][3]") {
		return "3 * (int64_t)" + length
	}
	return length
}

// blob renders the blob record of the captured arguments, in order.
func blob(w *writer, v *variant, captured []param, after bool, indent int) {
	statuses := v.Sem.Statuses && after
	if len(captured) == 0 && !statuses {
		return
	}
	if !after && v.Sem.Repeats() {
		c := capture{param: captured[0]}
		w.line(indent, "gm_blob_requests(t, pc, gm_array_len(%s, %s, %s), %[2]s);", lengthOf(v, c.param), c.from(),
			c.size())
		return
	}
	w.line(indent, "{")
	if shaped(v, captured) {
		w.line(indent+1, "const struct gm_comm_shape shape = gm_comm_shape(%s);", enterWord(*v.param("comm")))
	}
	var total []string
	var list []capture
	for i, p := range captured {
		c := capture{param: p}
		n, words := fmt.Sprintf("n%d", i), fmt.Sprintf("gm_string_words(%s)", cName(p))
		switch {
		case rootString(v, p):
			c.some = n
			w.line(indent+1, "const int64_t %s = %s;", n, atRoot(v, words))
			total = append(total, n)
		case p.Array == "":
			total = append(total, words)
		default:
			c.n, c.some = n, n
			w.line(indent+1, "const int64_t %s = gm_array_len(%s, %s, %s);", n, lengthOf(v, p), c.from(), c.size())
			total = append(total, "1 + "+n)
		}
		list = append(list, c)
	}
	if statuses {
		w.line(indent+1, "const int64_t ns = gm_statuses_kept(%s, at, %s);", returned(v), statusCount(v))
		total = append(total, "1 + 2 * ns")
	}
	w.line(indent+1, "struct gm_blob blob;\n")
	inner := indent + 1
	if shaped(v, captured) { // mostly not at the root
		w.line(inner, "if (%s) {", anyOf(list))
		inner++
	}
	w.line(inner, "gm_blob_open(&blob, t, pc, %s);", strings.Join(total, " + "))
	for _, c := range list {
		w.line(inner, "%s;", c.put())
	}
	if shaped(v, captured) {
		w.line(indent+1, "}")
	}
	if statuses {
		w.line(indent+1, "gm_blob_statuses(&blob, ns, at);")
	}
	w.line(indent, "}")
}

// anyOf renders the condition that the call reads any of the arguments.
func anyOf(list []capture) string {
	var all []string
	for _, c := range list {
		all = append(all, c.some)
	}
	return strings.Join(all, " || ")
}

// statusCount renders how many statuses a call has filled.
func statusCount(v *variant) string {
	if v.Sem.OutCount >= 0 {
		return "gm_within(gm_int_at(outcount), (int32_t)incount)"
	}
	return "(int32_t)count"
}

// from renders the address of the elements.
func (c capture) from() string {
	if c.saved != "" {
		return c.saved
	}
	return cName(c.param)
}

// size renders the size of an element in bytes.
func (c capture) size() string {
	switch {
	case c.IsHandle():
		return "gm_handle_size()"
	case isLong(c.Type):
		return "sizeof(int64_t)"
	}
	return "sizeof(int32_t)"
}

// put renders the call that writes the argument into the blob.
func (c capture) put() string {
	n := cName(c.param)
	switch {
	case c.n == "":
		return fmt.Sprintf("gm_blob_string(&blob, %s)", n)
	case c.IsHandle():
		return fmt.Sprintf("gm_blob_handles(&blob, %s, %s)", c.n, c.from())
	case c.Type == "int":
		return fmt.Sprintf("gm_blob_ints(&blob, %s, %s)", c.n, n)
	case isLong(c.Type):
		return fmt.Sprintf("gm_blob_longs(&blob, %s, %s)", c.n, n)
	}
	panic("gen: cannot capture " + c.Type)
}
