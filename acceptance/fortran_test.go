package acceptance

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestFortranPhase: a C program has a phase with a window in mpi_f08. Nothing of
// it goes past the interception, and the report names both bindings.
func TestFortranPhase(t *testing.T) {
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			object := filepath.Join(dir, "window.o")
			f90 := exec.Command(strings.Replace(m.CC, "mpicc", "mpif90", 1), "-g", "-c", "-o", object,
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
