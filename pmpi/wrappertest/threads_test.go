package wrappertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// rounds is the number of rounds of each thread of testdata/threads.c.
const rounds = 60

// roundsOf returns the calls of thread i, each with its displacement or offset.
func roundsOf(i int) []string {
	var list []string
	for k := range rounds {
		at := fmt.Sprintf(" %d", i*rounds+k)
		list = append(list, "MPI_Win_lock", fmt.Sprintf("MPI_Put %d", k), "MPI_Win_unlock",
			"MPI_Rput"+at, "MPI_Wait", "MPI_Win_flush", "MPI_Rget"+at, "MPI_Test",
			fmt.Sprintf("MPI_File_write_at %d", k), fmt.Sprintf("MPI_File_read_at %d", k))
		if i == 0 {
			list = append(list, fmt.Sprintf("MPI_File_write_at_all_begin %d", rounds+k), "MPI_Win_sync", "MPI_File_write_at_all_end")
		}
	}
	return list
}

// Eight threads use windows and files at once: every call is in the log, in
// the order of its thread, and no rule reports.
func TestThreads(t *testing.T) {
	t.Parallel()
	for _, mpi := range mpis {
		program := filepath.Join(t.TempDir(), "threads")
		run(t, acceptance.Compiler(mpi.cc, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o", program, filepath.Join("testdata", "threads.c"), "-lpthread"))
		for _, io := range []string{"ompio", "romio321"} { // Open MPI's two, MPICH has one
			if mpi.name == "mpich" && io == "ompio" {
				continue
			}
			t.Run(mpi.name+"/"+io, func(t *testing.T) {
				dir := t.TempDir()
				env := slices.Concat(preload(t), mpi.env, []string{"OMPI_MCA_io=" + io, "OMPI_MCA_mpi_yield_when_idle=1",
					"OMPI_MCA_hwloc_base_binding_policy=none"})
				r := launch(t, dir, env, append(slices.Clone(mpi.run), program)...)
				require.Zero(t, r.exit, r.stderr)
				for rank := range 2 {
					list, end := events(t, dir, rank)
					assert.Equal(t, segment.Finalized, end.State)
					assert.Zero(t, end.Lost)
					checkThreads(t, list)
				}
				report, code, err := acceptance.ReadReport(built(t, "gomarmot"), filepath.Join(dir, "run.log"))
				require.NoError(t, err)
				assert.Zero(t, code)
				assert.True(t, report.Complete)
				assert.Empty(t, report.Findings)
			})
		}
	}
}

// checkThreads looks at the records of all threads but the first of a rank.
func checkThreads(t *testing.T, list []event.Event) {
	t.Helper()
	of := byThread(list)
	delete(of, 0)
	require.Equal(t, 8, len(of))
	seen := map[int]bool{}
	for _, records := range of {
		for n := range records {
			assert.Equal(t, records[0].Seq+uint32(n), records[n].Seq)
			assert.True(t, n == 0 || records[n-1].Time <= records[n].Time, "times rise")
		}
		require.Equal(t, event.Thread, records[0].Kind)
		got := callsOf(t, records[1:])
		var at int
		_, err := fmt.Sscanf(got[3], "MPI_Rput %d", &at)
		require.NoError(t, err)
		require.Equal(t, roundsOf(at/rounds), got)
		seen[at/rounds] = true
	}
	assert.Len(t, seen, 8)
}

// callsOf returns the calls of a thread's records. Of consecutive tests that find nothing, only the first has a record,
// with the number of the others. If MPICH gives the requests of several threads the same handle value, the buffer of a
// request may be looked at when another request is complete; readers know that such requests are complete with the
// first.
func callsOf(t *testing.T, records []event.Event) []string {
	t.Helper()
	var list []string
	records = slices.DeleteFunc(slices.Clone(records), func(e event.Event) bool { return e.Kind == event.Changed })
	for n, e := range records {
		if e.Phase == event.Leave {
			require.Equal(t, e.Kind, records[n-1].Kind, "a call ends that has begun")
			require.Equal(t, event.Enter, records[n-1].Phase)
			continue
		}
		if e.Kind == event.Polls {
			require.Equal(t, calls.Test, records[n-1].Kind)
			continue
		}
		call := e.Kind.String()
		if e.Kind == calls.Test && list[len(list)-1] == call {
			continue
		}
		for _, what := range []string{"target_disp", "offset"} {
			if i := calls.ArgIndex(e.Kind, what); i >= 0 {
				call += fmt.Sprintf(" %d", e.A[i])
			}
		}
		list = append(list, call)
	}
	return list
}

// TestSmallStacks: a thread's first call needs little of its stack.
func TestSmallStacks(t *testing.T) {
	got, end := record(t, nil, compileStub(t, "smallstack.c"))
	assert.Equal(t, segment.Finalized, end.State)
	fences := 0
	for i := range got {
		if got[i].Kind == calls.WinFence && got[i].Phase == event.Enter {
			fences++
		}
	}
	assert.Equal(t, 2, fences)
}

// A process whose main has ended with pthread_exit ends with its last thread, and not before.
func TestLastThread(t *testing.T) {
	exe := compileStub(t, "last.c")
	for _, args := range [][]string{{exe}, {exe, "finalize"}} {
		dir := t.TempDir()
		r := launch(t, dir, preload(t), args...)
		assert.Zero(t, r.exit)
		assert.Equal(t, "the last thread has ended\n", r.stdout)
		_, end := events(t, dir, 0)
		assert.True(t, end.Ended)
	}
}
