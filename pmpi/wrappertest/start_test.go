package wrappertest

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// compileMPI builds a program of testdata with a real MPI.
func compileMPI(t *testing.T, cc, source string, flags ...string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "prog")
	run(t, acceptance.Compiler(cc, append([]string{"-O1", "-g", "-Wall", "-Wextra", "-o", exe, filepath.Join("testdata", source)}, flags...)...))
	return exe
}

// find returns the first record of a call in the given phase.
func find(t *testing.T, list []event.Event, kind calls.Kind, phase event.Phase) event.Event {
	t.Helper()
	for _, e := range list {
		if e.Kind == kind && e.Phase == phase {
			return e
		}
	}
	require.Fail(t, "no record", "%s phase %d", kind, phase)
	return event.Event{}
}

// A program that never calls MPI_Init: all ranks find the same folder without a
// message being sent.
func TestSessions(t *testing.T) {
	program := compileMPI(t, "mpicc.mpich", "session.c")
	dir := t.TempDir()
	r := launch(t, dir, preload(t), "mpiexec.mpich", "-n", "3", program)
	require.Zero(t, r.exit, r.stderr)
	require.Empty(t, r.stderr)
	for rank := range 3 {
		got, end := events(t, dir, rank)
		assert.Equal(t, calls.SessionInit, got[1].Kind)
		made := find(t, got, calls.CommCreateFromGroup, event.Leave)
		assert.Equal(t, []int64{3, 0, 1, 2}, blobWords(made))
		assert.Equal(t, int64(rank), made.A[3])
		assert.Equal(t, event.EndFinalized, end.Reason)
	}
}

// A spawned job has a log of its own beside its parent's.
func TestSpawnedJob(t *testing.T) {
	mpi := mpis[0] // Debian's MPICH cannot spawn
	program := compileMPI(t, mpi.cc, "spawn.c")
	dir := t.TempDir()
	r := launch(t, dir, append(preload(t), mpi.env...), mpi.run[0], "--oversubscribe", "-n", "1", program)
	require.Zero(t, r.exit, r.stderr)
	got, _ := events(t, dir, 0)
	made := find(t, got, calls.CommSpawn, event.Leave)
	assert.Equal(t, []int64{1, 0, 2, -1, -1}, blobWords(made), "local and remote group")
	assert.Equal(t, int64(1), made.A[len(made.Words())-2], "an intercommunicator")
	logs, err := filepath.Glob(filepath.Join(dir, "run.log-spawned-*.d", "*.seg"))
	require.NoError(t, err)
	assert.Len(t, logs, 2)
}

// An MPI library with local scope is found all the same.
func TestLocalScope(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			plugin := compileMPI(t, mpi.cc, "nested.c", "-shared", "-fPIC", "-Dmain=plugin_main")
			host := compileMPI(t, "cc", "local.c", "-ldl")
			dir := t.TempDir()
			args := append(append([]string{}, mpi.run...), host, plugin)
			r := launch(t, dir, append(preload(t), mpi.env...), args...)
			require.Zero(t, r.exit, r.stderr+r.stdout)
			got, end := events(t, dir, 1)
			find(t, got, calls.Allreduce, event.Leave)
			assert.True(t, end.Ended)
		})
	}
}

// Two jobs in the same folder do not write into each other's log.
func TestTwoJobsAtOnce(t *testing.T) {
	dir := t.TempDir()
	program := compileStub(t, "slow.c")
	r := launch(t, dir, preload(t), "/bin/sh", "-c", program+" 5 & sleep 0.3; "+program+" 0; wait")
	require.Zero(t, r.exit)
	assert.Contains(t, r.stderr, "belongs to a job that is still running")
	logs, err := filepath.Glob(filepath.Join(dir, "run.log*.d", "rank-00000.seg"))
	require.NoError(t, err)
	assert.Len(t, logs, 2)
	_, end := events(t, dir, 0)
	assert.True(t, end.Ended)
	left, err := filepath.Glob(filepath.Join(dir, "*", "*.ring"))
	require.NoError(t, err)
	assert.Empty(t, left)
	info, err := os.Stat(filepath.Join(dir, "run.log.d"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
}

// A process that is killed while recording starts, before the call that initializes MPI has a record, is in that call.
func TestKilledAtStart(t *testing.T) {
	program := compileStub(t, "slow.c")
	dir := t.TempDir()
	r := launch(t, dir, append(preload(t), "STUB_KILLS=3"), program) // it is asked for the third time last
	require.Equal(t, -1, r.exit, "the process was not killed")
	ring, err := segment.OpenPeek(logdir.RingName(logdir.Dir(filepath.Join(dir, logdir.Default)), 0, 0))
	require.NoError(t, err)
	defer ring.Close()
	now := ring.Look().Now
	assert.Equal(t, calls.Init, now.Kind)
	assert.NotZero(t, now.PC)
}

// A session that begins after recording has ended is noted beside the log: also where the MPI library crashes.
func TestLaterSession(t *testing.T) {
	program := compileStub(t, "sessions.c")
	for name, c := range map[string]struct {
		env  []string
		died bool
	}{
		"returns": {nil, false},
		"crashes": {[]string{"STUB_CRASHES=1"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			r := launch(t, dir, append(preload(t), c.env...), program)
			assert.Equal(t, c.died, r.exit != 0, r.stderr)
			log, err := logdir.OpenRank(logdir.Dir(filepath.Join(dir, logdir.Default)), 0)
			require.NoError(t, err)
			defer log.Close()
			require.Len(t, log.Late, 1)
			assert.Equal(t, calls.SessionInit, log.Late[0].Kind)
			var last event.Event
			e := log.Late[0].Record(&last)
			assert.NotZero(t, e.PC)
			assert.Equal(t, c.died, e.N == 4)
			if c.died {
				assert.Equal(t, []int64{1, int64(syscall.SIGSEGV)}, e.A[2:4])
			}
		})
	}
}
