//go:build mpi

package acceptance

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sharedPrograms has a program for each family of rules; one program hangs. For the logs of all other programs, judge
// makes the same comparison.
var sharedPrograms = []string{"MSG001", "COLL003", "FENCE001", "PSCW001", "LOCK003", "RMA005", "RACE001", "FILE003", "SPLIT001", "WIN004", "REQ001", "OBJ005", "HANG001"}

// reportShared runs gomarmot report on a number of processes of an MPI; 0: without a launcher. It also
// writes JSON to a file.
func reportShared(m *MPI, gomarmot, dir string, processes int, log string) (e ended, json string) {
	file := filepath.Join(dir, "report.json")
	_ = os.Remove(file) // it may not be there
	e = runShared(m, dir, processes, gomarmot, "report", "--pedantic", "--color", "never", "-o", "report.json", log)
	text, _ := os.ReadFile(file) // none, where there is no report
	return e, string(text)
}

func sharedCommand(m *MPI, dir string, processes int, command ...string) *exec.Cmd {
	if processes > 0 {
		command = append(append(append([]string{}, m.Mpiexec...), "-n", strconv.Itoa(processes)), command...)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Env = dir, OpenInput, append(os.Environ(), m.Env...)
	return cmd
}

func runShared(m *MPI, dir string, processes int, command ...string) ended {
	var out, errs bytes.Buffer
	cmd := sharedCommand(m, dir, processes, command...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the exit code says it
	return ended{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// TestReportOnMPI: the report, byte for byte, and the exit code are the same on any number of processes, even if that
// is more than the program had ranks.
func TestReportOnMPI(t *testing.T) {
	t.Parallel()
	root, _, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		for k, id := range sharedPrograms {
			t.Run(m.Name+"/"+id, func(t *testing.T) {
				t.Parallel()
				p, err := Load(filepath.Join(root, "examples", "buggy", id, "bug.c"))
				require.NoError(t, err)
				j, dir := launchFor(t, m, p, patient, false), t.TempDir()
				log := j.log()
				one, json := reportShared(m, gomarmot, dir, 0, log)
				require.Contains(t, one.out, id, one.err)
				require.NotEmpty(t, json)
				processes := []int{2 + k%3}
				if k == 0 {
					processes = []int{1, 2, 3, 4}
				}
				for _, n := range processes {
					several, otherJSON := reportShared(m, gomarmot, dir, n, log)
					require.Equal(t, one.out, several.out, "%d processes: %s", n, several.err)
					require.Equal(t, json, otherJSON, "%d processes", n)
					require.Equal(t, one.code, several.code, "%d processes: %s", n, several.err)
				}
			})
		}
	}
}

// lockLog is the log of a program with a rank for the process that reads and a rank for the process that matches.
func lockLog(t *testing.T, m *MPI) (gomarmot, log string) {
	t.Helper()
	root, _, gomarmot := setup(t)
	p, err := Load(filepath.Join(root, "examples", "buggy", "LOCK003", "bug.c"))
	require.NoError(t, err)
	j := launch(t, m, p)
	return gomarmot, j.log()
}

// TestReportOnMPIUnseen: a process does not see the log, or sees another log.
func TestReportOnMPIUnseen(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			gomarmot, log := lockLog(t, m)
			dir := t.TempDir()
			for n, other := range []string{"none", "other"} {
				first, second := filepath.Join(dir, other, "0"), filepath.Join(dir, other, "1")
				require.NoError(t, os.CopyFS(filepath.Join(first, "run.log.d"), os.DirFS(log+".d")))
				require.NoError(t, os.MkdirAll(second, 0o700))
				want := "process 1 of gomarmot report, on .* cannot read the log: run.log"
				if n == 1 {
					require.NoError(t, os.CopyFS(filepath.Join(second, "run.log.d"), os.DirFS(log+".d")))
					require.NoError(t, os.Remove(filepath.Join(second, "run.log.d", "rank-00001.seg")))
					want = "process 1 of gomarmot report, on .* sees another log at this path than process 0"
				}
				e := runShared(m, filepath.Join(dir, other), 2, "/bin/sh", "-c", "cd ${PMI_RANK:-$OMPI_COMM_WORLD_RANK} && exec "+gomarmot+" report run.log")
				require.Regexp(t, want, e.err)
				require.Empty(t, e.out)
				require.Equal(t, 2, e.code, e.err)
			}
		})
	}
}

// TestReportOnMPIKilled: a process that dies ends the report with one sentence; and if it dies together
// with its courier, the launcher ends the job.
func TestReportOnMPIKilled(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			gomarmot, log := lockLog(t, m)
			for _, courierToo := range []bool{false, true} {
				var out, errs bytes.Buffer
				cmd := sharedCommand(m, t.TempDir(), 3, gomarmot, "report", log)
				mark := fmt.Sprintf("GOMARMOT_TEST_MARK=%d.%d.%v", os.Getpid(), time.Now().UnixNano(), courierToo)
				cmd.Env = append(cmd.Env, mark)
				cmd.Stdout, cmd.Stderr = &out, &errs
				require.NoError(t, cmd.Start())
				courier, child := awaitReader(t, mark, 1)
				if courierToo {
					_ = syscall.Kill(courier, syscall.SIGKILL) // the child goes with it
					// On a busy machine Open MPI's launcher may not notice that its process has died.
					defer time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() }).Stop()
				} else {
					_ = syscall.Kill(child, syscall.SIGKILL)
				}
				_ = cmd.Wait() // the exit code says it
				require.NotContains(t, out.String(), "run.log", "no part of a report; but launchers say something")
				require.NotZero(t, cmd.ProcessState.ExitCode(), errs.String())
				if !courierToo {
					require.Regexp(t, `gomarmot: process 1 of gomarmot report, on \S+, was killed by signal 9 \(Killed\): there is no report`, errs.String())
					require.Equal(t, 2, cmd.ProcessState.ExitCode(), errs.String())
				}
			}
		})
	}
}

// awaitReader stops the process with a number as soon as it has been started, and returns it and its courier.
func awaitReader(t *testing.T, mark string, rank int) (courier, child int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		dirs, _ := filepath.Glob("/proc/[0-9]*") // the pattern is well-formed
		for _, dir := range dirs {
			env, _ := os.ReadFile(filepath.Join(dir, "environ")) // it may have ended
			vars := strings.Split(string(env), "\x00")
			has := func(v string) bool {
				for _, x := range vars {
					if x == v {
						return true
					}
				}
				return false
			}
			if !has(mark) || !has("GOMARMOT_COURIER=3") || !has(fmt.Sprintf("PMI_RANK=%d", rank)) && !has(fmt.Sprintf("OMPI_COMM_WORLD_RANK=%d", rank)) {
				continue
			}
			pid, _ := strconv.Atoi(filepath.Base(dir))
			_ = syscall.Kill(pid, syscall.SIGSTOP)
			stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
			if f := strings.Fields(string(stat[max(0, bytes.LastIndexByte(stat, ')')):])); len(f) > 2 {
				courier, _ = strconv.Atoi(f[2])
				return courier, pid
			}
		}
	}
	t.Fatal("no process has been started")
	return 0, 0
}
