package match_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// fenceMissing has rank 0 in a fence that rank 1 does not reach.
func fenceMissing(t *testing.T, rest func(j *replay.Job, r *replay.Rank, w int64)) *view {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	rest(j, j.Rank(1), w)
	return watch(j, 2, 5)
}

func TestMissing(t *testing.T) {
	for _, c := range []struct {
		name string
		rest func(j *replay.Job, r *replay.Rank, w int64)
		why  string // empty: no fault
	}{
		{"finalized", func(_ *replay.Job, r *replay.Rank, _ int64) { r.Finalize() }, fmt.Sprint("rank 1 ended ", fact.EndedFinalized)},
		{"in finalize", func(_ *replay.Job, r *replay.Rank, _ int64) { r.Stuck("MPI_Finalize") }, "rank 1 in MPI_Finalize"},
		{"exited", func(_ *replay.Job, r *replay.Rank, _ int64) { r.Exit() }, fmt.Sprint("rank 1 ended ", fact.EndedExit)},
		{"in a receive", func(_ *replay.Job, r *replay.Rank, _ int64) { r.Stuck("MPI_Recv") }, "rank 1 in MPI_Recv"},
		{"computing", func(*replay.Job, *replay.Rank, int64) {}, ""},
		{"aborted", func(_ *replay.Job, r *replay.Rank, _ int64) { r.Event(event.End, int64(event.EndAbort)) }, ""},
		{"ended by an error", func(_ *replay.Job, r *replay.Rank, w int64) {
			r.Stuck("MPI_Win_lock", 1, 0, 0, w)
			r.Exit()
		}, ""},
		{"lost records", func(_ *replay.Job, r *replay.Rank, _ int64) {
			r.Event(event.Lost, 1)
			r.Finalize()
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := fenceMissing(t, c.rest).of("missing")
			if c.why == "" {
				assert.Empty(t, got)
				return
			}
			assert.Equal(t, []string{"missing MPI_Win_fence on window 1 of MPI_COMM_WORLD: " + c.why}, got)
		})
	}
}

// A rank whose call could return was only cut short: it is not a fault that
// others have not come yet.
func TestAboutToReturn(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	pair := j.Handle()
	for i := 1; i < 3; i++ {
		r := j.Rank(i)
		r.With("MPI_Comm_create_group", nil, replay.Words([]int64{1, 2}), replay.World, 0, 0, pair, 0, int64(i-1))
		r.Stuck("MPI_Barrier", pair)
	}
	v := watch(j, 3, 1)
	assert.Empty(t, v.of("missing"))
	assert.Equal(t, fact.EndedBusy, v.ends[1].How)
	assert.Equal(t, fact.EndedStuck, v.ends[0].How)
}

// What a rank waits for is followed through post, start, complete and wait.
func TestWaiting(t *testing.T) {
	j := replay.New(t, 4)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	b.Do("MPI_Win_post", b.Group(0), 0, w)
	a.Do("MPI_Win_start", a.Group(1, 2), 0, w)
	a.Stuck("MPI_Win_complete", w)
	b.Stuck("MPI_Win_wait", w)
	j.Rank(2).Stuck("MPI_Win_free", w)
	j.Rank(3).Do("MPI_Win_lock", j.Rank(3).Exclusive(), 3, 0, w)
	j.Rank(3).Stuck("MPI_Recv")
	v := watch(j, 4, 1)
	assert.Equal(t, "waits for MPI_Win_post from rank 2, which is in MPI_Win_free", rules.Waits(v.ends[0].Waiting, nil))
	assert.Equal(t, "waits for MPI_Win_complete from rank 0, which is in MPI_Win_complete", rules.Waits(v.ends[1].Waiting, nil))
	assert.Equal(t, "waits for MPI_Win_free from rank 0, which is in MPI_Win_complete; rank 1, which is in MPI_Win_wait; "+
		"rank 3, which is in MPI_Recv", rules.Waits(v.ends[2].Waiting, nil))
	for i := range 4 {
		assert.Equal(t, fact.EndedStuck, v.ends[i].How, fmt.Sprint("rank ", i))
	}
}

func TestWaitingForLock(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	b.Do("MPI_Win_lock", b.Exclusive(), 1, 0, w)
	a.Stuck("MPI_Win_lock", a.Exclusive(), 1, 0, w)
	b.Stuck("MPI_Recv")
	assert.Equal(t, "waits for a lock that rank 1 holds", rules.Waits(watch(j, 2, 1).ends[0].Waiting, nil))
}

// A test that can never succeed is as stuck as a wait; one whose
// origins have completed would have returned.
func TestPolling(t *testing.T) {
	for _, completed := range []bool{false, true} {
		j := replay.New(t, 2)
		w := j.Allocate(64, 4)
		o, e := j.Rank(0), j.Rank(1)
		e.Do("MPI_Win_post", e.Group(0), 0, w)
		if completed {
			o.Do("MPI_Win_start", o.Group(1), 0, w)
			o.Do("MPI_Win_complete", w)
		}
		e.Do("MPI_Win_test", w, 0)
		o.Stuck("MPI_Win_free", w)
		want := fact.EndedStuck
		if completed {
			want = fact.EndedBusy
		}
		v := watch(j, 2, 1)
		assert.Equal(t, want, v.ends[1].How)
		assert.Equal(t, completed, len(v.of("missing")) == 0)
	}
}
