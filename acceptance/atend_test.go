//go:build mpi

package acceptance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// atEnd is a run with GOMARMOT_CHECK=end, which has a finding of two ranks.
type atEnd struct {
	m       *MPI
	dir     string
	preload string
}

// endings starts a test for each MPI.
func endings(t *testing.T, test func(t *testing.T, a atEnd)) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "atend.c"), filepath.Join(dir, "atend")))
			test(t, atEnd{m, dir, preload})
		})
	}
}

func (a atEnd) run(ranks int, args []string, env ...string) Outcome {
	return a.script(ranks, "", args, env...)
}

// script runs the program by a shell, with something before it.
func (a atEnd) script(ranks int, before string, args []string, env ...string) Outcome {
	args = append([]string{"-c", before + `exec ./atend "$@"`, "sh"}, args...)
	return a.m.Run(Launch{Binary: "/bin/sh", Args: args, Ranks: ranks, Dir: a.dir, Preload: a.preload, Timeout: 2 * time.Minute,
		Env: append([]string{"GOMARMOT_CHECK=end"}, env...)})
}

// found requires that the finding and the line on details are printed once, and that no child process is left.
func found(t *testing.T, o Outcome) {
	t.Helper()
	require.Equal(t, 1, strings.Count(o.Output, "error MSG006 at atend.c:"), o.Output)
	require.Equal(t, 1, strings.Count(o.Output, "details: gomarmot report "), o.Output)
	require.NotContains(t, o.Output, "a child is left")
}

// TestAtEndLong: a log that is checked only with GOMARMOT_CHECK=end, because it is long. The findings are printed
// before a launcher ends the job because a process fails.
func TestAtEndLong(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		o := a.run(2, []string{"800000", "3"})
		require.Equal(t, 3, o.Exit, o.Output)
		found(t, o)
		o = a.run(2, []string{"800000"}, "GOMARMOT_CHECK=") // without it no rank waits for the line of rank 0
		require.Zero(t, o.Exit, o.Output)
		require.Contains(t, o.Output, "calls recorded, too many to check here", "the log is not long enough")
	})
}

// TestAtEndUnasked: a short log is checked without GOMARMOT_CHECK, unless the user wants no summary. The process that
// checks has none of the program's preloaded libraries.
func TestAtEndUnasked(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		o := a.run(2, []string{"10"}, "GOMARMOT_CHECK=")
		require.Zero(t, o.Exit, o.Output)
		found(t, o)
		o = a.run(2, []string{"10"}, "GOMARMOT_CHECK=", "GOMARMOT_SUMMARY=0")
		require.Zero(t, o.Exit, o.Output)
		require.NotContains(t, o.Output, "details: gomarmot report ")

		b := atEnd{a.m, a.dir, a.copied(t)}
		script := "#!/bin/sh\necho \"$1 with [$LD_PRELOAD]\"\necho end\n"
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(b.preload), "gomarmot"), []byte(script), 0o700))
		o = b.run(2, []string{"10"}, "GOMARMOT_CHECK=")
		require.Equal(t, 1, strings.Count(o.Output, "gomarmot: at-end with []\n"), o.Output)
	})
}

// TestAtEndPast: gomarmot does not see MPI_Finalize. The job is checked when the process ends.
func TestAtEndPast(t *testing.T) {
	root, preload, _ := setup(t)
	ofRecorder(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin := filepath.Join(dir, "past")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "finalize_past.c"), bin))
			o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			require.Equal(t, 1, strings.Count(o.Output, "error MSG006 at finalize_past.c:"), o.Output)
			require.Equal(t, 1, strings.Count(o.Output, "details: gomarmot report "), o.Output)
		})
	}
}

// TestAtEndTime: when the time is up, a sentence says what to do, and nothing else changes.
func TestAtEndTime(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		o := a.run(2, []string{"8000000"}, "GOMARMOT_CHECK_TIME=1")
		require.Zero(t, o.Exit, o.Output)
		require.Contains(t, o.Output, "gomarmot: the check of the job was not done after 1 s (GOMARMOT_CHECK_TIME); run: gomarmot report "+filepath.Join(a.dir, "run.log")+"\n")
		require.NotContains(t, o.Output, "MSG006")
		require.NotContains(t, o.Output, "a child is left")
	})
}

// TestAtEndAlone: one rank is checked too.
func TestAtEndAlone(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		o := a.run(1, []string{"10"})
		require.Zero(t, o.Exit, o.Output)
		require.Contains(t, o.Output, "details: gomarmot report ")
	})
}

// TestAtEndNodes: each rank logs to a directory of its own, as on nodes with disks of their own.
func TestAtEndNodes(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		o := a.run(3, []string{"1000"}, private(a.dir))
		require.Zero(t, o.Exit, o.Output)
		found(t, o)
	})
}

// TestAtEndWithout: a rank runs without gomarmot. The others do not wait for it, and the findings are
// about the ranks that have it.
func TestAtEndWithout(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		for i, log := range []string{"GOMARMOT_LOG=run.log", private(a.dir)} {
			o := a.script(3, "[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} = 2 ] && unset LD_PRELOAD; ", []string{"10"}, log)
			require.Zero(t, o.Exit, o.Output)
			if i == 0 {
				found(t, o)
				require.Contains(t, o.Output, "1 of 3 ranks recorded nothing (2)")
			} else { // the logs stay on their nodes
				require.Equal(t, 1, strings.Count(o.Output, "details: gomarmot report "), o.Output)
			}
			require.Less(t, o.Wall, time.Minute)
		}
	})
}

// TestAtEndFails: a rank that dies in MPI_Finalize, a command that is missing, a command that fails.
func TestAtEndFails(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		o := a.run(2, []string{"10", "0", "9"})
		require.NotZero(t, o.Exit)
		require.False(t, o.TimedOut)
		require.NotContains(t, o.Output, "details: gomarmot report ")

		b := atEnd{a.m, a.dir, a.copied(t)}
		o = b.run(2, []string{"10"}, "PATH=/usr/bin:/bin")
		require.Zero(t, o.Exit, o.Output)
		require.Contains(t, o.Output, "gomarmot: cannot start gomarmot to check the job (No such file or directory); run: gomarmot report ")

		command := filepath.Join(filepath.Dir(b.preload), "gomarmot")
		require.NoError(t, os.WriteFile(command, []byte("#!/bin/sh\necho half of it\nexit 1\n"), 0o700))
		o = b.run(2, []string{"10"})
		require.Zero(t, o.Exit, o.Output)
		require.Contains(t, o.Output, "gomarmot: the check of the job has ended early; run: gomarmot report ")
		require.NotContains(t, o.Output, "half of it")
	})
}

// copied returns the path of libgomarmot.so in a new directory, which has the libraries but not the command.
func (a atEnd) copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"libgomarmot.so", "libgomarmot-core.so"} {
		require.NoError(t, os.Symlink(filepath.Join(filepath.Dir(a.preload), name), filepath.Join(dir, name)))
	}
	return filepath.Join(dir, "libgomarmot.so")
}

// TestAtEndRun: gomarmot run prints the report; nothing is printed twice.
func TestAtEndRun(t *testing.T) {
	endings(t, func(t *testing.T, a atEnd) {
		_, _, gomarmot := setup(t)
		command := append([]string{"env", "GOMARMOT_CHECK=end", gomarmot, "run", "--"}, a.m.Mpiexec...)
		e := runShared(a.m, a.dir, 0, append(command, "-n", "2", "./atend", "10")...)
		require.Equal(t, 1, e.code, e.err)
		require.Equal(t, 1, strings.Count(e.err+e.out, "ERROR MSG006"), e.err)
		require.NotContains(t, e.err, "details: gomarmot report")
	})
}
