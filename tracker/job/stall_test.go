package job_test

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

// A rank whose call could return was only cut short: it is not a fault that other ranks have not come yet.
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

// The waits of ranks are followed through post, start, complete and wait.
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

// A test that can never succeed is as stuck as a wait; a test whose origins have completed would have returned.
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

// Calls that send or receive say for which message, and of which rank, they wait, and which message nearly matched.
func TestWaitingForMessages(t *testing.T) {
	const tag = 5
	recv := func(r *replay.Rank, source, tag int64) {
		r.Stuck("MPI_Recv", 0x1000, 1, replay.Type("MPI_INT"), source, tag, replay.World)
	}
	send := func(r *replay.Rank, dest, tag int64) {
		r.Do("MPI_Send", 0x2000, 1, replay.Type("MPI_INT"), dest, tag, replay.World)
	}
	irecv := func(r *replay.Rank, source, tag, request int64) {
		r.Do("MPI_Irecv", 0x1000, 1, replay.Type("MPI_INT"), source, tag, replay.World, request)
	}
	for _, c := range []struct {
		name string
		do   func(j *replay.Job)
		want string // of rank 0; "": it can go on
	}{
		{"no message", func(j *replay.Job) { recv(j.Rank(0), 1, tag) },
			"waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD"},
		{"any rank, any tag", func(j *replay.Job) { recv(j.Rank(0), j.Flavour.AnySource, j.Flavour.AnyTag) },
			"waits for a message with any tag on MPI_COMM_WORLD from any rank"},
		{"sent", func(j *replay.Job) { send(j.Rank(1), 0, tag); recv(j.Rank(0), 1, tag) }, ""},
		{"sent to a wildcard", func(j *replay.Job) { send(j.Rank(1), 0, tag); recv(j.Rank(0), j.Flavour.AnySource, tag) }, ""},
		{"other tag", func(j *replay.Job) { send(j.Rank(1), 0, 6); recv(j.Rank(0), 1, tag) },
			"waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD, but rank 1 sent a message with tag 6 (MPI_Send)"},
		{"other source", func(j *replay.Job) { send(j.Rank(2), 0, tag); recv(j.Rank(0), 1, tag) },
			"waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD, but rank 2 sent one (MPI_Send)"},
		{"other source and tag", func(j *replay.Job) { send(j.Rank(2), 0, 6); recv(j.Rank(0), 1, tag) },
			"waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD"},
		{"taken by an earlier receive", func(j *replay.Job) {
			send(j.Rank(1), 0, tag)
			irecv(j.Rank(0), j.Flavour.AnySource, tag, 70)
			recv(j.Rank(0), 1, tag)
		}, "waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD"},
		{"an earlier receive can take another", func(j *replay.Job) {
			send(j.Rank(1), 0, tag)
			send(j.Rank(2), 0, tag)
			irecv(j.Rank(0), j.Flavour.AnySource, tag, 70)
			recv(j.Rank(0), 1, tag)
		}, ""},
		{"too long", func(j *replay.Job) {
			j.Rank(1).Do("MPI_Send", 0x2000, 9, replay.Type("MPI_INT"), 0, tag, replay.World)
			recv(j.Rank(0), 1, tag)
		}, "waits for a message with tag 5 on MPI_COMM_WORLD, which has met a message of rank 1 that is too long for it (MPI_Send)"},
		{"synchronous send", func(j *replay.Job) {
			irecv(j.Rank(1), 0, 6, 70)
			j.Rank(0).Stuck("MPI_Ssend", 0x2000, 1, replay.Type("MPI_INT"), 1, tag, replay.World)
		}, "waits for rank 1, which is in MPI_Barrier on MPI_COMM_WORLD, to receive its message with tag 5 on MPI_COMM_WORLD, but rank 1 receives with tag 6 (MPI_Irecv)"},
		{"received synchronous send", func(j *replay.Job) {
			irecv(j.Rank(1), 0, tag, 70)
			j.Rank(0).Stuck("MPI_Ssend", 0x2000, 1, replay.Type("MPI_INT"), 1, tag, replay.World)
		}, ""},
		{"probe", func(j *replay.Job) {
			send(j.Rank(1), 0, tag)
			irecv(j.Rank(0), 1, tag, 70)
			j.Rank(0).Stuck("MPI_Probe", 1, tag, replay.World)
		}, "waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD"},
		{"probe that finds one", func(j *replay.Job) {
			send(j.Rank(1), 0, tag)
			j.Rank(0).Stuck("MPI_Mprobe", 1, tag, replay.World)
		}, ""},
		{"sendrecv", func(j *replay.Job) {
			j.Rank(0).Stuck("MPI_Sendrecv", 0x2000, 1, replay.Type("MPI_INT"), 2, 3, 0x1000, 1, replay.Type("MPI_INT"), 1, tag, replay.World)
		}, "waits for a message with tag 5 on MPI_COMM_WORLD from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD"},
		{"wait", func(j *replay.Job) {
			irecv(j.Rank(0), 1, tag, 70)
			j.Rank(0).Stuck("MPI_Wait", 70)
		}, "waits for a message with tag 5 on MPI_COMM_WORLD (MPI_Irecv) from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD"},
		{"waitall", func(j *replay.Job) {
			r := j.Rank(0)
			send(j.Rank(2), 0, 1)
			irecv(r, 1, tag, 70)
			irecv(r, 2, 1, 71)
			r.Do("MPI_Isend", 0x2000, 1, replay.Type("MPI_INT"), 1, 9, replay.World, 72)
			r.Do("MPI_Irecv", 0x1000, 1, replay.Type("MPI_INT"), j.Flavour.ProcNull, tag, replay.World, 73)
			r.Do("MPI_Ibarrier", replay.Self, 74)
			r.StuckWith("MPI_Waitall", replay.Words([]int64{70, 71, 72, 73, 74}), 5)
		}, "waits for 2 requests: a message with tag 5 on MPI_COMM_WORLD (MPI_Irecv) from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD; MPI_Ibarrier"},
		{"waitany", func(j *replay.Job) {
			irecv(j.Rank(0), 1, tag, 70)
			irecv(j.Rank(0), 2, tag, 71)
			j.Rank(0).StuckWith("MPI_Waitany", replay.Words([]int64{70, 71}), 2)
		}, "waits for one of 2 requests: a message with tag 5 on MPI_COMM_WORLD (MPI_Irecv) from rank 1, which is in MPI_Barrier on MPI_COMM_WORLD; " +
			"a message with tag 5 on MPI_COMM_WORLD (MPI_Irecv) from rank 2, which is in MPI_Barrier on MPI_COMM_WORLD"},
		{"waitany with one that has come", func(j *replay.Job) {
			send(j.Rank(2), 0, tag)
			irecv(j.Rank(0), 1, tag, 70)
			irecv(j.Rank(0), 2, tag, 71)
			j.Rank(0).StuckWith("MPI_Waitany", replay.Words([]int64{70, 71}), 2)
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(5) {
				j := replay.New(t, 3)
				c.do(j)
				j.Rank(1).Stuck("MPI_Barrier", replay.World)
				j.Rank(2).Stuck("MPI_Barrier", replay.World)
				v := watch(j, 3, seed)
				assert.Equal(t, c.want, rules.Waits(v.ends[0].Waiting, nil))
				assert.Equal(t, c.want == "", v.ends[0].How == fact.EndedBusy)
				assert.Equal(t, c.want == "", len(v.of("missing")) == 0, "the barrier that rank 0 does not reach")
			}
		})
	}
}

// Records are missing: it is unknown which messages were sent, or received.
func TestWaitingUnknown(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(1).Event(event.Lost, 1)
	j.Rank(0).Stuck("MPI_Recv", 0x1000, 1, replay.Type("MPI_INT"), 1, 5, replay.World)
	j.Rank(1).Stuck("MPI_Barrier", replay.World)
	assert.Empty(t, rules.Waits(watch(j, 2, 1).ends[0].Waiting, nil))
}
