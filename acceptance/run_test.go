//go:build mpi

package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// work is a folder with a program, in which gomarmot run is called.
type work struct {
	m        *MPI
	dir      string
	gomarmot string
	env      []string
}

// compiled returns a folder with a program of this repository.
func compiled(t *testing.T, m *MPI, source ...string) work {
	t.Helper()
	root, _, gomarmot := setup(t)
	w := work{m: m, dir: t.TempDir(), gomarmot: gomarmot}
	require.NoError(t, m.Compile(filepath.Join(append([]string{root}, source...)...), filepath.Join(w.dir, "app")))
	return w
}

// mpiexec returns the command that runs the program, after gomarmot's own arguments.
func (w *work) mpiexec(flags []string, ranks int, args ...string) []string {
	out := append([]string{"run"}, flags...)
	out = append(append(append(out, "--"), w.m.Mpiexec...), "-n", fmt.Sprint(ranks), "./app")
	return append(out, args...)
}

func (w *work) command(args ...string) *exec.Cmd {
	cmd := exec.Command(w.gomarmot, args...)
	cmd.Dir, cmd.Stdin = w.dir, OpenInput
	cmd.Env = append(append(os.Environ(), w.m.Env...), w.env...)
	return cmd
}

// ended is the outcome of a call of gomarmot.
type ended struct {
	code     int
	out, err string
}

func (w *work) run(args ...string) ended {
	var out, errs bytes.Buffer
	cmd := w.command(args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the exit code shows a failure
	return ended{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// watched collects what a call prints and can wait for it.
type watched struct {
	lock sync.Mutex
	text bytes.Buffer
	news chan struct{}
}

func (w *watched) Write(b []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	select {
	case w.news <- struct{}{}:
	default:
	}
	return w.text.Write(b)
}

func (w *watched) String() string {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.text.String()
}

// await waits until the text has been printed.
func (w *watched) await(t *testing.T, text string) {
	t.Helper()
	limit := time.After(time.Minute)
	for !strings.Contains(w.String(), text) {
		select {
		case <-w.news:
		case <-limit:
			require.FailNow(t, "not printed: "+text, w.String())
		}
	}
}

// TestRun: the program keeps its output and input; live findings and the report go to the error stream; the exit status
// is that of gomarmot report.
func TestRun(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "examples", "demo", "heat.c")
		t.Run(w.m.Name, func(t *testing.T) {
			r := w.run(w.mpiexec(nil, 2)...)
			require.Equal(t, 1, r.code, r.err)
			require.Regexp(t, `^2 ranks, 50 steps: heat \d+\.\d+\n$`, r.out)
			for _, want := range []string{
				"gomarmot: rank 0: error FENCE002 at heat.c:27: MPI_Win_fence ", "ERROR RMA005  access outside the target's window\n",
				"at      > 25 | ", "gomarmot: 2 errors.\n", "gomarmot log events --rank 0 --around ", " run.log\n",
			} {
				require.Contains(t, r.err, want)
			}
			require.NotContains(t, r.err, "\x1b", "no color")
			require.NotContains(t, r.err, "details: gomarmot report", "the report says it all")

			r = w.run(w.mpiexec([]string{"--log", "my.log", "--fail-on", "never", "-o", "out.sarif"}, 2)...)
			require.Zero(t, r.code, r.err)
			require.FileExists(t, filepath.Join(w.dir, "my.log"))
			require.FileExists(t, filepath.Join(w.dir, "out.sarif"))
		})
	}
}

// TestRunPrint: the command that --print shows has the same effect in a shell, and only the
// ranks load the library.
func TestRunPrint(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "examples", "correct", "halo_fence.c")
		r := w.run(w.mpiexec([]string{"--print"}, 2, "it's 5")...)
		require.Zero(t, r.code, r.err)
		require.NoFileExists(t, filepath.Join(w.dir, "run.log"))
		require.True(t, strings.HasPrefix(r.out, w.m.Mpiexec[0]+" -"), "no variable before the launcher: %s", r.out)
		require.Equal(t, 1, strings.Count(r.out, "libgomarmot.so"))
		cmd := exec.Command("sh", "-c", strings.Replace(r.out, `'it'\''s 5'`, "5", 1))
		cmd.Dir, cmd.Env, cmd.Stdin = w.dir, append(os.Environ(), w.m.Env...), OpenInput
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.FileExists(t, filepath.Join(w.dir, "run.log"))
	}
}

// TestRunExitStatus: 0 for a program without findings, the program's own
// status if it failed, 2 where nothing was recorded.
func TestRunExitStatus(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "acceptance", "testdata", "ends.c")
		t.Run(w.m.Name, func(t *testing.T) {
			r := w.run(w.mpiexec(nil, 2, "finalize")...)
			require.Zero(t, r.code, r.err)
			require.Contains(t, r.err, "gomarmot: no rule broken (2 ranks, ")
			r = w.run(w.mpiexec(nil, 2, "return")...)
			require.NotContains(t, []int{0, 1, 2}, r.code, r.err)
			require.Contains(t, r.err, fmt.Sprintf("gomarmot: exit status %d is from %s\n", r.code, w.m.Mpiexec[0]))
			require.Contains(t, r.err, "run did not end in MPI_Finalize")
		})
	}
	w := compiled(t, &MPIs[0], "acceptance", "testdata", "plain.c")
	r := w.run("run", "--", "true")
	require.Equal(t, 2, r.code)
	require.Equal(t, "gomarmot: the run left no log; to find out why, run gomarmot doctor -- true\n", r.err)
	r = w.run("run", "--", "sh", "-c", "exit 9")
	require.Equal(t, 9, r.code)
	r = w.run("run", "--", "./none")
	require.Equal(t, 2, r.code)
	require.Equal(t, "gomarmot: cannot start ./none: no such file or directory\n", r.err)
}

// TestRunKeepsPreload: a library that the user preloads stays, and the ranks
// get both.
func TestRunKeepsPreload(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "examples", "correct", "halo_fence.c")
		source := filepath.Join(w.dir, "mine.c")
		require.NoError(t, os.WriteFile(source, []byte(`#include <stdio.h>
__attribute__((constructor)) static void loaded(void)
{
    char name[64] = "";
    FILE *f = fopen("/proc/self/comm", "r");
    if (f && fgets(name, sizeof name, f))
        fprintf(stderr, "mine in %s", name);
}
`), 0o600))
		out, err := Compiler("cc", "-shared", "-fPIC", "-o", filepath.Join(w.dir, "mine.so"), source).CombinedOutput()
		require.NoError(t, err, "%s", out)
		w.env = []string{"LD_PRELOAD=" + filepath.Join(w.dir, "mine.so")}
		r := w.run(w.mpiexec(nil, 2, "5")...)
		require.Zero(t, r.code, r.err)
		require.Equal(t, 2, strings.Count(r.err, "mine in app\n"), r.err)
		require.Contains(t, r.err, "no rule broken (2 ranks, ")
	}
}

// heedInterrupts restores the default handling of interrupts: tests that run in the background ignore interrupts, and
// processes that they start would inherit this.
func heedInterrupts(t *testing.T) {
	t.Helper()
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	t.Cleanup(func() { signal.Stop(c) })
}

// TestRunHang: while the job is stuck, a line says where its ranks are, once; an
// interrupt ends the job, and the report follows.
func TestRunHang(t *testing.T) {
	t.Parallel()
	heedInterrupts(t)
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "acceptance", "testdata", "stall.c")
		t.Run(w.m.Name, func(t *testing.T) {
			printed := &watched{news: make(chan struct{}, 1)}
			cmd := w.command(w.mpiexec([]string{"--hang-after", "4s"}, 3, "receiving")...)
			cmd.Stdout, cmd.Stderr = printed, printed
			require.NoError(t, cmd.Start())
			t.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt) }) // if this test fails, its job still runs
			printed.await(t, "ERROR SPLIT008")
			stuck := printed.String()
			require.Regexp(t, `gomarmot: no progress for \d\.?\d*s\. The job is still running; its ranks are here:\n\n`, stuck)
			require.Regexp(t, `  ranks 0,2  in MPI_File_close,\s+\S*stall\.c:27\s+in\s+receiving,\s+from\s+\S*stall\.c:62\s+in\s+main;\s+wait\s+for\s+MPI_File_close\s+from\s+rank\s+1,\s+which\s+is\s+in\s+MPI_Recv\n`, stuck)
			require.Regexp(t, `  rank 1     in MPI_Recv,\s+\S*stall\.c:25\s+in\s+receiving,\s+from\s+\S*stall\.c:62\s+in\s+main;\s+waits\s+for\s+a\s+message\s+with\s+tag\s+0\s+on\s+MPI_COMM_WORLD\s+from\s+rank\s+0,\s+which\s+is\s+in\s+MPI_File_close\n`, stuck)
			require.NotContains(t, stuck, "killed")
			require.NoError(t, cmd.Process.Signal(os.Interrupt))
			err := cmd.Wait()
			require.Error(t, err)
			all := printed.String()
			require.Equal(t, 2, strings.Count(all, "ERROR SPLIT008"), "again in the report: %s", all)
			require.Regexp(t, `NOTE TOOL003  run did not end in MPI_Finalize\n\s+ranks 0,2  killed in MPI_File_close,\s`, all)
			require.Contains(t, all, " run.log\n", "as the user can name it")
			require.Equal(t, 130, cmd.ProcessState.ExitCode())
		})
	}
}

// TestRunStandsStill: for ranks that poll for seconds while others compute, and threads that poll beside a thread that
// computes, gomarmot shows their calls, and reports no finding.
func TestRunStandsStill(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "acceptance", "testdata", "progress.c")
		for _, how := range []string{"thread", "consensus"} {
			t.Run(w.m.Name+"/"+how, func(t *testing.T) {
				r := w.run(w.mpiexec([]string{"--hang-after", "1s", "--fail-on", "note"}, 2, how)...)
				require.Zero(t, r.code, r.err)
				require.Equal(t, 2, strings.Count(r.out, "over\n"), r.out)
				require.Contains(t, r.err, "gomarmot: no progress for ")
				require.NotContains(t, r.err, "HANG")
			})
		}
	}
}

// TestRunAsked: a signal makes gomarmot print where the ranks are, and has no effect on the job.
func TestRunAsked(t *testing.T) {
	t.Parallel()
	heedInterrupts(t)
	w := compiled(t, &MPIs[1], "acceptance", "testdata", "stall.c")
	printed := &watched{news: make(chan struct{}, 1)}
	cmd := w.command(w.mpiexec(nil, 3, "receiving")...)
	cmd.Stdout, cmd.Stderr = printed, printed
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(w.dir, "run.log.d"))
		return err == nil // from then on gomarmot handles the signal
	}, 30*time.Second, 10*time.Millisecond)
	require.Eventually(t, func() bool {
		require.NoError(t, cmd.Process.Signal(syscall.Signal(35)))
		return strings.Contains(printed.String(), "ERROR SPLIT008")
	}, time.Minute, time.Second, "it does not answer")
	require.Contains(t, printed.String(), "gomarmot: the job is running; its ranks are here:\n\n")
	require.NotContains(t, printed.String(), "killed")
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Equal(t, 130, cmd.ProcessState.ExitCode())
}

// TestRunTimeout ends a job that would run on, with the exit status that the
// command timeout has.
func TestRunTimeout(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "examples", "correct", "halo_fence.c")
		r := w.run(w.mpiexec([]string{"--timeout", "2s"}, 2, "100000000")...)
		require.Equal(t, 124, r.code, r.err)
		require.Contains(t, r.err, "gomarmot: the time limit of 2s is up: the job is terminated\n")
		require.NotContains(t, r.err, "exit status")
	}
}

// TestRunScript: the launcher may be hidden in a script, or be a launcher that
// gomarmot does not know; then the environment has the library.
func TestRunScript(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "examples", "correct", "halo_fence.c")
		script := "#!/bin/sh\n[ \"$1\" = --version ] && exit 1\nexec " + strings.Join(w.m.Mpiexec, " ") + " -n 2 ./app 5\n"
		for _, name := range []string{"run.sh", "mpiexec"} {
			require.NoError(t, os.WriteFile(filepath.Join(w.dir, name), []byte(script), 0o700))
			r := w.run("run", "./"+name)
			require.Zero(t, r.code, r.err)
			require.Contains(t, r.err, "no rule broken (2 ranks, ")
			const doubt = "gomarmot: cannot tell which MPI ./mpiexec belongs to: the ranks get the library only if it passes on its environment\n"
			require.Equal(t, name == "mpiexec", strings.Contains(r.err, doubt), r.err)
		}
	}
}

// TestRunOnTerminal: color and the width of the terminal; Ctrl-C, which a
// terminal sends to launcher and gomarmot alike, reaches the launcher once.
func TestRunOnTerminal(t *testing.T) {
	t.Parallel()
	heedInterrupts(t)
	w := compiled(t, &MPIs[0], "acceptance", "testdata", "stall.c")
	master, slave := openPTY(t, 100)
	printed := &watched{news: make(chan struct{}, 1)}
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		_, _ = io.Copy(printed, master) // ends with an error when the terminal is closed
	}()
	w.env = []string{"TERM=xterm"}
	cmd := w.command(w.mpiexec([]string{"--hang-after", "4s"}, 3, "receiving")...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, cmd.Start())
	printed.await(t, "ERROR SPLIT008")
	printed.await(t, "\x1b7\x1b[40;1H\x1b[2Kgomarmot: 3 ranks, ") // the last row, which is reserved for the status
	_, err := master.Write([]byte{3})
	require.NoError(t, err)
	_ = cmd.Wait() // the exit code shows a failure
	require.NoError(t, slave.Close())
	<-copied
	all := printed.String()
	require.Equal(t, 130, cmd.ProcessState.ExitCode(), all)
	require.NotContains(t, all, "interrupted again")
	apart, back := strings.LastIndex(all, "\x1b[1;39r"), strings.LastIndex(all, "\x1b[r")
	require.Positive(t, apart)
	require.Greater(t, back, apart, "the terminal has all its rows again")
	require.Contains(t, all, "\x1b[1;36mNOTE TOOL003")
	require.Contains(t, all, "ranks disagree on a split collective")
	longest := 0
	for line := range strings.Lines(all) {
		if !strings.Contains(line, "\x1b") {
			longest = max(longest, len(strings.TrimRight(line, "\r\n")))
		}
	}
	require.Greater(t, longest, 80, "the terminal has 100 columns")
}

// openPTY opens a terminal of the given number of columns.
func openPTY(t *testing.T, columns uint16) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = master.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: columns}))
	return master, slave
}

// TestRunPedantic: pedantic rules report on request only, then also while the
// program runs.
func TestRunPedantic(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "examples", "buggy", "WIN013", "bug.c")
		t.Run(w.m.Name, func(t *testing.T) {
			r := w.run(w.mpiexec(nil, 2)...)
			require.Zero(t, r.code, r.err)
			require.NotContains(t, r.err, "WIN013")
			r = w.run(w.mpiexec([]string{"--pedantic"}, 2)...)
			require.Zero(t, r.code, r.err)
			require.Regexp(t, `gomarmot: rank \d: note WIN013 at bug\.c:`, r.err)
			require.Contains(t, r.err, "NOTE WIN013  ")
		})
	}
}
