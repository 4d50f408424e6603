//go:build mpi

package acceptance

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/report"
)

// TestWatch: the command shows a running job from its log, and ends when the job
// has ended. A successful job leaves no file of the command behind.
func TestWatch(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			b := startBusy(t, m, Launch{Binary: busyProgram(t, m, root), Preload: preload})
			var line string
			require.Eventually(t, func() bool {
				out, err := exec.Command(gomarmot, "watch", "--once", b.dir).CombinedOutput()
				require.NoError(t, err, "%s", out)
				line = string(out)
				return strings.HasPrefix(line, "2 ranks, ")
			}, 30*time.Second, 200*time.Millisecond, "%s", line)
			require.Contains(t, line, " records/s, 0 findings")

			watch := exec.Command(gomarmot, "watch", filepath.Join(b.dir, "run.log"))
			var said strings.Builder
			watch.Stdout, watch.Stderr = &said, &said
			require.NoError(t, watch.Start())
			b.kill(t, 1, syscall.SIGKILL)
			b.wait(t)
			require.NoError(t, watch.Wait())
			require.Contains(t, said.String(), "gomarmot: the job has ended; gomarmot report ")

			bin, dir := filepath.Join(t.TempDir(), "leave"), t.TempDir()
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "leave.c"), bin))
			o := m.Run(Launch{Binary: "/bin/sh", Args: []string{"-c", bin + " finalize 300000"}, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			left, err := filepath.Glob(filepath.Join(dir, "run.log.d", "pulse-*"))
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
	out, err := exec.Command(gomarmot, "watch", t.TempDir()).CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "gomarmot: ")
}

// watchedJob is a job of three ranks of testdata/watch.c that is watched.
type watchedJob struct {
	t             *testing.T
	dir, gomarmot string
	cmd           *exec.Cmd
}

// startWatched starts the program; its ranks compute, wait or poll for some seconds, or until the test ends.
func startWatched(t *testing.T, m *MPI, bin, how, seconds string) *watchedJob {
	t.Helper()
	_, preload, gomarmot := setup(t)
	j := &watchedJob{t: t, dir: t.TempDir(), gomarmot: gomarmot}
	args := append(append([]string{}, m.Mpiexec[1:]...), "-n", "3", bin, how, seconds)
	j.cmd = exec.Command(m.Mpiexec[0], args...)
	j.cmd.Dir, j.cmd.Stdin = j.dir, OpenInput
	j.cmd.Env = append(append(os.Environ(), m.Env...), "LD_PRELOAD="+preload)
	j.cmd.WaitDelay = 20 * time.Second
	require.NoError(t, j.cmd.Start())
	t.Cleanup(func() {
		_ = j.cmd.Process.Signal(os.Interrupt) // it may have ended
		_ = j.cmd.Wait()                       // an interrupted launcher fails
	})
	return j
}

// once returns what gomarmot watch --once prints as soon as all ranks have reported.
func (j *watchedJob) once(want string) string {
	j.t.Helper()
	said := ""
	require.Eventually(j.t, func() bool {
		out, err := exec.Command(j.gomarmot, "watch", "--once", j.dir).CombinedOutput()
		said = string(out)
		return err == nil && regexp.MustCompile(want).MatchString(said)
	}, time.Minute, 100*time.Millisecond, "%s\nnot found in\n%v", want, &said)
	return said
}

// TestWatchRollCall: the roll-call shows where the ranks are and since when, the smallest groups first. Ranks that
// sleep, compute or poll do not stand still; ranks that wait for each other do, and the explanation says why.
func TestWatchRollCall(t *testing.T) {
	t.Parallel()
	root, _, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			bin := filepath.Join(t.TempDir(), "app")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "watch.c"), bin))
			for how, want := range map[string]string{
				"late": `^3 ranks, 0 records/s, 0 findings\n` +
					`  rank 1     outside of MPI for \d+s, after the call at \S*watch\.c:\d+ in main\n` +
					`  ranks 0,2  in MPI_Barrier for \d+s, \S*watch\.c:\d+ in main\n$`,
				"computes": `^3 ranks, 0 records/s, 0 findings\n  ranks 0-2  outside of MPI for \d+s, after the call at \S*watch\.c:\d+ in main\n$`,
				"polls":    `^3 ranks, 0 records/s, 0 findings\n  ranks 0-2  polling with MPI_Test for \d+s, \S*watch\.c:\d+ in poll(, from [^\n]*)?\n$`,
				"works":    `^3 ranks, .* records/s, 0 findings\n$`,
			} {
				t.Run(how, func(t *testing.T) { startWatched(t, m, bin, how, "60").once(want) })
			}
			t.Run("hangs", func(t *testing.T) {
				j := startWatched(t, m, bin, "hangs", "0")
				const head = `3 ranks, 0 records/s, 0 findings, no progress for \d+s\n  ranks 0-2  in MPI_Recv for \d+s, \S*watch\.c:\d+ in main\n`
				j.once(`^` + head + `gomarmot: no progress for [^\n]*\. The job is still running; its ranks are here:\n(?s:.*)ERROR HANG001`)
				out, err := exec.Command(gomarmot, "watch", "--until-standstill", j.dir).CombinedOutput()
				var exit *exec.ExitError
				require.ErrorAs(t, err, &exit, "%s", out)
				require.Equal(t, 1, exit.ExitCode(), "%s", out)
				require.Regexp(t, head+`gomarmot: no progress for `, string(out))
				j.asJSON()
				j.onTerminal()
			})
		})
	}
}

// asJSON requires that watch --json prints the roll-call of a job that hangs as a JSON object.
func (j *watchedJob) asJSON() {
	j.t.Helper()
	cmd := exec.Command(j.gomarmot, "watch", "--json", "--until-standstill", j.dir)
	out, err := cmd.Output()
	var exit *exec.ExitError
	require.ErrorAs(j.t, err, &exit, "%s", out)
	require.Equal(j.t, 1, exit.ExitCode(), "%s", out)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	type group struct {
		State, Call, File, Function, Place string
		Ranks                              []int
		Hosts                              []string
		Line                               int
		Shortest, Longest                  float64
	}
	var last struct {
		Schema, Log         string
		Time                time.Time
		Ranks, Heard, Ended int
		Still, Rate         float64
		Groups              []group
		Standstill          []report.Finding
		Over                bool
	}
	for _, line := range lines {
		d := json.NewDecoder(strings.NewReader(line))
		require.NoError(j.t, d.Decode(&last), line)
	}
	require.Equal(j.t, "gomarmot-watch/1", last.Schema)
	require.Equal(j.t, filepath.Join(j.dir, "run.log"), last.Log)
	require.WithinDuration(j.t, time.Now(), last.Time, time.Minute)
	require.Equal(j.t, []int{3, 3, 0}, []int{last.Ranks, last.Heard, last.Ended})
	require.Greater(j.t, last.Still, 1.0)
	require.Zero(j.t, last.Rate)
	require.False(j.t, last.Over)
	require.Len(j.t, last.Groups, 1)
	g := last.Groups[0]
	require.Equal(j.t, []any{"waiting", "MPI_Recv", "main", []int{0, 1, 2}}, []any{g.State, g.Call, g.Function, g.Ranks})
	require.Equal(j.t, "watch.c", filepath.Base(g.File))
	require.Contains(j.t, g.Place, fmt.Sprintf("watch.c:%d in main", g.Line))
	require.Len(j.t, g.Hosts, 1)
	require.GreaterOrEqual(j.t, g.Longest, g.Shortest)
	require.Greater(j.t, g.Shortest, 1.0)
	require.Equal(j.t, "HANG001", last.Standstill[0].RuleID)
}

// onTerminal requires that the table on a terminal is redrawn in place, and below the explanation of a standstill.
func (j *watchedJob) onTerminal() {
	j.t.Helper()
	master, slave := openPTY(j.t, 100)
	var printed watched
	printed.news = make(chan struct{}, 1)
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		_, _ = io.Copy(&printed, master) // ends in an error: the terminal has no other side
	}()
	cmd := exec.Command(j.gomarmot, "watch", j.dir)
	cmd.Env = append(os.Environ(), "TERM=xterm")
	cmd.Stdout, cmd.Stderr = slave, slave
	require.NoError(j.t, cmd.Start())
	const row = "  ranks 0-2  in MPI_Recv for "
	printed.await(j.t, "ERROR HANG001")
	explained := len(printed.String())
	require.Eventually(j.t, func() bool { return strings.Count(printed.String()[explained:], row) >= 3 }, time.Minute, 100*time.Millisecond)
	require.NoError(j.t, cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
	require.NoError(j.t, slave.Close())
	<-copied
	screen := onScreen(printed.String())
	require.Regexp(j.t, `(?s)^3 ranks, [^\n]*\n`+row+`[^\n]*\ngomarmot: no progress for .*ERROR HANG001.*\n3 ranks, 0 records/s[^\n]*\n`+row+`[^\n]*\n?$`, screen)
	require.Equal(j.t, 2, strings.Count(screen, row), "%s", screen)
	require.Greater(j.t, strings.Count(printed.String(), row), 4, "it was drawn again and again")
}

var moves = regexp.MustCompile(`^\x1b\[(\d*)([A-Za-z])`)

// onScreen returns the rows of a terminal after a text that moves the cursor up and erases what is below.
func onScreen(text string) string {
	rows := []string{""}
	at := 0
	for len(text) > 0 {
		if m := moves.FindStringSubmatch(text); m != nil {
			text = text[len(m[0]):]
			switch m[2] {
			case "A":
				n, _ := strconv.Atoi(m[1]) // the pattern has digits only
				at = max(0, at-max(n, 1))
			case "J":
				rows[at], rows = "", rows[:at+1]
			}
			continue
		}
		switch text[0] {
		case '\r':
		case '\n':
			if at++; at == len(rows) {
				rows = append(rows, "")
			}
		default:
			rows[at] += text[:1]
		}
		text = text[1:]
	}
	return strings.Join(rows, "\n")
}
