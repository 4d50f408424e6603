package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/report"
)

// TestTimeLimit: a batch system ends a job with SIGTERM and then SIGKILL, sent to mpiexec or to the ranks. No record is
// lost, and all ranks are reported as killed.
func TestTimeLimit(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := busyProgram(t, m, root)
			for name, signal := range map[string]func(b *busy, sig syscall.Signal){
				"mpiexec": func(b *busy, sig syscall.Signal) { _ = b.cmd.Process.Signal(sig) }, // the second may come too late
				"ranks": func(b *busy, sig syscall.Signal) {
					for rank := range busyRanks {
						_ = syscall.Kill(int(b.word(rank, 0)), sig)
					}
				},
			} {
				t.Run(name, func(t *testing.T) {
					b := startBusy(t, m, Launch{Binary: bin, Preload: preload})
					signal(b, syscall.SIGTERM)
					done := make(chan struct{})
					go func() { defer close(done); b.wait(t) }()
					select {
					case <-done:
					case <-time.After(5 * time.Second):
						signal(b, syscall.SIGKILL)
						<-done
					}
					b.complete(t)
					killed(t, gomarmot, b)
				})
			}
		})
	}
}

// TestLeavers: one rank ends the job in its own way, and the launcher kills the
// other rank. The log has all calls of both ranks, and the report says how each ended.
func TestLeavers(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	type leave struct {
		how  string
		rank int
		end  report.End
	}
	leaves := []leave{{"abort", 0, "aborted"}, {"abort", 1, "aborted"}, {"exit", 1, "exited"}, {"_exit", 1, "killed"}}
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := busyProgram(t, m, root)
			for _, l := range leaves {
				t.Run(fmt.Sprintf("%s of rank %d", l.how, l.rank), func(t *testing.T) {
					b := startBusy(t, m, Launch{Binary: bin, Args: []string{l.how, fmt.Sprint(l.rank)}, Preload: preload})
					b.wait(t)
					b.complete(t)
					r, _, err := ReadReport(gomarmot, filepath.Join(b.dir, "run.log"))
					require.NoError(t, err)
					require.False(t, r.Complete)
					require.Equal(t, l.end, r.Ends[l.rank].How)
					require.Equal(t, report.Killed, r.Ends[1-l.rank].How)
					require.Empty(t, r.Coverage)
				})
			}
		})
	}
}

// logsIn lists the logs in a folder, run.log last.
func logsIn(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*.log*.d")) // gomarmot.log, where run.log is taken
	require.NoError(t, err)
	var out []string
	for _, f := range found {
		out = append(out, strings.TrimSuffix(f, ".d"))
	}
	return out
}

// TestTwoJobsInOneFolder: a job that starts while another job runs in the folder
// writes a log of its own; the running job loses no record.
func TestTwoJobsInOneFolder(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	m := &MPIs[1]
	leave := filepath.Join(t.TempDir(), "leave")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), leave))
	b := startBusy(t, m, Launch{Binary: busyProgram(t, m, root), Preload: preload})
	o := m.Run(Launch{Binary: leave, Ranks: 2, Dir: b.dir, Preload: preload, Timeout: time.Minute})
	require.Zero(t, o.Exit, o.Output)
	require.Contains(t, o.Output, "run.log belongs to a job that is still running; this one writes "+filepath.Join(b.dir, "run.log-"))
	for rank := range busyRanks {
		b.kill(t, rank, syscall.SIGKILL)
	}
	b.wait(t)
	b.complete(t)
	killed(t, gomarmot, b)
	logs := logsIn(t, b.dir)
	require.Len(t, logs, 2)
	r, _, err := ReadReport(gomarmot, logs[0])
	require.NoError(t, err)
	require.True(t, r.Complete)
}

// TestJobsAtOnce: jobs that start in one folder at the same moment each write a
// complete log of their own.
func TestJobsAtOnce(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	m := &MPIs[1]
	dir := t.TempDir()
	bin := filepath.Join(t.TempDir(), "leave")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), bin))
	const jobs = 3
	done := make(chan Outcome)
	for range jobs {
		go func() {
			done <- m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
		}()
	}
	var outputs []string // if a log is in another folder, the output names it
	for range jobs {
		o := <-done
		require.Zero(t, o.Exit, o.Output)
		outputs = append(outputs, o.Output)
	}
	logs := logsIn(t, dir)
	require.Len(t, logs, jobs, "%v", outputs)
	for _, log := range logs {
		r, _, err := ReadReport(gomarmot, log)
		require.NoError(t, err)
		require.True(t, r.Complete, log)
		require.Equal(t, 2, r.Ranks)
		require.Empty(t, r.Coverage)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.new*"))
	require.NoError(t, err)
	require.Empty(t, left)
	_, err = os.Stat(filepath.Join(dir, "run.log"))
	require.NoError(t, err)
}

// TestEarly: where the MPI library ends a program in a call before MPI_Init there is no log, but a line that says
// which call that was, and where.
func TestEarly(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		dir := t.TempDir()
		bin := filepath.Join(dir, "early")
		require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "early.c"), bin))
		for live, lines := range map[string]int{"1": 2, "0": 0} {
			o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute, Env: []string{"GOMARMOT_LIVE=" + live}})
			assert.NotZero(t, o.Exit)
			found := regexp.MustCompile(`gomarmot: rank [01]: error THREAD002: MPI_Comm_size is called before MPI_Init; "addr2line -e (\S+) (0x[0-9a-f]+)" shows where`).
				FindAllStringSubmatch(o.Output, -1)
			assert.LessOrEqual(t, len(found), lines, o.Output) // the launcher may end a rank before it says so
			if lines == 0 {
				continue
			}
			require.NotEmpty(t, found, o.Output)
			place, err := exec.Command("addr2line", "-e", found[0][1], found[0][2]).Output()
			require.NoError(t, err)
			assert.Contains(t, string(place), "early.c:9")
		}
	}
}

// TestLate: where the MPI library ends a program in a call after MPI_Finalize, a line of the rank has said so before,
// unless the lines are switched off.
func TestLate(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		dir := t.TempDir()
		bin := filepath.Join(dir, "late")
		require.NoError(t, m.Compile(filepath.Join(root, "examples", "buggy", "THREAD002", "bug.c"), bin))
		for _, live := range []string{"1", "0"} {
			o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute, Env: []string{"GOMARMOT_LIVE=" + live}})
			assert.NotZero(t, o.Exit)
			found := regexp.MustCompile(`gomarmot: rank [01]: error THREAD002: MPI_Comm_size is called after MPI_Finalize\n`).
				FindAllString(o.Output, -1)
			assert.LessOrEqual(t, len(found), 2, o.Output)
			assert.Equal(t, live == "1", len(found) > 0, o.Output) // the launcher may end a rank before it says so
		}
	}
}

// TestRepeats: a rule prints one live line for a line of the program, however many objects it reports there, so that
// the line for the next fault is not lost among them.
func TestRepeats(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	dir := t.TempDir()
	bin := filepath.Join(dir, "repeats")
	require.NoError(t, MPIs[0].Compile(filepath.Join(root, "acceptance", "testdata", "repeats.c"), bin))
	for most, want := range map[string][]string{
		"20": {"error RMA003 at repeats.c:15: MPI_Put with origin count -1", "error RMA003 at repeats.c:17: MPI_Put with origin count -1"},
		"1":  {"error RMA003 at repeats.c:15: MPI_Put with origin count -1", "more findings are in the log; gomarmot report shows them"},
	} {
		o := MPIs[0].Run(Launch{Binary: bin, Ranks: 1, Dir: dir, Preload: preload, Timeout: time.Minute, Env: []string{"GOMARMOT_LIVE_MAX=" + most}})
		require.Zero(t, o.Exit, o.Output)
		var lines []string
		for _, x := range regexp.MustCompile(`gomarmot: rank 0: (.*)`).FindAllStringSubmatch(o.Output, -1) {
			lines = append(lines, x[1])
		}
		assert.Equal(t, want, lines)
	}
}
