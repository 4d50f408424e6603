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

// procedure is one Fortran procedure of an MPI: what it is called in the
// library, and the other names of it.
type procedure struct {
	*variant
	Symbol   string
	Spelling []string
	Binding  string
}

// cptr lists the calls that "use mpi" overloads with a C pointer.
var cptr = map[calls.Kind]bool{
	calls.AllocMem: true, calls.WinAllocate: true, calls.WinAllocateShared: true, calls.WinSharedQuery: true,
}

// procedures returns every Fortran procedure of a call, whichever MPI has it:
// compilers put 0 to 2 underscores behind a name or write it in capitals, and
// mpi_f08 has names of its own for buffers with and without a descriptor.
func procedures(v *variant) []procedure {
	lower := strings.ToLower(v.Name())
	mpif := func(low, name string) procedure {
		return procedure{v, low + "_", []string{low, low + "__", strings.ToUpper(low), name + "_f", name + "_f08"}, bindingMpif}
	}
	list := []procedure{mpif(lower, v.Name())}
	if cptr[v.Kind] {
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
	n := len(v.Params) + 1
	switch v.Kind {
	case calls.Init, calls.InitThread, calls.InfoCreateEnv:
		return n - 2 // no argc and argv
	}
	for _, p := range v.Params {
		if p.Type == "char" {
			n++
		}
	}
	return n
}

// directly names the functions that record a call whose Fortran procedure, as
// the two MPIs have it, does not reach the C function.
var directly = map[calls.Kind]string{
	calls.WinGetAttr: "gm_fortran_win_get_attr", calls.WinSetAttr: "gm_fortran_win_set_attr",
	calls.TypeMatchSize:   "gm_fortran_type_match_size",
	calls.WinCreateKeyval: "gm_fortran_create_keyval", calls.CommCreateKeyval: "gm_fortran_create_keyval",
	calls.TypeCreateKeyval: "gm_fortran_create_keyval", calls.KeyvalCreate: "gm_fortran_create_keyval",
	calls.WinCreateErrhandler: "gm_fortran_create_errhandler", calls.CommCreateErrhandler: "gm_fortran_create_errhandler",
	calls.FileCreateErrhandler: "gm_fortran_create_errhandler", calls.SessionCreateErrhandler: "gm_fortran_create_errhandler",
}

// sectionKinds lists the calls with which an mpi_f08 layer makes a datatype for a
// section of an array that is not contiguous, before it makes the call itself.
var sectionKinds = []calls.Kind{calls.TypeContiguous, calls.TypeVector, calls.TypeCreateHvector, calls.TypeCommit}

// markKind is the kind with which a C wrapper enters: 0 for calls that are
// allowed at any time. Those that start recording look for their caller under
// their own kind.
func markKind(v *variant) calls.Kind {
	switch v.Kind {
	case calls.Init, calls.InitThread, calls.SessionInit:
		return v.Kind
	case calls.Abort:
		return 0
	}
	if anytime(v.Name()) {
		return 0
	}
	return v.Kind
}

// fortranC renders the wrappers of the Fortran procedures.
func fortranC() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + includes("fortran.h", "gm.h"))
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

// render renders the wrapper of one procedure: it notes the caller, and the C
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
	w.line(1, "void (*f)(%s) = gm_fortran_enter(&call, &real, %q, %d, %s, GM_CALLER);\n",
		strings.Join(types, ", "), p.Symbol, markKind(p.variant), p.Binding)
	w.line(1, "f(%s);", strings.Join(args, ", "))
	if record := directly[p.Kind]; record != "" {
		w.line(1, "if (!gm_fortran_leave(&call))\n\t\t%s(&call, %d, %s);", record, p.Kind, strings.Join(args, ", "))
	} else {
		w.line(1, "gm_fortran_leave(&call);")
	}
	w.line(0, "}")
	if len(p.Spelling) > 0 {
		w.line(0, "extern __typeof(%s) %s GM_ALSO(%q);", p.Symbol, strings.Join(p.Spelling, " GM_ALSO(\""+p.Symbol+"\"), "), p.Symbol)
	}
}
