package main

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Bindings of Fortran (event.Binding).
const (
	bindingMpif = "GM_MPIF"
	bindingF08  = "GM_F08"
)

// procedure is a Fortran procedure of an MPI: its symbol in the
// library, and its other spellings.
type procedure struct {
	*variant
	Symbol   string
	Spelling []string
	Binding  string
}

// procedures returns every Fortran procedure of a call, whichever MPI has it:
// compilers put 0 to 2 underscores behind a name or write it in capitals, and
// mpi_f08 has names of its own for buffers with and without a descriptor.
func procedures(v *variant) []procedure {
	lower := strings.ToLower(v.Symbol())
	mpif := func(low, name string) procedure {
		return procedure{v, low + "_", []string{low, low + "__", strings.ToUpper(low), name + "_f", name + "_f08"},
			bindingMpif}
	}
	list := []procedure{mpif(lower, v.Symbol())}
	if v.param("baseptr") != nil { // "use mpi" overloads it with a C pointer
		list = append(list, mpif(lower+"_cptr", v.Name()+"_cptr"))
	}
	for _, suffix := range f08Suffixes(v) {
		list = append(list, procedure{v, lower + suffix, nil, bindingF08})
	}
	return list
}

func f08Suffixes(v *variant) []string {
	if v.HasLarge() {
		return []string{"_f08_", "_f08ts_", "_f08_large_", "_f08ts_large_"}
	}
	return []string{"_f08_", "_f08ts_"}
}

// fortranArgs returns how many words a Fortran procedure takes: the address of
// each argument and of ierror, then the lengths of its strings.
func fortranArgs(v *variant) int {
	n := 1
	for _, p := range v.Params {
		switch {
		case p.Name == "argc" || p.Name == "argv" && v.param("argc") != nil: // C alone has them
		case p.Type == "char":
			n += 2
		default:
			n++
		}
	}
	return n
}

// directly names the function that records a call whose Fortran procedure, as
// the two MPIs have it, does not reach the C function; "" for other calls.
func directly(v *variant) string {
	switch {
	case v.Sem.Makes == calls.ClassKeyval:
		return "gm_fortran_create_keyval"
	case v.Sem.Makes == calls.ClassErrhandler && !v.Sem.Existing:
		return "gm_fortran_create_errhandler"
	case v.Attr == calls.ReadsAttr:
		return "gm_fortran_" + attrOf[v.Sem.For] + "_get_attr"
	case v.Attr == calls.SetsAttr:
		return "gm_fortran_" + attrOf[v.Sem.For] + "_set_attr"
	case v.Kind == calls.TypeMatchSize:
		return "gm_fortran_type_match_size"
	}
	return ""
}

// attrOf names the objects that have attributes.
var attrOf = map[calls.Class]string{calls.ClassWin: "win", calls.ClassComm: "comm", calls.ClassDatatype: "type"}

// sectionKinds lists the calls with which an mpi_f08 layer creates a datatype for
// a section of an array that is not contiguous, before the call itself.
var sectionKinds = []calls.Kind{calls.TypeContiguous, calls.TypeVector, calls.TypeCreateHvector, calls.TypeCommit}

// markKind is the kind with which a C wrapper enters: 0 for calls that are
// allowed at any time. Calls that start recording look for their caller under
// their own kind.
func markKind(v *variant) calls.Kind {
	starts := v.Sem.Job == calls.JobBegins || v.Sem.Makes == calls.ClassSession
	if v.Sem.Job == calls.JobAborts || v.Sem.Anytime && !starts {
		return 0
	}
	return v.Kind
}

// fortranC renders the wrappers of the Fortran procedures.
func fortranC() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + includes("../guest/fortran.h", "../base/gm.h", "../record/watch.h", "unreached.h"))
	w.line(0, "/* Another name of the procedure before. */")
	w.line(0, "#define GM_ALSO(symbol) __attribute__((alias(symbol), visibility(\"default\")))\n")
	w.line(0, "/* A word that is passed on: an address, or the length of a string. */\ntypedef void *W;")
	for _, v := range wrapped() {
		if v.Large {
			continue
		}
		for _, p := range procedures(v) {
			p.render(&w)
		}
	}
	return w.Bytes(), nil
}

// render renders the wrapper of a procedure: it notes the caller, and the C
// wrapper that the MPI's own procedure reaches does the recording.
func (p procedure) render(w *writer) {
	n := fortranArgs(p.variant)
	var types, params, args []string
	for i := range n {
		a := fmt.Sprintf("a%d", i)
		types, params, args = append(types, "W"), append(params, "W "+a), append(args, a)
	}
	w.line(0, "\nGM_EXPORT void %s(%s)\n{", p.Symbol, strings.Join(params, ", "))
	w.line(1, "static void *real;\n\tstruct gm_fortran_call call;")
	w.line(1, "void (*f)(%s) = gm_fortran_enter(&call, &real, %q, %d, %s, GM_CALLER, __builtin_dwarf_cfa());\n",
		strings.Join(types, ", "), p.Symbol, markKind(p.variant), p.Binding)
	if p.Sem.Makes == calls.ClassFile {
		w.line(1, "gm_fortran_blank();")
	}
	w.line(1, "f(%s);", strings.Join(args, ", "))
	if record := directly(p.variant); record != "" {
		watched := ""
		if p.Sem.Family != calls.FamilyBase {
			watched = fmt.Sprintf(" && gm_watched & %d", p.Sem.Family)
		}
		w.line(1, "if (!gm_fortran_leave(&call)%s)\n\t\t%s(&call, %d, %s);", watched, record, p.Kind,
			strings.Join(args, ", "))
	} else {
		w.line(1, "gm_fortran_leave(&call);")
	}
	w.line(0, "}")
	if len(p.Spelling) > 0 {
		w.line(0, "extern __typeof(%s) %s GM_ALSO(%q);", p.Symbol,
			strings.Join(p.Spelling, " GM_ALSO(\""+p.Symbol+"\"), "), p.Symbol)
	}
}
