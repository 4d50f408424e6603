package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
)

func TestFence001(t *testing.T) {
	for name, c := range map[string]struct{ open, close func(r *replay.Rank, w int64) }{
		"lock": {
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_lock", r.Exclusive(), 1, 0, w) },
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_unlock", 1, w) },
		},
		"lock_all": {
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_lock_all", 0, w) },
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_unlock_all", w) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			r := j.Rank(0)
			c.open(r, w)
			bad := below("FENCE001", 0)
			r.Do("MPI_Win_fence", 0, w)
			c.close(r, w)
			j.Rank(1).Do("MPI_Win_fence", 0, w)
			j.Free(w)
			j.Finalize()
			j.Want(bad)
			assert.Contains(t, finding(t, j, "FENCE001").Message, name)
		})
	}
}

func TestFence001ActiveTarget(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	started := next()
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	inStart := below("FENCE001", 0)
	o.Do("MPI_Win_fence", 0, w)
	inPost := below("FENCE001", 1)
	e.Do("MPI_Win_fence", 0, w)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(inStart, inPost)
	shows(t, at(t, j, inStart), started)
	assert.Contains(t, at(t, j, inStart).Message, "MPI_Win_start")
	assert.Contains(t, at(t, j, inPost).Message, "MPI_Win_post")
}

func TestFence001Silent(t *testing.T) {
	j := replay.New(t, 2)
	w, other := j.Allocate(64, 4), j.Allocate(64, 4)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_lock", r.Shared(), 1, 0, other)
		r.Do("MPI_Win_start", replay.Empty, 0, w)
		r.Do("MPI_Win_post", replay.Empty, 0, w)
	})
	j.Fence(0, w)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_complete", w)
		r.Do("MPI_Win_wait", w)
		r.Do("MPI_Win_unlock", 1, other)
	})
	j.Free(other)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestFence002(t *testing.T) {
	j := replay.New(t, 2)
	_, _, _, noPrecede, noSucceed := modes(j)
	w := j.Allocate(64, 4)
	opened := next()
	j.Fence(0, w)
	put := next()
	j.Rank(1).Put(w, 0, 0, 1)
	bad := below("FENCE002", 1)
	j.Fence(noPrecede|noSucceed, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	shows(t, finding(t, j, "FENCE002"), put, opened)
}

func TestFence002Silent(t *testing.T) {
	j := replay.New(t, 2)
	_, _, _, noPrecede, noSucceed := modes(j)
	w := j.Allocate(64, 4)
	j.Fence(noPrecede, w)
	j.Each(func(r *replay.Rank) { r.Put(w, 0, 0, 1) })
	j.Fence(noSucceed, w) // ends the puts
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
		r.Get(w, 1, 0, 1)
		r.Do("MPI_Win_unlock", 1, w)
	})
	j.Fence(noPrecede, w)
	j.Each(func(r *replay.Rank) { r.Put(w, j.Flavour.ProcNull, 0, 1) })
	j.Fence(noPrecede|noSucceed, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// assertDiffers lets ranks 1 and 2 of three give an assertion that rank 0
// does not give.
func assertDiffers(t *testing.T, rule string, bit int64) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	without := next()
	j.Rank(0).Do("MPI_Win_fence", 0, w)
	bad := below(rule, 1)
	j.Rank(1).Do("MPI_Win_fence", bit, w)
	j.Rank(2).Do("MPI_Win_fence", bit, w)
	j.Fence(bit, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	f := finding(t, j, rule)
	shows(t, f, without)
	assert.Equal(t, []int{0, 1, 2}, f.Ranks)
	assert.Regexp(t, "^ranks 1, 2 pass MPI_MODE_NO.* to a fence, but not rank 0$", f.Message)
}

func TestFence003(t *testing.T) {
	assertDiffers(t, "FENCE003", replay.New(t, 1).Flavour.ModeNoPrecede)
}

func TestFence004(t *testing.T) {
	assertDiffers(t, "FENCE004", replay.New(t, 1).Flavour.ModeNoSucceed)
}

func TestFence003And4Silent(t *testing.T) {
	j := replay.New(t, 2)
	_, noStore, noPut, noPrecede, noSucceed := modes(j)
	w := j.Allocate(64, 4)
	j.Fence(noPrecede|noSucceed, w)
	j.Rank(0).Do("MPI_Win_fence", noStore|noPut, w)
	j.Rank(1).Do("MPI_Win_fence", 0, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// A rank that runs ahead and fails later does not hide earlier findings.
func TestFence003BeforeAFailure(t *testing.T) {
	j := replay.New(t, 2)
	noPrecede := j.Flavour.ModeNoPrecede
	w := j.Allocate(64, 4)
	bad := below("FENCE003", 0)
	j.Rank(0).Do("MPI_Win_fence", noPrecede, w)
	j.Rank(0).Fail("MPI_Win_fence", 0, w)
	j.Rank(1).Do("MPI_Win_fence", 0, w)
	j.Rank(1).Do("MPI_Win_fence", 0, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
}

func TestFence005(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	closed := next()
	j.Fence(j.Flavour.ModeNoSucceed, w)
	bad := below("FENCE005", 0)
	j.Rank(0).Put(w, 1, 0, 1)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	shows(t, finding(t, j, "FENCE005"), closed)
}

func TestFence005Silent(t *testing.T) {
	j := replay.New(t, 2)
	_, _, _, _, noSucceed := modes(j)
	w := j.Allocate(64, 4)
	j.Fence(noSucceed, w)
	j.Each(func(r *replay.Rank) {
		r.Put(w, j.Flavour.ProcNull, 0, 1)
		r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
		r.Get(w, 1, 0, 1)
		r.Do("MPI_Win_unlock", 1, w)
	})
	j.Fence(noSucceed, w)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Fence(0, w)
	o.Put(w, 1, 0, 1)
	j.Fence(noSucceed, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestFence006(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	promise := next()
	j.Rank(1).Do("MPI_Win_fence", j.Flavour.ModeNoPut, w)
	j.Rank(0).Do("MPI_Win_fence", 0, w)
	j.Rank(2).Do("MPI_Win_fence", 0, w)
	j.Rank(2).Put(w, 0, 0, 1)
	bad := below("FENCE006", 2)
	j.Rank(2).Put(w, 1, 0, 1)
	j.Fence(0, w)
	j.Rank(2).Put(w, 1, 0, 1) // the promise ended with the fence
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	f := finding(t, j, "FENCE006")
	shows(t, f, promise)
	assert.Equal(t, []int{1, 2}, f.Ranks)
}

func TestFence006Silent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	j.Rank(0).Put(w, 1, 0, 1)
	j.Fence(j.Flavour.ModeNoPut, w) // promises for the time after it
	j.Rank(0).Get(w, 1, 0, 1)
	j.Rank(0).Put(w, 1, 0, 0)
	j.Rank(0).Put(w, j.Flavour.ProcNull, 0, 1)
	j.Rank(0).Do("MPI_Fetch_and_op", 0x5000, 0x6000, replay.Type("MPI_INT"), 1, 0, replay.Type("MPI_NO_OP"), w)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestFence008(t *testing.T) {
	j := replay.New(t, 1)
	noCheck, _, _, _, _ := modes(j)
	w := j.Allocate(64, 4)
	known := below("FENCE008", 0)
	j.Rank(0).Do("MPI_Win_fence", noCheck, w)
	unknown := below("FENCE008", 0)
	j.Rank(0).Do("MPI_Win_fence", 1<<20, w)
	j.Free(w)
	j.Finalize()
	j.Want(known, unknown)
	assert.Contains(t, at(t, j, known).Message, "MPI_MODE_NOCHECK")
	assert.Contains(t, at(t, j, unknown).Message, "0x100000")
}

func TestFence008Silent(t *testing.T) {
	j := replay.New(t, 1)
	_, noStore, noPut, noPrecede, noSucceed := modes(j)
	w := j.Allocate(64, 4)
	for _, a := range []int64{0, noStore, noPut, noPrecede, noSucceed, noStore | noPut | noPrecede | noSucceed} {
		j.Rank(0).Do("MPI_Win_fence", a, w)
	}
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestFence009OneMore(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	bad := below("FENCE009", 0)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	j.Rank(1).Stuck("MPI_Win_fence", 0, w)
	freed := next()
	j.Rank(2).Stuck("MPI_Win_free", w)
	j.Want(bad)
	f := finding(t, j, "FENCE009")
	assert.Equal(t, "ranks 0, 1 call MPI_Win_fence where rank 2 calls MPI_Win_free", f.Message)
	assert.Equal(t, []int{0, 1, 2}, f.Ranks)
	assert.Equal(t, freed, int(f.Related[0].Site.PC))
}

// The records of the rank that leaves early are read first: the fence still comes first.
func TestFence009OneLess(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Rank(0).Stuck("MPI_Win_free", w)
	bad := below("FENCE009", 1)
	j.Rank(1).Stuck("MPI_Win_fence", 0, w)
	j.Want(bad)
}

func TestFence009Finalized(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	bad := below("FENCE009", 0)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	j.Rank(1).Exit()
	j.Want(bad)
	assert.Contains(t, finding(t, j, "FENCE009").Message, "but not rank 1, which ended without MPI_Finalize")
}

// The finding says that the absent rank waits for a message, a lock or an epoch of another rank.
func TestFence009Elsewhere(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(j *replay.Job, other int64)
		says string
	}{
		{"message", func(j *replay.Job, _ int64) {
			j.Rank(1).Stuck("MPI_Recv", origin, 1, intType, 0, 5, replay.World, 0)
		}, "MPI_Recv and waits for a message with tag 5 on MPI_COMM_WORLD from rank 0, which is in MPI_Win_fence"},
		{"lock", func(j *replay.Job, other int64) {
			j.Rank(0).Do("MPI_Win_lock", j.Rank(0).Exclusive(), 0, 0, other)
			j.Rank(1).Stuck("MPI_Win_lock", j.Rank(1).Exclusive(), 0, 0, other)
		}, "MPI_Win_lock and waits for a lock that rank 0 holds"},
		{"post", func(j *replay.Job, other int64) {
			j.Rank(1).Stuck("MPI_Win_start", j.Rank(1).Group(0), 0, other)
		}, "MPI_Win_start and waits for MPI_Win_post from rank 0, which is in MPI_Win_fence"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			j := replay.New(t, 2)
			other, w := j.Allocate(8, 1), j.Allocate(8, 1)
			tc.do(j, other)
			j.Rank(0).Stuck("MPI_Win_fence", 0, w)
			assert.Equal(t, "rank 0 called MPI_Win_fence, but not rank 1, which is in "+tc.says, finding(t, j, "FENCE009").Message)
		})
	}
}

func TestFence009Interleaved(t *testing.T) {
	j := replay.New(t, 2)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	bad := below("FENCE009", 0)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	other := next()
	j.Rank(1).Stuck("MPI_Win_fence", 0, v)
	j.Want(bad)
	f := finding(t, j, "FENCE009")
	assert.Contains(t, f.Message, "window 1 of MPI_COMM_WORLD where rank 1 calls MPI_Win_fence on window 2 of MPI_COMM_WORLD")
	shows(t, f, other)
}

func TestFence009Barrier(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Rank(0).Stuck("MPI_Barrier", replay.World)
	bad := below("FENCE009", 1)
	j.Rank(1).Stuck("MPI_Win_fence", 0, w)
	j.Want(bad)
	assert.Contains(t, finding(t, j, "FENCE009").Message, "MPI_Barrier")
}

// A run that was cut short is not a fault: rank 1 was still computing, or rank 0 could have continued.
func TestFence009Incomplete(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	j.Want()
	assert.Empty(t, j.Found())
}

func TestFence009Abort(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Rank(0).Stuck("MPI_Win_fence", 0, w)
	j.Rank(1).Event(event.End, int64(event.EndAbort))
	j.Want()
}

func TestFence009OtherCommunicator(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	self := j.Handle()
	j.Rank(0).Do("MPI_Win_allocate", 64, 4, replay.InfoNull, replay.Self, 0x90000, self)
	j.Rank(0).Do("MPI_Win_fence", 0, self)
	j.Fence(0, w)
	j.Rank(0).Do("MPI_Win_free", self)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestFence010(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	opened := next()
	j.Fence(0, w)
	put := next()
	j.Rank(1).Put(w, 0, 0, 1)
	bad := below("FENCE010", 1)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	shows(t, finding(t, j, "FENCE010"), put, opened)
}

func TestFence010Finalize(t *testing.T) {
	j := replay.New(t, 1)
	neverFreed := j.Allocate(64, 4)
	j.Fence(0, neverFreed)
	bad := below("FENCE010", 0)
	j.Rank(0).Put(neverFreed, 0, 0, 1)
	j.Finalize()
	finding(t, j, "WIN009")
	assert.Contains(t, j.Found(), bad)
}

func TestFence010Silent(t *testing.T) {
	j := replay.New(t, 2)
	w, idle := j.Allocate(64, 4), j.Allocate(64, 4)
	j.Fence(0, w)
	j.Each(func(r *replay.Rank) { r.Put(w, 0, 0, 1) })
	j.Fence(0, w) // opens an epoch that is not used
	j.Fence(0, idle)
	j.Each(func(r *replay.Rank) { r.Put(idle, j.Flavour.ProcNull, 0, 1) })
	j.Free(idle)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// If the library refuses a fence, there are no findings about the calls after it.
func TestFenceRefused(t *testing.T) {
	j := replay.New(t, 2)
	noCheck, _, _, _, _ := modes(j)
	w := j.Allocate(64, 4)
	bad := next()
	j.Each(func(r *replay.Rank) { r.Fail("MPI_Win_fence", noCheck, w) })
	j.Rank(0).Put(w, 1, 0, 1)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	j.Want(replay.Finding{Rule: "FENCE008", Rank: 0, Line: bad}, replay.Finding{Rule: "FENCE008", Rank: 1, Line: bad})
}
