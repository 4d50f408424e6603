package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// TestMixedProgram: fence, post-start-complete-wait and lock phases on one
// window, ranks in different orders, many iterations: no findings.
func TestMixedProgram(t *testing.T) {
	const n = 4
	j := replay.New(t, n)
	w := j.Allocate(1<<16, 4)
	f := j.Flavour
	j.Each(func(r *replay.Rank) {
		left, right := int64(r.World()+n-1)%n, int64(r.World()+1)%n
		g := r.Group(left, right)
		for range 300 {
			r.Do("MPI_Win_fence", f.ModeNoPrecede, w)
			r.Put(w, right, 0, 16)
			r.Do("MPI_Win_fence", f.ModeNoSucceed, w)
			r.Do("MPI_Win_post", g, 0, w)
			r.Do("MPI_Win_start", g, 0, w)
			r.Put(w, left, 0, 16)
			r.Put(w, right, 16, 16)
			r.Do("MPI_Win_complete", w)
			r.Do("MPI_Win_wait", w)
			r.Do("MPI_Barrier", replay.World)
			r.Do("MPI_Win_lock", r.Shared(), right, 0, w)
			r.Get(w, right, 0, 16)
			r.Do("MPI_Win_unlock", right, w)
			r.Do("MPI_Barrier", replay.World)
		}
	})
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// TestHandleReuse: windows created in a loop with one handle value are
// different objects, named alike on all ranks.
func TestHandleReuse(t *testing.T) {
	j := replay.New(t, 3)
	for range 200 {
		w := int64(77)
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Win_allocate", 4096, 4, replay.InfoNull, replay.World, 0x10000, w)
			r.Do("MPI_Win_fence", 0, w)
			r.Put(w, 1, 0, 16)
			r.Do("MPI_Win_fence", 0, w)
			r.Do("MPI_Win_free", w)
		})
	}
	j.Finalize()
	j.Silent()
}

// TestStartRunsAhead: an implementation may let start, put and complete
// return before the target has posted; ranks are matched by count, not time.
func TestStartRunsAhead(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(4096, 4)
	o, g := j.Rank(0), j.Rank(1)
	to, from := o.Group(1), g.Group(0)
	const n = 1000
	for range n {
		o.Do("MPI_Win_start", to, 0, w)
		o.Put(w, 1, 0, 4)
		o.Do("MPI_Win_complete", w)
	}
	for range n {
		g.Do("MPI_Win_post", from, 0, w)
		g.Do("MPI_Win_wait", w)
	}
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// TestKilledJobIsNoFault: if a job is cut short while a rank computes, there is no fault to report.
func TestKilledJobIsNoFault(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(4096, 4)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	j.Rank(1).Stuck("MPI_Win_fence", 0, w)
	for _, f := range j.Check().Findings {
		require.Equal(t, "TOOL003", f.Rule.ID, f.Message)
	}
	ends := j.Check().Ends
	require.Equal(t, fact.EndedStuck, ends[0].How)
	require.Equal(t, fact.EndedBusy, ends[2].How)
	require.Contains(t, rules.Waits(ends[0].Waiting, nil), "rank 2")
}

// TestEndIsLost: a rank whose log was full when it ended was not killed.
func TestEndIsLost(t *testing.T) {
	for how, want := range map[event.EndReason]fact.EndState{
		event.EndFinalized: fact.EndedFinalized, event.EndExit: fact.EndedExit,
		event.EndAbort: fact.EndedAbort, 0: fact.EndedBusy,
	} {
		j := replay.New(t, 1)
		w := j.Allocate(4096, 4)
		j.Fence(0, w)
		j.Rank(0).LoseEnd(7, how)
		require.Equal(t, want, j.Check().Ends[0].How)
		for _, f := range j.Check().Findings {
			require.True(t, f.Rule.ID == "TOOL002" || want != fact.EndedFinalized && f.Rule.ID == "TOOL003", f.Message)
		}
	}
}

// TestThreadsInterleave: two threads of a rank may use a communicator and a
// window in any order.
func TestThreadsInterleave(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(4096, 4)
	a, b := j.Rank(0), j.Rank(1)
	fence := func(r *replay.Rank) { r.Thread = 0; r.Do("MPI_Win_fence", 0, w) }
	barrier := func(r *replay.Rank) { r.Thread = 1; r.Do("MPI_Barrier", replay.World); r.Thread = 0 }
	for range 10 {
		fence(a)
		barrier(a)
		barrier(b)
		fence(b)
	}
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// TestCommunicatorNames: subcommunicators split with reversed keys, windows
// on them, and groups translated.
func TestCommunicatorNames(t *testing.T) {
	j := replay.New(t, 4)
	comm, w := j.Handle(), j.Handle()
	members := [][]int64{{2, 0}, {3, 1}}
	j.Each(func(r *replay.Rank) {
		color := int64(r.World() % 2)
		me := int64(1 - r.World()/2)
		r.With("MPI_Comm_split", nil, replay.Words(members[color]), replay.World, color, int64(-r.World()), comm, 0, me)
		size := int64(64)
		if me == 1 {
			size = 4096
		}
		r.Do("MPI_Win_allocate", size, 1, replay.InfoNull, comm, 0x10000, w)
		r.Do("MPI_Win_fence", 0, w)
		r.Put(w, 1, 0, 1024) // fits the window of the second rank only
		r.Do("MPI_Win_fence", 0, w)
		r.Do("MPI_Win_free", w)
		r.Do("MPI_Comm_free", comm)
	})
	j.Finalize()
	j.Silent()
}

// TestFirstAccess: the first access after a window was created is checked on
// every rank, whichever created it last.
func TestFirstAccess(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	line := 0
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_fence", 0, w)
		line = replay.Here() + 1
		r.Put(w, int64(r.World()+1)%3, 16, 1)
		r.Do("MPI_Win_fence", 0, w)
	})
	j.Free(w)
	j.Finalize()
	for rank := range 3 {
		require.Contains(t, j.Found(), replay.Finding{Rule: "RMA005", Rank: rank, Line: line})
	}
}

// TestSpawned: collective calls on a communicator with processes of a spawned job have their other half in another log.
func TestSpawned(t *testing.T) {
	j := replay.New(t, 2)
	inter := j.Handle()
	j.Each(func(r *replay.Rank) {
		blob := replay.Words([]int64{0, 1}, []int64{-1, -1})
		r.With("MPI_Comm_spawn", nil, blob, 0, 0, 2, replay.InfoNull, 0, replay.World, inter, 0, 1, int64(r.World()))
		r.Do("MPI_Barrier", inter)
		r.Do("MPI_Comm_disconnect", inter)
	})
	j.Finalize()
	j.Silent()
}
