package main

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// classNames are the C names of the object classes.
var classNames = map[calls.Class]string{
	calls.ClassComm: "COMM", calls.ClassGroup: "GROUP", calls.ClassDatatype: "DATATYPE",
	calls.ClassFile: "FILE", calls.ClassErrhandler: "ERRHANDLER", calls.ClassOp: "OP",
	calls.ClassInfo: "INFO", calls.ClassWin: "WIN", calls.ClassRequest: "REQUEST",
	calls.ClassSession: "SESSION", calls.ClassMessage: "MESSAGE",
}

// ids are the predefined handles that the recorder itself needs.
var ids = []string{"MPI_COMM_WORLD", "MPI_COMM_SELF", "MPI_BYTE", "MPI_BOR", "MPI_NO_OP", "MPI_ERRORS_RETURN",
	"MPI_REQUEST_NULL"}

// predefH renders the types of the tables in zz_predef.c.
func predefH() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + "#ifndef ZZ_PREDEF_H\n#define ZZ_PREDEF_H\n\n#include <stdint.h>\n\n" +
		"#include \"flavour.h\"\n\n")
	w.line(0, "/* Classes of MPI objects (calls.Class). */\nenum {")
	for c := calls.ClassComm; c <= calls.ClassMessage; c++ {
		w.line(1, "GM_CLASS_%s = %d,", classNames[c], c)
	}
	w.line(1, "GM_CLASS_COUNT\n};\n")
	w.line(0, "/* Some calls.Predef.ID. */\nenum {")
	for _, name := range ids {
		w.line(1, "GM_ID_%s = %d,", strings.TrimPrefix(name, "MPI_"), calls.PredefByName(name).ID)
	}
	w.line(0, "};\n")
	w.line(0, "enum { GM_PREDEFS = %d, GM_FLAVOURS = %d };\n", len(calls.Predefs), len(calls.Flavours))
	w.line(0, "struct gm_predef {\n\tuint16_t id;\n\tuint8_t object_class;\n\tuint8_t null;\n"+
		"\tuint8_t later; /* MPICH has it from MPI 5.0 on */")
	w.line(1, "uint32_t mpich, abi;\n\tconst char *ompi; /* symbol, \"\" if there is none */\n};\n")
	w.line(0, "struct gm_flavour {\n\tconst char *name;\n\tuint64_t mask; /* of a recorded handle */\n"+
		"\tstruct gm_layout status;\n\tuintptr_t unweighted; /* MPI_UNWEIGHTED, 0 where it is a variable */\n};\n")
	w.line(0, "extern const struct gm_predef gm_predefs[GM_PREDEFS];")
	w.line(0, "extern const struct gm_flavour gm_flavours[GM_FLAVOURS];\n\n#endif")
	return w.Bytes(), nil
}

// predefC renders the tables of predefined handles and flavours.
func predefC() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + includes("zz_predef.h", "flavour.h"))
	w.line(0, "const struct gm_predef gm_predefs[GM_PREDEFS] = {")
	for _, p := range calls.Predefs {
		null, later := 0, 0
		if strings.HasSuffix(p.Name, "_NULL") {
			null = 1
		}
		if p.Later() {
			later = 1
		}
		w.line(1, "{%d, GM_CLASS_%s, %d, %d, %#xu, %#xu, %q}, /* %s */", p.ID, classNames[p.Class], null, later,
			p.MPICH, p.ABI, p.OMPI, p.Name)
	}
	w.line(0, "};\n\nconst struct gm_flavour gm_flavours[GM_FLAVOURS] = {")
	for _, f := range calls.Flavours {
		s := f.Status
		w.line(1, "{%q, %#xu, {%d, %d, %d, GM_STATUS_%s, %d, %d, %#x, %d, %d, %d, %d, %d}, %d},", f.Name, f.HandleMask,
			s.Size, s.Source, s.Tag,
			strings.ToUpper(f.Name), f.StatusIgnore, f.AnySource, f.CommKeyvals[0], f.Root, f.WinBase, f.WinModel,
			f.InPlace, f.SeekSet, f.Unweighted)
	}
	w.line(0, "};")
	return w.Bytes(), nil
}
