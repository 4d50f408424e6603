package job_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/job"
)

// A rank that returns from a nonblocking collective call does not know which ranks have made it, and nothing is kept
// for that.
func TestMeetingsEnd(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Handle()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w) })
	for range 50 {
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Ibarrier", replay.World, 0x7000)
			r.Do("MPI_Wait", 0x7000)
			r.Do("MPI_Allreduce", 1, 2, 0, replay.Type("MPI_INT"), replay.Type("MPI_SUM"), replay.World)
			r.Do("MPI_Win_fence", 0, w)
			r.Do("MPI_Win_fence", j.Flavour.ModeNoPrecede, w)
			r.Do("MPI_Barrier", replay.World)
		})
	}
	v := watch(j, 3, 1)
	assert.LessOrEqual(t, v.meetings, 1, "beside the call that created the window, before the clocks were watched")
}

// outside counts the accesses to memory that is not attached.
func outside(j *replay.Job, n int) (least, most int) {
	least = 1 << 20
	for seed := range uint64(30) {
		n := len(watch(j, n, seed).of("outside"))
		least, most = min(least, n), max(most, n)
	}
	return least, most
}

// detached returns a job of n ranks in which rank 1 attaches memory to a dynamic window, and detaches it; then the
// ranks from 1 on make the calls of between, and rank 0 the calls of reach, and an access.
func detached(t *testing.T, n int, between func(*replay.Rank, int64), reach func(*replay.Rank, int64)) *replay.Job {
	j := replay.New(t, n)
	w := j.Handle()
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w)
		r.Do("MPI_Win_lock_all", 0, w)
	})
	j.Rank(1).Do("MPI_Win_attach", w, 0x1000, 64)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	j.Rank(1).Do("MPI_Win_detach", w, 0x1000)
	for i := 1; i < n; i++ {
		between(j.Rank(i), w)
	}
	reach(j.Rank(0), w)
	j.Rank(0).Put(w, 1, 0x1000, 4)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Barrier", replay.World)
		r.Do("MPI_Win_unlock_all", w)
		r.Do("MPI_Win_free", w)
		r.Finalize()
	})
	return j
}

// An order that a barrier proves is reported; an order that no call proves is not, in whatever order the ranks are
// read.
func TestProvenOrder(t *testing.T) {
	barrier := func(r *replay.Rank, _ int64) { r.Do("MPI_Barrier", replay.World) }
	least, _ := outside(detached(t, 3, barrier, barrier), 3)
	assert.Equal(t, 1, least, "after a barrier")

	none := func(r *replay.Rank, _ int64) { r.Do("MPI_Ibarrier", replay.World, 0x7000) }
	_, most := outside(detached(t, 3, none, none), 3)
	assert.Zero(t, most, "a nonblocking call")

	nothing := func(r *replay.Rank, _ int64) {
		r.Do("MPI_Allreduce", 1, 2, 0, replay.Type("MPI_INT"), replay.Type("MPI_SUM"), replay.World)
	}
	_, most = outside(detached(t, 3, nothing, nothing), 3)
	assert.Zero(t, most, "a reduction of nothing")

	// A rank without data need not wait, and no rank need wait for it.
	_, most = outside(detached(t, 2, nothing, func(r *replay.Rank, _ int64) {
		r.Do("MPI_Allreduce", 1, 2, 1, replay.Type("MPI_INT"), replay.Type("MPI_SUM"), replay.World)
	}), 2)
	assert.Zero(t, most, "a reduction to which the target gives nothing")
}

// A barrier of an intercommunicator lets a rank go before its own group has come.
func TestIntercommunicatorOrder(t *testing.T) {
	c := int64(0x600)
	meet := func(group, others []int64) func(*replay.Rank, int64) {
		return func(r *replay.Rank, _ int64) {
			r.With("MPI_Intercomm_create", nil, replay.Words(group, others), replay.World, 0, replay.World, others[0], 0, c, 1, int64(r.World())%2)
		}
	}
	j := replay.New(t, 3)
	w := j.Handle()
	j.Each(func(r *replay.Rank) {
		if r.World() < 2 {
			meet([]int64{0, 1}, []int64{2})(r, 0)
		} else {
			meet([]int64{2}, []int64{0, 1})(r, 0)
		}
		r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w)
		r.Do("MPI_Win_lock_all", 0, w)
	})
	j.Rank(1).Do("MPI_Win_attach", w, 0x1000, 64)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	j.Rank(1).Do("MPI_Win_detach", w, 0x1000)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", c) })
	j.Rank(0).Put(w, 1, 0x1000, 4)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Barrier", replay.World)
		r.Do("MPI_Win_unlock_all", w)
		r.Do("MPI_Win_free", w)
		r.Finalize()
	})
	_, most := outside(j, 3)
	assert.Zero(t, most)
}

// A start may return before the post: its rank then knows nothing of the post, but its accesses have no effect before
// the post.
func TestStartProvesNothing(t *testing.T) {
	job := func(reach string) *replay.Job {
		j := replay.New(t, 2)
		w, x := j.Handle(), j.Allocate(64, 4)
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w)
			if reach == "lock" {
				r.Do("MPI_Win_lock_all", 0, w)
			}
		})
		e, o := j.Rank(1), j.Rank(0)
		e.Do("MPI_Win_attach", w, 0x1000, 64)
		j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
		e.Do("MPI_Win_detach", w, 0x1000)
		in := x
		if reach == "start" {
			in = w
		}
		e.Do("MPI_Win_post", e.Group(0), 0, in)
		e.Do("MPI_Win_wait", in)
		o.Do("MPI_Win_start", o.Group(1), 0, in)
		o.Put(w, 1, 0x1000, 4)
		o.Do("MPI_Win_complete", in)
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Barrier", replay.World)
			if reach == "lock" {
				r.Do("MPI_Win_unlock_all", w)
			}
		})
		j.Free(w)
		j.Free(x)
		j.Finalize()
		return j
	}
	_, most := outside(job("lock"), 2)
	assert.Zero(t, most, "an access in another epoch")
	_, most = outside(job("start"), 2)
	assert.Equal(t, 1, most, "an access in the epoch that the start opened")
}

// A target attaches and detaches far ahead of a rank that accesses its memory: not all of its regions are kept, and
// then nothing is reported.
func TestManyRegions(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Handle()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w) })
	e, o := j.Rank(1), j.Rank(0)
	for i := range int64(4300) {
		e.Do("MPI_Win_attach", w, 0x1000+0x100*i, 64)
		e.Do("MPI_Recv", 0x9000, 1, replay.Type("MPI_INT"), 0, 0, replay.World) // sent by rank 0 after its access
		e.Do("MPI_Win_detach", w, 0x1000+0x100*i)
	}
	o.Do("MPI_Win_lock_all", 0, w)
	o.Put(w, 1, 0x1000, 4)
	o.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	_, most := outside(j, 2)
	assert.Zero(t, most)
}

// A window that a rank frees twice, and a file that it closes twice, still belong to the other rank.
func TestFreedTwice(t *testing.T) {
	j := replay.New(t, 2)
	w, fh := j.Allocate(64, 4), j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, 8|1, replay.InfoNull, fh, 3, 4711)
		r.Do("MPI_Win_fence", 0, w)
	})
	o, e := j.Rank(0), j.Rank(1)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	for range 2 {
		o.Do("MPI_Win_free", w)
		o.Do("MPI_File_close", fh)
	}
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	e.Do("MPI_File_sync", fh)
	e.Do("MPI_Win_fence", 0, w)
	e.Do("MPI_Win_free", w)
	e.Do("MPI_File_close", fh)
	j.Finalize()
	for seed := range uint64(30) {
		v := watch(j, 2, seed)
		assert.Empty(t, v.of("unmatched"))
		assert.NotEmpty(t, v.of("disagreement"))
	}
}

// Records that give a rank an impossible position are damaged: nothing is compared.
func TestRankOutside(t *testing.T) {
	for _, me := range []int64{-1, 2, 1 << 33, -1 << 40} {
		j := replay.New(t, 2)
		c, w, fh := j.Handle(), j.Handle(), j.Handle()
		j.Each(func(r *replay.Rank) {
			at := int64(r.World())
			if at == 1 {
				at = me
			}
			r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), replay.World, c, 0, at)
			r.Do("MPI_Win_create_dynamic", replay.InfoNull, c, w)
			r.With("MPI_File_open", replay.Strings("data"), nil, c, 0, 8|1, replay.InfoNull, fh, 3, 4711)
			r.Do("MPI_Win_attach", w, 0x1000, 64)
			r.Do("MPI_Win_post", r.Group(0, 1), 0, w)
			r.Do("MPI_Win_start", r.Group(0, 1), 0, w)
			r.Put(w, 0, 0x1000, 4)
			r.Put(w, 1, 0x1000, 4)
			r.Do("MPI_Win_complete", w)
			r.Do("MPI_Win_wait", w)
			r.Do("MPI_File_write_all_begin", fh, 0x1000, 8, replay.Type("MPI_INT"), 1)
			r.Do("MPI_File_write_all_end", fh, 0x1000, 0, 1, 1)
			r.Do("MPI_File_close", fh)
			r.Do("MPI_Win_fence", j.Flavour.ModeNoPut, w)
			r.Do("MPI_Win_fence", 0, w)
			r.Fail("MPI_Win_free", w)
			r.Do("MPI_Win_free", w)
			r.Do("MPI_Barrier", c)
		})
		j.Finalize()
		require.NotPanics(t, func() { assert.Empty(t, watch(j, 2, uint64(me)).of("outside")) })
	}
}

// The request of a nonblocking collective call completes no receive that was posted before.
func TestNonblockingCallAfterReceive(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Rank(0), j.Rank(1)
	b.Do("MPI_Irecv", 0x6000, 4, replay.Type("MPI_INT"), replay.AnySource, 3, replay.World, 0x70)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Ibarrier", replay.World, 0x71)
		r.Do("MPI_Wait", 0x71)
	})
	a.Do("MPI_Send", 0x5000, 4, replay.Type("MPI_INT"), 1, 3, replay.World)
	b.Do("MPI_Wait", 0x70, 0, 0, 3, 16)
	for seed := range uint64(10) {
		v, vague := &view{}, false
		watchSteps(j, 2, seed, func(fact.Fact) {}, func(j *job.Job) { vague = vague || j.Vague() }, v)
		assert.False(t, vague)
		assert.Zero(t, v.released)
	}
}
