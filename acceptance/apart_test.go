//go:build mpi

package acceptance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// separate is the sentence about processes that were started together, each as a job of one rank.
const separate = "there were 2 jobs of one rank each: the ranks do not know about each other"

// bothMPIs is a folder with the same program compiled for both MPIs; each MPI's launcher may start either.
type bothMPIs struct {
	work
	preload string
}

func newBothMPIs(t *testing.T) *bothMPIs {
	t.Helper()
	root, preload, gomarmot := setup(t)
	x := &bothMPIs{work{m: &MPI{}, dir: t.TempDir(), gomarmot: gomarmot}, preload}
	for i := range MPIs {
		m := &MPIs[i]
		require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "apart.c"), filepath.Join(x.dir, m.Name)))
		x.env = append(x.env, m.Env...)
	}
	return x
}

// clean removes the logs.
func (x *bothMPIs) clean(t *testing.T) {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(x.dir, "run.log*"))
	require.NoError(t, err)
	for _, log := range logs {
		require.NoError(t, os.RemoveAll(log))
	}
}

// preloaded runs a command with the library in all of its processes, and returns what it prints.
func (x *bothMPIs) preloaded(t *testing.T, command ...string) string {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stdin = x.dir, OpenInput
	cmd.Env = append(append(os.Environ(), x.env...), "LD_PRELOAD="+x.preload)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Run(), out.String())
	return out.String()
}

// twoOf returns a command that starts two processes.
func twoOf(m *MPI, command ...string) []string {
	return append(append([]string{}, append(m.Mpiexec, "-n", "2")...), command...)
}

// otherMPI returns the MPI that is not MPIs[i].
func otherMPI(i int) *MPI { return &MPIs[1-i] }

// oneLine joins a text that was wrapped.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// TestApart: if a launcher starts a program of another MPI, each process is a job of one rank. The report, the summary
// of each job and gomarmot run say so, and their exit status is not 0.
func TestApart(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		t.Run("launcher of "+MPIs[i].Name, func(t *testing.T) {
			x := newBothMPIs(t)
			for name, command := range map[string][]string{
				"directly":    twoOf(&MPIs[i], "./"+otherMPI(i).Name),
				"by a script": twoOf(&MPIs[i], "sh", "-c", "./"+otherMPI(i).Name+"; true"),
			} {
				t.Run(name, func(t *testing.T) {
					x.clean(t)
					r := x.run(append([]string{"run", "--"}, command...)...)
					require.Equal(t, 2, r.code, r.err)
					require.Contains(t, oneLine(r.err), separate)
					require.Contains(t, r.err, "no rule broken in what the log holds")
					require.Zero(t, x.run(append([]string{"run", "--allow-incomplete", "--"}, command...)...).code)

					x.clean(t)
					out := x.preloaded(t, command...)
					r = x.run("report", "run.log")
					require.Equal(t, 2, r.code, r.out+r.err)
					require.Contains(t, oneLine(r.out), separate)
					if name == "directly" { // a script's process need not see the log of the other one
						require.Equal(t, 2, strings.Count(out, separate), out)
					}
				})
			}
			r := x.doctor("sh", "-c", strings.Join(twoOf(&MPIs[i], "./"+otherMPI(i).Name), " "))
			require.Contains(t, oneLine(r.out), separate, "the same text")
		})
	}
}

// TestApartSilent: processes that are meant to run as jobs of one rank get no such sentence, however they were started.
func TestApartSilent(t *testing.T) {
	t.Parallel()
	x := newBothMPIs(t)
	number := func(m *MPI) string {
		return map[string]string{"openmpi": "OMPI_COMM_WORLD_RANK", "mpich": "PMI_RANK"}[m.Name]
	}
	for i := range MPIs {
		m, own, foreign := &MPIs[i], "./"+MPIs[i].Name, "./"+otherMPI(i).Name
		one := strings.Join(append(append([]string{}, m.Mpiexec...), "-n", "1"), " ")
		for name, command := range map[string][]string{
			"no launcher":           {own},
			"one process":           append(strings.Fields(one), own),
			"one of the other MPI":  append(strings.Fields(one), foreign),
			"below an MPI program":  twoOf(m, own, foreign),
			"below its script":      twoOf(m, own, "sh -c '"+foreign+"; true'"),
			"a farm":                twoOf(m, "sh", "-c", foreign+" \"echo $"+number(m)+"\"; true"),
			"a launcher in another": twoOf(otherMPI(i), "sh", "-c", one+" "+own+"; true"),
		} {
			t.Run(m.Name+" "+name, func(t *testing.T) {
				x.clean(t)
				r := x.run(append([]string{"run", "--"}, command...)...)
				assert.Zero(t, r.code, r.out+r.err)
				x.clean(t)
				assert.NotContains(t, x.preloaded(t, command...), "each other")
				logs, err := filepath.Glob(filepath.Join(x.dir, "run.log*.d"))
				require.NoError(t, err)
				require.NotEmpty(t, logs)
				for _, log := range logs {
					r := x.run("report", log)
					assert.Zero(t, r.code, r.out+r.err)
				}
			})
		}
	}
}

// TestSideBySide: processes without a launcher that start at the same moment do not wait for each other, each has a log
// of its own, and the report on the first log names the others.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	x := newBothMPIs(t)
	const jobs = 3
	for i := range MPIs {
		one := "./" + MPIs[i].Name + " 'touch here.$$; for n in $(seq 600); do [ $(ls here.* | wc -l) = 3 ] && break; sleep 0.1; done' & "
		var out string
		for try := range 3 { // on a busy machine they may start apart
			x.clean(t)
			out = x.preloaded(t, "sh", "-c", "rm -f here.*; "+strings.Repeat(one, jobs)+"wait")
			if span(t, x.dir, "here.*") < 2*time.Second {
				break
			}
			require.Less(t, try, 2, "each waited for the one before")
		}
		require.NotContains(t, out, "each other")
		logs := logsIn(t, x.dir)
		require.Len(t, logs, jobs, out)
		r := x.run("report", "run.log")
		require.Zero(t, r.code, r.out+r.err)
		require.Regexp(t, `gomarmot: 2 more jobs ran at the same time, each with a log of its own: run\.log-[0-9a-f]{8}, run\.log-[0-9a-f]{8}\n$`, r.err)
		for _, log := range logs {
			if log != filepath.Join(x.dir, "run.log") {
				r := x.run("report", log)
				require.Zero(t, r.code, r.out+r.err)
				require.NotContains(t, r.err, "more job")
			}
		}
		_ = x.preloaded(t, "./"+MPIs[i].Name) // takes the name of the log, which is free
		require.NotContains(t, x.run("report", "run.log").err, "more job")
	}
}

// span returns the time between the oldest and the newest file.
func span(t *testing.T, dir, pattern string) time.Duration {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	require.NoError(t, err)
	var times []time.Time
	for _, f := range files {
		info, err := os.Stat(f)
		require.NoError(t, err)
		times = append(times, info.ModTime())
	}
	require.NotEmpty(t, times)
	slices.SortFunc(times, time.Time.Compare)
	return times[len(times)-1].Sub(times[0])
}

// TestNeverInitialized: gomarmot run fails if the job does not call MPI_Init, even if the log of an earlier run exists.
func TestNeverInitialized(t *testing.T) {
	x := newBothMPIs(t)
	for i := range MPIs {
		x.clean(t)
		require.Zero(t, x.run(append([]string{"run", "--"}, twoOf(&MPIs[i], "./"+MPIs[i].Name)...)...).code)
		r := x.run(append([]string{"run", "--"}, twoOf(&MPIs[i], "true")...)...)
		require.Equal(t, 2, r.code, r.err)
		require.Contains(t, r.err, "gomarmot: the run left no log; to find out why, run gomarmot doctor -- ")
		require.Contains(t, r.err, " true; run.log is the log of an earlier run\n")
	}
}

// TestEndedEarly: if a job failed or was ended before MPI_Init returned on any rank, gomarmot run says so.
func TestEndedEarly(t *testing.T) {
	t.Parallel()
	x := newBothMPIs(t)
	number := "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}"
	for i := range MPIs {
		bin := "./" + MPIs[i].Name
		x.clean(t)
		r := x.run(append([]string{"run", "--"}, twoOf(&MPIs[i], "sh", "-c", "kill -SEGV $$; "+bin)...)...)
		require.NotZero(t, r.code)
		require.Contains(t, r.err, "gomarmot: the run left no log: the command failed before any MPI_Init had returned; to find out why, ")
		half := twoOf(&MPIs[i], "sh", "-c", "[ "+number+" = 0 ] || exec sleep 60; exec "+bin)
		r = x.run(append([]string{"run", "--timeout", "3s", "--"}, half...)...)
		require.NotZero(t, r.code)
		require.Contains(t, r.err, "gomarmot: the run left no log: no MPI_Init had returned when the run was ended; MPI_Init waits for all ranks")
	}
}

// TestHalfPreloaded: the summary and the report say which ranks run without gomarmot.
func TestHalfPreloaded(t *testing.T) {
	t.Parallel()
	x := newBothMPIs(t)
	for i := range MPIs {
		m, bin := &MPIs[i], "./"+MPIs[i].Name
		for without, parts := range [][]string{{"env -u LD_PRELOAD " + bin, bin}, {bin, "env -u LD_PRELOAD " + bin}} {
			x.clean(t)
			command := append(append([]string{}, m.Mpiexec...), append(append([]string{"-n", "1"}, strings.Fields(parts[0])...),
				append([]string{":", "-n", "1"}, strings.Fields(parts[1])...)...)...)
			want := []string{"rank 0 left no log here", "rank 1 left no log here"}[without]
			r := x.run(append([]string{"run", "--"}, command...)...)
			require.Equal(t, 2, r.code, r.err)
			require.Contains(t, r.err, want)
			x.clean(t)
			out := x.preloaded(t, command...)
			if without == 1 {
				require.Contains(t, out, "gomarmot:   "+want)
			}
			r = x.run("report", "run.log")
			require.Equal(t, 2, r.code, r.out+r.err)
			require.Contains(t, r.out, want)
		}
	}
}

// TestRebuilt: the report says if the program was rebuilt after the run: the log says nothing about the new program.
func TestRebuilt(t *testing.T) {
	w := compiled(t, &MPIs[0], "acceptance", "testdata", "apart.c")
	require.Zero(t, w.run(w.mpiexec(nil, 2)...).code)
	require.Zero(t, w.run("report", "run.log").code)

	bin := filepath.Join(w.dir, "app")
	old, err := os.ReadFile(bin)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(bin, old, 0o700)) // newer, but the same
	require.Zero(t, w.run("report", "run.log").code)

	source := filepath.Join(w.dir, "new.c")
	const text = "#include <mpi.h>\nint main(void) { return MPI_Init(0, 0) + MPI_Finalize(); }\n"
	require.NoError(t, os.WriteFile(source, []byte(text), 0o600))
	require.NoError(t, os.Remove(bin))
	require.NoError(t, w.m.Compile(source, bin))
	r := w.run("report", "run.log")
	require.Equal(t, 2, r.code, r.out)
	require.Contains(t, oneLine(r.out), "app was built again on ")
	require.Zero(t, w.run("report", "--allow-incomplete", "run.log").code)
}

// TestSeveralJobs: if a command starts several jobs one after another, gomarmot run checks all of them.
func TestSeveralJobs(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		w := compiled(t, &MPIs[i], "acceptance", "testdata", "apart.c")
		root, _, _ := setup(t)
		bug := filepath.Join(root, "examples", "buggy", "LOCK003", "bug.c")
		require.NoError(t, w.m.Compile(bug, filepath.Join(w.dir, "bug")))
		good := strings.Join(w.start(2), " ")
		bad := strings.TrimSuffix(good, "app") + "bug"
		r := w.run("run", "--", "sh", "-c", bad+"; "+good+"; "+good)
		require.Equal(t, 1, r.code, r.err)
		require.Contains(t, r.err, "LOCK003")
		require.Contains(t, oneLine(r.err), "the command has started another job, which has a log of its own, with 1 error: "+
			"gomarmot report run.log.1")
		require.Contains(t, r.err, "gomarmot: no rule broken in 1 more job that the command has started: run.log.2\n")

		r = w.run("run", "--", "sh", "-c", good+"; "+good+"; "+good)
		require.Zero(t, r.code, r.err)
		require.Regexp(t, `gomarmot: no rule broken in 2 more jobs that the command has started: run\.log\.\d, run\.log\.\d\n$`, r.err)
	}
}
