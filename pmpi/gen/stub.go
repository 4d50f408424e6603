package main

import "github.com/gomarmot/gomarmot/pmpi/calls"

// stubC renders a libmpi that does nothing: it has MPICH's handles, a single rank,
// and every function of the table that returns int.
func stubC() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + "#include \"stub.h\"\n")
	for _, v := range variants(func(r *calls.Row) bool { return r.Ret() == "int" && !stubByHand[r.Name()] }) {
		stub(&w, v)
	}
	return w.Bytes(), nil
}

// stubByHand lists the functions of pmpi/stubmpi/stub.c.
var stubByHand = map[string]bool{
	"MPI_Pcontrol": true, "MPI_Get_library_version": true, "MPI_Comm_size": true,
	"MPI_Group_size": true, "MPI_Group_translate_ranks": true, "MPI_Type_size_x": true,
	"MPI_Abort": true, "MPI_Comm_get_parent": true, "MPI_Query_thread": true,
	"MPI_Barrier": true, "MPI_Session_init": true,
}

func stub(w *writer, v *variant) {
	w.line(0, "\nSTUB(%s, (%s))\n{", v.Symbol(), cParams(v, true))
	for _, p := range v.Params {
		name := cName(p)
		switch {
		case p.Name == "baseptr" && p.Scalar():
			w.line(1, "stub_memory(%s);", name)
		case p.Scalar() && p.Type == "MPI_File":
			w.line(1, "stub_file(%s, %d);", name, map[calls.Dir]int{calls.Out: 1}[p.Dir])
		case p.Scalar() && p.IsHandle() && p.Dir == calls.Out:
			w.line(1, "stub_handle(%s, STUB_%s);", name, p.Type)
		case p.Scalar() && p.IsHandle():
			w.line(1, "stub_null(%s, STUB_%s);", name, p.Type)
		case p.Scalar() && p.Dir == calls.InOut:
			w.line(1, "(void)%s;", name)
		case p.Scalar() && p.Type == "int":
			w.line(1, "stub_int(%s);", name)
		case p.Scalar():
			w.line(1, "stub_long(%s);", name)
		default:
			w.line(1, "(void)%s;", name)
		}
	}
	w.line(1, "return 0;\n}")
}
