package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// TestObj010: a message of 4 integers, with notes of compilers about the calls on its line.
func TestObj010(t *testing.T) {
	for _, x := range []struct {
		name          string
		call, message string
		calls         [][]string
	}{
		{"too long", "MPI_Send", "^buf of MPI_Send takes 16 bytes, but a has only 12 bytes from there on$", [][]string{{"0 of 12 a"}}},
		{"fits", "MPI_Send", "", [][]string{{"0 of 16 a"}}},
		{"another argument", "MPI_Send", "", [][]string{{"3 of 4 tag"}}},
		{"both on the line", "MPI_Send", "b has only 12 bytes", [][]string{{"0 of 8 a"}, {"0 of 12 b"}}},
		{"one of the line", "MPI_Send", "", [][]string{{"0 of 8 a"}, {"0 of 16 b"}}},
		{"one is not known", "MPI_Send", "", [][]string{{"0 of 8 a"}, {}}},
		{"room for more", "MPI_Recv", "^buf of MPI_Recv takes 16 bytes, but a has only 12", [][]string{{"0 of 12 a"}}},
		{"status", "MPI_Recv", "^status of MPI_Recv takes 24 bytes, but status has only 4", [][]string{{"0 of 16 a", "6 of 4 status"}}},
		{"whole status", "MPI_Recv", "", [][]string{{"0 of 16 a", "6 of 24 status"}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.Declared = func(c tracker.Site) (out []datatype.Noted) {
				for _, texts := range x.calls {
					if c.Call.String() == x.call {
						out = append(out, datatype.ParseNoted(texts))
					}
				}
				return out
			}
			j.Rank(0).Do("MPI_Send", origin, 4, intType, 1, 3, replay.World)
			j.Rank(1).Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16)
			j.Finalize()
			if x.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, "OBJ010", x.message)
			warns := x.name == "room for more"
			assert.Equal(t, warns, f.Severity == rules.Warning)
		})
	}
}

// TestObj008Severity: types that differ only in the sign are a note, unless the call computes with the data.
func TestObj008Severity(t *testing.T) {
	for _, x := range []struct {
		name, declared string
		reduces        bool
		severity       rules.Severity
	}{
		{"another type", "0 0 4 0:f4x1 float", false, rules.Warning},
		{"another type in Fortran", "0 0 4 0:f4x1 real(kind=4)", false, rules.Error},
		{"only the sign", "0 0 4 0:u4x1 unsigned", false, rules.Note},
		{"logical in Fortran", "0 0 4 0:b4x1 logical(kind=4)", false, rules.Note},
		{"the sign in a reduction", "0 0 4 0:u4x1 unsigned", true, rules.Warning},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 1)
			j.Declared = func(tracker.Site) []datatype.Noted {
				return []datatype.Noted{datatype.ParseNoted([]string{x.declared})}
			}
			if x.reduces {
				j.Rank(0).Do("MPI_Allreduce", origin, result, 4, intType, replay.Type("MPI_SUM"), replay.World)
			} else {
				j.Rank(0).Do("MPI_Bcast", origin, 4, intType, 0, replay.World)
			}
			j.Finalize()
			assert.Equal(t, x.severity, found(t, j, "OBJ008", "declared as").Severity)
		})
	}
}

// TestFortranKinds: integers of Fortran whose kind is not that of the argument.
func TestFortranKinds(t *testing.T) {
	for _, x := range []struct {
		name  string
		calls [][]string
		found bool
	}{
		{"default integer", [][]string{{"4 0 4 0:i4x1 integer(kind=4)"}}, true},
		{"constant", [][]string{{"4 const 4"}}, true},
		{"address kind", [][]string{{"4 0 8 0:i8x1 integer(kind=8)"}}, false},
		{"in C", [][]string{{"4 0 4 0:i4x1 int"}}, false},
		{"two calls of the line", [][]string{{"4 const 4"}, {"4 const 8"}}, false},
		{"another argument", [][]string{{"3 const 4", "5 const 4"}}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 1)
			j.Declared = func(c tracker.Site) (out []datatype.Noted) {
				for _, texts := range x.calls {
					out = append(out, datatype.ParseNoted(texts))
				}
				return out
			}
			w := j.Allocate(64, 4)
			j.Rank(0).Do("MPI_Win_fence", 0, w)
			j.Rank(0).Do("MPI_Put", origin, 1, intType, 0, 1, 1, intType, w)
			j.Rank(0).Do("MPI_Win_fence", 0, w)
			j.Free(w)
			j.Finalize()
			if x.found {
				found(t, j, "OBJ013", "target_disp of MPI_Put is an integer of 4 bytes")
			} else {
				j.Silent()
			}
		})
	}
}

// TestObj008Handles: handles that are sent to another rank, and to the rank itself.
func TestObj008Handles(t *testing.T) {
	for _, x := range []struct {
		name, declared, message string
		dest                    int64
	}{
		{"pointers", "0 2 8 0:p8x1 MPI_Request", "^buf of MPI_Send is declared as MPI_Request: a handle means nothing on another rank$", 1},
		{"integers", "0 4 4 0:i4x1 MPI_Comm", "^buf of MPI_Send is declared as MPI_Comm: a handle", 1},
		{"Fortran", "0 4 4 0:i4x1 mpi_comm", "^buf of MPI_Send is declared as mpi_comm: a handle", 1},
		{"other integers", "0 4 4 0:i4x1 MPI_Fint", "", 1},
		{"to itself", "0 4 4 0:i4x1 MPI_Comm", "", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.Declared = func(c tracker.Site) []datatype.Noted {
				if c.Call.String() == "MPI_Recv" {
					return nil
				}
				return []datatype.Noted{datatype.ParseNoted([]string{x.declared})}
			}
			if x.dest == 0 {
				j.Rank(0).Do("MPI_Bcast", origin, 4, intType, 0, replay.Self)
			} else {
				j.Rank(0).Do("MPI_Send", origin, 4, intType, x.dest, 3, replay.World)
				j.Rank(1).Do("MPI_Recv", result, 4, intType, 0, 3, replay.World, 0, 0, 3, 16)
			}
			j.Finalize()
			if x.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, "OBJ008", x.message)
			assert.Equal(t, rules.Warning, f.Severity)
		})
	}
}
