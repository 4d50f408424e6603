package acceptance

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestFortranPhase: a C program has a phase with a window in mpi_f08. All of
// its calls are recorded, and the report names both bindings.
func TestFortranPhase(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			object := filepath.Join(dir, "window.o")
			f90 := Compiler(m.fortranCompiler(), "-g", "-c", "-o", object,
				filepath.Join(root, "acceptance", "testdata", "window.f90"))
			f90.Dir = dir
			out, err := f90.CombinedOutput()
			require.NoError(t, err, "%s", out)
			bin := filepath.Join(dir, "mixed")
			libs := []string{object, "-lgfortran"}
			if m.Name == "mpich" {
				libs = append(libs, "-lmpichfort")
			} else {
				libs = append(libs, "-lmpi_usempif08", "-lmpi_mpifh")
			}
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "mixed.c"), bin, libs...))
			o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			r, _, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
			require.NoError(t, err)
			require.Empty(t, r.Findings)
			require.True(t, r.Complete)
			require.Equal(t, []string{"C", "mpi_f08"}, r.Bindings)
		})
	}
}

// TestFortranBuggy: in every family of rules and each binding, the faulty
// programs give exactly the findings they want.
func TestFortranBuggy(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	forEach(t, fortranPrograms(t, root, "bug"), inTurn(buggy))
}

// TestFortranFixed: no rule reports their twins, each under one of the MPIs.
func TestFortranFixed(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	forEach(t, fortranPrograms(t, root, "fixed"), inTurn(clean))
}

// fortranPrograms returns the programs whose names begin with name. Each family has a program that uses mpif.h
// or "use mpi", and a program that uses mpi_f08.
func fortranPrograms(t *testing.T, root, name string) []*Program {
	t.Helper()
	for _, family := range []string{"WIN", "FENCE", "PSCW", "LOCK", "RMA", "SPLIT", "FILE", "COLL", "MSG", "REQ", "OBJ", "RACE"} {
		require.Len(t, programs(t, root, "fortran/"+family+"/"+name+".f*"), 1, family)
		require.Len(t, programs(t, root, "fortran/"+family+"/"+name+"_f08.f90"), 1, family)
	}
	return append(programs(t, root, "fortran/*/"+name+"*.f*"), programs(t, root, "buggy/*/"+name+"*.f90")...)
}
