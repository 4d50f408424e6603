package wrappertest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// mpis are the real libraries.
var mpis = []struct {
	name, cc string
	run      []string
	env      []string
}{
	{"openmpi", "mpicc.openmpi", []string{"mpiexec.openmpi", "--oversubscribe", "-n", "2"},
		[]string{"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_osc=sm,pt2pt"}},
	{"mpich", "mpicc.mpich", []string{"mpiexec.mpich", "-n", "2"}, []string{"UCX_RCACHE_ENABLE=n"}},
}

// ends are the ways to end: the argument of testdata/end.c, the rank that ends
// that way, and the end in its log.
var ends = []struct {
	how   string
	rank  int
	state segment.State
	last  calls.Kind // of the last record
}{
	{"finalize", 1, segment.Finalized, event.End},
	{"fork", 1, segment.Finalized, event.End},
	{"sigurg", 1, segment.Finalized, event.End},
	{"exit", 0, segment.Exited, event.End},
	{"return", 0, segment.Exited, event.End},
	{"abort", 1, segment.Aborted, event.End},
	{"quick", 0, segment.Running, calls.WinFence},
	{"segv", 1, segment.Running, calls.WinFence},
	{"fault", 1, segment.Running, calls.WinFence},
	{"sigabrt", 1, segment.Running, calls.WinFence},
	{"sigpipe", 1, segment.Running, calls.WinFence},
	{"sigterm", 0, segment.Running, calls.WinFence},
}

// The program ends as it does without gomarmot, and its log says how.
func TestEnds(t *testing.T) {
	t.Parallel()
	for _, mpi := range mpis {
		program := filepath.Join(t.TempDir(), "end")
		run(t, acceptance.Compiler(mpi.cc, "-O1", "-g", "-Wall", "-o", program, filepath.Join("testdata", "end.c")))
		for _, c := range ends {
			t.Run(mpi.name+"/"+c.how, func(t *testing.T) {
				args := append(append([]string{}, mpi.run...), program, c.how)
				dir := t.TempDir()
				// mpiexec's status depends on which rank it sees end first.
				plain, with := acceptance.UntilAlike(&again, t.Name(),
					func() result { return launch(t, t.TempDir(), mpi.env, args...) },
					func() result { return launch(t, dir, append(preload(t), mpi.env...), args...) },
					func(a, b result) bool { return a.exit == b.exit && traces(a.stderr) == traces(b.stderr) })
				assert.Equal(t, plain.exit, with.exit, with.stderr)
				assert.Equal(t, traces(plain.stderr), traces(with.stderr))
				got, end := events(t, dir, c.rank)
				require.NotEmpty(t, got)
				assert.Equal(t, c.state, end.State)
				assert.Equal(t, c.last, got[len(got)-1].Kind)
				assert.Empty(t, end.Damage)
			})
		}
	}
}

// A fatal error of MPI: the record of the call that caused it is there.
func TestFatalError(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "end")
			run(t, acceptance.Compiler(mpi.cc, "-O1", "-g", "-Wall", "-o", program, filepath.Join("testdata", "end.c")))
			args := append(append([]string{}, mpi.run...), program, "fatal")
			dir := t.TempDir()
			with := launch(t, dir, append(preload(t), mpi.env...), args...)
			assert.NotZero(t, with.exit)
			got, end := events(t, dir, 0)
			require.NotEmpty(t, got)
			last := got[len(got)-1]
			if end.State == segment.Exited {
				last = got[len(got)-2]
			}
			assert.Equal(t, calls.Put, last.Kind)
			assert.Equal(t, int64(77), last.A[3])
		})
	}
}

// traces counts the lines of a crash trace: addresses differ between runs.
func traces(stderr string) int {
	return strings.Count(stderr, "Signal:") + strings.Count(stderr, "Signal code:") + strings.Count(stderr, "/libc.so.6")
}
