//go:build mpi

package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// doctor calls gomarmot doctor on a command of the folder.
func (w *work) doctor(command ...string) ended {
	return w.run(append([]string{"doctor", "--"}, command...)...)
}

// start is the command that starts the program.
func (w *work) start(ranks int, args ...string) []string {
	return w.mpiexec(nil, ranks, args...)[2:]
}

// TestDoctor: doctor finds nothing wrong with a program that can be watched, and
// leaves nothing behind.
func TestDoctor(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "examples", "demo", "heat.c")
		r := w.doctor(w.start(2)...)
		require.Zero(t, r.code, r.out+r.err)
		for _, want := range []string{
			" ok     launcher  " + w.m.Mpiexec[0] + " is mpiexec of ", " ok     debug     ./app has line numbers\n",
			"calls     422 calls of 2 ranks were recorded: collectives 4, rma 410\n", "of all 15 places that make calls are known\n", "gomarmot: all is well.\n",
		} {
			require.Contains(t, r.out, want)
		}
		left, err := os.ReadDir(w.dir)
		require.NoError(t, err)
		require.Len(t, left, 1, "the program only")
	}
}

// TestDoctorProblems: what keeps a program from being watched is reported, with
// its fix and exit status 1.
func TestDoctorProblems(t *testing.T) {
	t.Parallel()
	w := compiled(t, &MPIs[0], "examples", "demo", "heat.c")
	problems := func(t *testing.T, r ended, wants ...string) {
		t.Helper()
		require.Equal(t, 1, r.code, r.out+r.err)
		text := strings.Join(strings.Fields(r.out), " ")
		for _, want := range wants {
			require.Contains(t, text, want)
		}
	}
	problems(t, w.doctor("mpiexec.mpich", "-n", "2", "./app"),
		"problem program ./app is linked to ", ", but the launcher is mpiexec of MPICH (Hydra): each rank would run as a job of its own Fix: use the launcher of the program's MPI")

	script := "exec mpiexec.mpich -n 2 ./app\n"
	require.NoError(t, os.WriteFile(filepath.Join(w.dir, "x.sh"), []byte(script), 0o600))
	problems(t, w.doctor("sh", "x.sh"), "problem run there were 2 jobs of one rank each: the ranks do not know about each other")

	problems(t, w.doctor("true"), "problem calls no MPI_Init was seen: the command does not start an MPI program")
	problems(t, w.doctor(append(append([]string{}, w.m.Mpiexec...), "-n", "2", "false")...),
		"warning run the command ended with exit status 1", "problem calls the command failed before any MPI_Init had returned")
	problems(t, w.doctor("./none"), "problem command cannot start ./none: no such file or directory")

	w.env = []string{"GOMARMOT_DISABLE=1"}
	problems(t, w.doctor(w.start(2)...), "problem settings GOMARMOT_DISABLE=1: nothing is recorded Fix: unset it, on all ranks",
		"problem calls the program ended without an MPI_Init being seen")
	w.env = []string{"GOMARMOT_LIB=" + w.dir}
	problems(t, w.doctor(w.start(2)...), "problem library GOMARMOT_LIB names ")
	w.env = nil

	require.NoError(t, os.Chmod(filepath.Join(w.dir, "app"), 0o755|os.ModeSetuid))
	problems(t, w.doctor(w.start(2)...), "problem program ./app runs with different privileges than yours")
	plain := filepath.Join(w.dir, "plain.c")
	require.NoError(t, os.WriteFile(plain, []byte("int main(void) { return 0; }\n"), 0o600))
	out, err := Compiler("cc", "-static", "-o", filepath.Join(w.dir, "app"), plain).CombinedOutput()
	require.NoError(t, err, "%s", out)
	problems(t, w.doctor(w.start(2)...), "problem program ./app is linked statically: nothing can be preloaded Fix: link it without -static")
}

// TestDoctorLines: a program without line numbers can be watched, with a
// warning; a command that takes long is ended.
func TestDoctorLines(t *testing.T) {
	t.Parallel()
	w := compiled(t, &MPIs[0], "examples", "correct", "halo_fence.c")
	out, err := exec.Command("strip", filepath.Join(w.dir, "app")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	r := w.doctor(w.start(2, "5")...)
	require.Zero(t, r.code, r.out+r.err)
	require.Contains(t, r.out, " warning  debug     ./app has no line numbers: findings show addresses\n")
	require.Regexp(t, ` warning  lines     the source lines of 0 of \d+ places`, r.out)
	require.Contains(t, r.out, "gomarmot: 2 warnings.\n")
	r = w.run("doctor", "--time", "300ms", "--", "sleep", "60")
	require.Equal(t, 1, r.code)
	require.Contains(t, r.out, "no MPI_Init had returned when the time was up\n")
}
