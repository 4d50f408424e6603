package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// private lets each rank log into a folder that no other rank reads, as if each rank ran on a node with its own disk.
func private(dir string) string { return "GOMARMOT_LOG=" + filepath.Join(dir, "node%r", "run.log") }

func privateLog(dir string, rank int) string {
	return filepath.Join(dir, fmt.Sprint("node", rank), "run.log")
}

// entriesOf lists a folder.
func entriesOf(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// TestFetched: ranks that do not see rank 0's folder log to their own; at
// MPI_Finalize rank 0 fetches these logs, in several pieces if they are large,
// and has the whole run.
func TestFetched(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin := filepath.Join(dir, "leave")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), bin))
			env := []string{private(dir)}
			o := m.Run(Launch{Binary: bin, Args: []string{"finalize", "120000"}, Ranks: 3, Dir: dir, Env: env, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			require.NotContains(t, o.Output, "fetched")
			require.Equal(t, []string{"job", "journal", "rank-00000.seg", "rank-00001.seg", "rank-00002.seg"}, entriesOf(t, privateLog(dir, 0)+".d"))
			large := false
			for rank := 1; rank < 3; rank++ {
				here, err := os.ReadFile(logdir.SegmentName(privateLog(dir, rank)+".d", rank))
				require.NoError(t, err)
				fetched, err := os.ReadFile(logdir.SegmentName(privateLog(dir, 0)+".d", rank))
				require.NoError(t, err)
				require.True(t, bytes.Equal(here, fetched))
				large = large || len(here) > 1<<20
			}
			require.True(t, large, "no log takes more than one piece")
			r, code, err := ReadReport(gomarmot, privateLog(dir, 0))
			require.NoError(t, err)
			require.Zero(t, code)
			require.True(t, r.Complete)
			require.Empty(t, r.Findings, "the window that a callback of MPI_COMM_SELF frees is freed in the log")
			require.Empty(t, r.Coverage)

			// Nothing is counted twice if the folders of the nodes are given too.
			all, _, err := ReadReport(gomarmot, privateLog(dir, 2)+".d", privateLog(dir, 0), privateLog(dir, 1)+".d")
			require.NoError(t, err)
			require.Equal(t, r.Records, all.Records)
			require.True(t, all.Complete)
		})
	}
}

// TestFetchWhereOff: a rank that records nothing takes part in the agreement of the ranks on the log, and the other
// ranks do not wait for it.
func TestFetchWhereOff(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin := filepath.Join(dir, "leave")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), bin))
			for name, off := range map[string]string{
				"disabled":       "GOMARMOT_DISABLE=1 exec ./leave finalize 10",
				"without a core": "ulimit -v 1500000; exec ./leave finalize 10",
			} {
				t.Run(name, func(t *testing.T) {
					script := filepath.Join(dir, "some.sh")
					text := "#!/bin/sh\n[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} = 1 ] && { " + off + "; }\nexec ./leave finalize 10\n"
					require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
					logs := t.TempDir()
					o := m.Run(Launch{Binary: script, Ranks: 3, Dir: dir, Env: []string{private(logs)}, Preload: preload, Timeout: time.Minute})
					require.Zero(t, o.Exit, o.Output)
					r, _, err := ReadReport(gomarmot, privateLog(logs, 0))
					require.NoError(t, err)
					require.Equal(t, report.Finalized, r.Ends[0].How)
					require.Equal(t, report.NoLog, r.Ends[1].How)
					require.Equal(t, report.Finalized, r.Ends[2].How)
				})
			}
		})
	}
}

// TestCollected: after a crash the report takes the folders of all nodes. Given the folder of a single node, it says
// where the others are; parts of two runs are refused.
func TestCollected(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := busyProgram(t, m, root)
			logs := t.TempDir()
			b := startBusy(t, m, Launch{Binary: bin, Preload: preload, Env: []string{private(logs)}})
			b.kill(t, 1, syscall.SIGKILL)
			b.wait(t)
			parts := []string{privateLog(logs, 0) + ".d", privateLog(logs, 1) + ".d"}
			b.complete(t, parts...)
			for _, given := range [][]string{{parts[0], parts[1]}, {parts[1], parts[0]}} {
				r, code, err := ReadReport(gomarmot, given...)
				require.NoError(t, err)
				require.Zero(t, code)
				require.Empty(t, r.Coverage)
				for _, e := range r.Ends {
					require.Equal(t, report.Killed, e.How)
				}
			}
			r, _, err := ReadReport(gomarmot, privateLog(logs, 0))
			require.NoError(t, err)
			require.Equal(t, report.NoLog, r.Ends[1].How)
			require.Contains(t, strings.Join(r.Coverage, "\n"), "rank 1 left no log here: ")
			require.Contains(t, strings.Join(r.Coverage, "\n"), "or it logged to "+parts[1]+" on another host")

			other := startBusy(t, m, Launch{Binary: bin, Preload: preload})
			other.kill(t, 0, syscall.SIGKILL)
			other.wait(t)
			_, code, err := ReadReport(gomarmot, parts[0], filepath.Join(other.dir, "run.log"))
			require.Equal(t, 2, code)
			require.Regexp(t, regexp.MustCompile(`to a different run \([0-9a-f]{16}\) than`), err)
		})
	}
}

// TestKilledWhileFetched: the job ends, and no log is damaged, if a rank dies while rank 0 fetches its log, or if rank
// 0 dies.
func TestKilledWhileFetched(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "leave")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), bin))
			for _, victim := range []string{"0", "1"} {
				t.Run("rank "+victim, func(t *testing.T) {
					dir := t.TempDir()
					o := m.Run(Launch{Binary: bin, Args: []string{"killed", "3000", victim}, Ranks: 2, Dir: dir,
						Env: []string{private(dir)}, Preload: preload, Timeout: time.Minute})
					require.False(t, o.TimedOut, o.Output)
					require.NotZero(t, o.Exit)
					l, err := logdir.Open(privateLog(dir, 0), privateLog(dir, 1)+".d")
					require.NoError(t, err)
					defer l.Close()
					require.Empty(t, l.Missing)
					for _, r := range l.Ranks() {
						var e event.Event
						for err = r.Next(&e); err == nil; err = r.Next(&e) {
						}
						require.Equal(t, io.EOF, err)
						require.Empty(t, r.End().Damage)
					}
					_, code, err := ReadReport(gomarmot, privateLog(dir, 0), privateLog(dir, 1)+".d")
					require.NoError(t, err)
					require.Zero(t, code)
				})
			}
		})
	}
}

// TestNodesRotate: an earlier log on a node's own disk is kept there, and the
// next run does not mix with it.
func TestNodesRotate(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	m := &MPIs[0]
	dir := t.TempDir()
	bin := filepath.Join(dir, "leave")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), bin))
	for range 2 {
		o := m.Run(Launch{Binary: bin, Args: []string{"finalize", "5"}, Ranks: 3, Dir: dir, Env: []string{private(dir)}, Preload: preload, Timeout: time.Minute})
		require.Zero(t, o.Exit, o.Output)
	}
	for _, suffix := range []string{"", ".1"} {
		r, _, err := ReadReport(gomarmot, privateLog(dir, 0)+suffix)
		require.NoError(t, err)
		require.True(t, r.Complete)
		for rank := 1; rank < 3; rank++ {
			require.Equal(t, []string{"job", fmt.Sprintf("rank-%05d.seg", rank)}, entriesOf(t, privateLog(dir, rank)+suffix+".d"))
		}
	}
	code, out := mixed(t, gomarmot, privateLog(dir, 0), privateLog(dir, 1)+".1.d")
	require.Equal(t, 2, code)
	require.Contains(t, out, "pass the directories of one run")
}

// mixed runs a report that is refused.
func mixed(t *testing.T, gomarmot string, paths ...string) (code int, stderr string) {
	t.Helper()
	var errs bytes.Buffer
	cmd := exec.Command(gomarmot, append([]string{"report"}, paths...)...)
	cmd.Stderr = &errs
	_ = cmd.Run() // the exit code says it
	return cmd.ProcessState.ExitCode(), errs.String()
}
