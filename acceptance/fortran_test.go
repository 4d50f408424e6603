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
	ps := append(fortranPrograms(t, root, "bug"), programs(t, root, "fortran/WIN/bug_objects.f90")...)
	ps = append(ps, programs(t, root, "fortran/RACE/bug_windows.f90")...)
	for _, race := range []string{"program", "openmp", "read", "store", "shared", "local"} {
		ps = append(ps, programs(t, root, "fortran/RACE/bug_"+race+".f90")...)
	}
	ps = append(ps, programs(t, root, "fortran/OBJ/bug_declared.f90")...)
	ps = append(ps, programs(t, root, "fortran/FILE/bug_conflict.f90")...)
	ps = append(ps, programs(t, root, "fortran/LOCK/bug_exposed.f90")...)
	forEach(t, ps, buggy)
}

// TestFortranFixed: no rule reports their twins.
func TestFortranFixed(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	ps := append(fortranPrograms(t, root, "fixed"), programs(t, root, "fortran/RMA/fixed_section_f08.f90")...)
	ps = append(ps, programs(t, root, "fortran/SPLIT/fixed_bottom.f90")...)
	ps = append(ps, programs(t, root, "fortran/WIN/fixed_objects.f90")...)
	ps = append(ps, programs(t, root, "fortran/RACE/fixed_windows.f90")...)
	for _, race := range []string{"program", "openmp", "read", "store", "shared", "local"} {
		ps = append(ps, programs(t, root, "fortran/RACE/fixed_"+race+".f90")...)
	}
	ps = append(ps, programs(t, root, "fortran/OBJ/fixed_declared.f90")...)
	ps = append(ps, programs(t, root, "fortran/FILE/fixed_conflict.f90")...)
	ps = append(ps, programs(t, root, "fortran/FILE/fixed_missing.f90")...)
	ps = append(ps, programs(t, root, "fortran/LOCK/fixed_exposed.f90")...)
	forEach(t, ps, clean)
}

// fortranPrograms returns the programs of every family: one that uses mpif.h
// or "use mpi", and one that uses mpi_f08.
func fortranPrograms(t *testing.T, root, name string) []*Program {
	t.Helper()
	var all []*Program
	for _, family := range []string{"WIN", "FENCE", "PSCW", "LOCK", "RMA", "SPLIT", "FILE", "COLL", "MSG", "REQ", "OBJ", "RACE"} {
		ps := append(programs(t, root, "fortran/"+family+"/"+name+".f*"),
			programs(t, root, "fortran/"+family+"/"+name+"_f08.f90")...)
		require.Len(t, ps, 2, family)
		all = append(all, ps...)
	}
	return all
}
