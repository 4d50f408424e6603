package job_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
)

func TestMatchedInAnyOrder(t *testing.T) {
	j := replay.New(t, 3)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	at := replay.Here()
	for range 3 {
		j.Fence(0, w)
		j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
		j.Fence(0, v)
	}
	j.Free(w)
	j.Free(v)
	j.Finalize()
	fence := fmt.Sprintf("matched MPI_Win_fence on window 1 of MPI_COMM_WORLD: 0:%d 1:%d 2:%d", at+2, at+2, at+2)
	got := always(t, j, 3, "matched")
	assert.Contains(t, got, fence)
	assert.Len(t, got, 2+9+2)
	assert.Empty(t, watch(j, 3, 1).of("disagreement"))
	assert.Empty(t, watch(j, 3, 1).of("missing"))
}

// Rows before a disagreement are matched whichever rank comes first.
func TestMatchedBeforeDisagreement(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	j.Fence(0, w)
	j.Rank(0).Stuck("MPI_Win_free", w)
	j.Rank(1).Stuck("MPI_Win_fence", 0, w)
	j.Rank(2).Stuck("MPI_Win_fence", 0, w)
	line := replay.Here() - 1
	assert.Len(t, always(t, j, 3, "matched"), 3)
	at := line - 2
	assert.Equal(t, []string{fmt.Sprintf("disagreement on window 1 of MPI_COMM_WORLD: 1:%d and 1 like it, 0:%d and 0 more",
		at+1, at)}, always(t, j, 3, "disagreement"))
	assert.Empty(t, always(t, j, 3, "missing"), "all that is missing follows from the disagreement")
}

// A collective call that failed on a rank ends the matching there: the rank may repeat it.
func TestFailedCollective(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	j.Fence(0, w)
	a.Fail("MPI_Win_fence", 0, w)
	a.Do("MPI_Win_fence", 0, w)
	b.Do("MPI_Win_fence", 0, w)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	j.Free(w)
	j.Finalize()
	for seed := range uint64(20) {
		v := watch(j, 2, seed)
		assert.Empty(t, v.of("disagreement"))
		assert.Empty(t, v.of("missing"))
	}
}

// A failed open of a file says nothing about the order of calls.
func TestFailedOpen(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Each(func(r *replay.Rank) { r.Fail("MPI_File_open", replay.World) })
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	j.Rank(1).Stuck("MPI_Win_free", w)
	assert.Len(t, always(t, j, 2, "disagreement"), 1)
}

// If records are missing, a rank's position in the order is unknown.
func TestLostRecords(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	j.Fence(0, w)
	a.Event(event.Lost, 2)
	a.Do("MPI_Win_free", w)
	b.Do("MPI_Win_fence", 0, w)
	b.Do("MPI_Win_fence", 0, w)
	b.Do("MPI_Win_free", w)
	j.Finalize()
	for seed := range uint64(20) {
		v := watch(j, 2, seed)
		assert.Empty(t, v.of("disagreement"))
		assert.Empty(t, v.of("missing"))
	}
	j.Check()
}

// The order across objects is checked only for ranks that call from a single thread.
func TestInterleavedThreads(t *testing.T) {
	for threads := 1; threads <= 2; threads++ {
		j := replay.New(t, 2)
		w, v := j.Allocate(64, 4), j.Allocate(64, 4)
		a, b := j.Rank(0), j.Rank(1)
		a.Do("MPI_Win_fence", 0, w)
		a.Thread = threads - 1
		a.Do("MPI_Win_fence", 0, v)
		a.Thread = 0
		b.Do("MPI_Win_fence", 0, v)
		b.Do("MPI_Win_fence", 0, w)
		j.Free(w)
		j.Free(v)
		j.Finalize()
		assert.Len(t, always(t, j, 2, "disagreement"), 2-threads)
	}
}

// The memory of a job does not grow with the number of windows and communicators created and freed.
func TestRetired(t *testing.T) {
	j := replay.New(t, 2)
	for range 50 {
		dup := j.Handle()
		w := j.Handle()
		j.Each(func(r *replay.Rank) {
			r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, dup, 0, int64(r.World()))
			r.Do("MPI_Win_allocate", 64, 4, replay.InfoNull, dup, 0x10000, w)
			r.Do("MPI_Comm_free", dup)
			r.Do("MPI_Win_fence", 0, w)
			r.Do("MPI_Win_free", w)
		})
	}
	j.Finalize()
	v := watch(j, 2, 3)
	assert.Len(t, v.of("matched"), 250)
	assert.LessOrEqual(t, v.kept, 3, "windows, orders and families kept")
}
