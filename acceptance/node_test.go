package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/report"
)

// nodeLog asks for one file for all ranks of a node, with the rings in a folder of its own.
func nodeLog(t *testing.T) (env []string, folder string) {
	t.Helper()
	folder = t.TempDir()
	return []string{"GOMARMOT_NODE_LOG=1", "GOMARMOT_NODE_DIR=" + folder}, folder
}

// oneFile: the log of the ranks is one file, and there are no rings beside it.
func oneFile(t *testing.T, log string) {
	t.Helper()
	for pattern, n := range map[string]int{"node-*.log": 1, "rank-*": 0} {
		paths, err := filepath.Glob(filepath.Join(log+".d", pattern))
		require.NoError(t, err)
		require.Len(t, paths, n, pattern)
	}
}

// TestNodeKill: one rank or all ranks are killed. Every call made before is in
// the log: before the rings are salvaged, since they are on this host, and afterwards.
func TestNodeKill(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	victims := map[string]func(t *testing.T, b *busy){
		"rank": func(t *testing.T, b *busy) { b.kill(t, 1, syscall.SIGKILL) },
		"ranks": func(t *testing.T, b *busy) {
			for rank := range busyRanks {
				b.kill(t, rank, syscall.SIGKILL)
			}
		},
	}
	for i := range MPIs {
		m := &MPIs[i]
		bin := busyProgram(t, m, root)
		for name, kill := range victims {
			t.Run(m.Name+"/"+name, func(t *testing.T) {
				env, folder := nodeLog(t)
				b := startBusy(t, m, Launch{Binary: bin, Preload: preload, Env: env})
				time.Sleep(50 * time.Millisecond) // the moment itself
				kill(t, b)
				b.wait(t)
				log := filepath.Join(b.dir, "run.log")
				b.complete(t)
				oneFile(t, log)
				out, err := exec.Command(gomarmot, "log", "salvage", log).CombinedOutput()
				require.NoError(t, err, "%s", out)
				left, err := os.ReadDir(folder)
				require.NoError(t, err)
				require.Empty(t, left, "%s", out)
				b.complete(t)
				killed(t, gomarmot, b)
				oneFile(t, log)
				require.NoError(t, os.Rename(folder, folder+".gone"))
				b.complete(t)
			})
		}
	}
}

// TestNodeEnd: jobs that end in another way.
func TestNodeEnd(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		bin := busyProgram(t, m, root)
		for _, how := range []string{"abort", "exit", "_exit"} {
			t.Run(m.Name+"/"+how, func(t *testing.T) {
				env, folder := nodeLog(t)
				b := startBusy(t, m, Launch{Binary: bin, Args: []string{how, "1"}, Preload: preload, Env: env})
				b.wait(t)
				log := filepath.Join(b.dir, "run.log")
				r, _, err := ReadReport(gomarmot, log)
				require.NoError(t, err)
				require.Len(t, r.Ends, busyRanks)
				ends := map[int]report.End{}
				for _, e := range r.Ends {
					ends[e.Rank] = e.How
				}
				require.Equal(t, map[string]report.End{"abort": report.Aborted, "exit": report.Exited, "_exit": report.Killed}[how], ends[1])
				out, err := exec.Command(gomarmot, "log", "salvage", log).CombinedOutput()
				require.NoError(t, err, "%s", out)
				left, err := os.ReadDir(folder)
				require.NoError(t, err)
				require.Empty(t, left, "%s", out)
				again, _, err := ReadReport(gomarmot, log)
				require.NoError(t, err)
				require.Equal(t, r.Ends, again.Ends)
				require.Equal(t, r.Records, again.Records)
				oneFile(t, log)
			})
		}
	}
}

// TestNodeTwice: a job whose ranks run two programs, one after the other, leaves two logs.
func TestNodeTwice(t *testing.T) {
	ofRecorder(t)
	_, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := openDir(t)
			bin := filepath.Join(dir, "hello")
			require.NoError(t, os.WriteFile(bin+".c", []byte("#include <mpi.h>\nint main(int c, char **v)\n{\n"+
				"    MPI_Init(&c, &v);\n    MPI_Barrier(MPI_COMM_WORLD);\n    return MPI_Finalize();\n}\n"), 0o600))
			require.NoError(t, m.Compile(bin+".c", bin))
			env, folder := nodeLog(t)
			env = append(env, "GOMARMOT_JOB=twice")
			for round := range 2 {
				o, err := m.RunSingle(Launch{Binary: "/bin/sh", Args: []string{"-c", `"$0" && "$0"`, bin}, Dir: dir, Preload: preload, Env: env})
				require.NoError(t, err)
				require.Zero(t, o.Exit, o.Stderr)
				logs, err := filepath.Glob(filepath.Join(dir, "run.log*.d"))
				require.NoError(t, err)
				require.NotEmpty(t, logs)
				for _, log := range logs {
					r, code, err := ReadReport(gomarmot, log)
					require.NoError(t, err)
					require.Zero(t, code, "round %d", round)
					require.True(t, r.Complete)
				}
			}
			left, err := os.ReadDir(folder)
			require.NoError(t, err)
			require.Empty(t, left, fmt.Sprint(left))
		})
	}
}
