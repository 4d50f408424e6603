package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules/replay"
)

func TestLock001(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	bad := below("LOCK001", 0)
	j.Rank(0).Fail("MPI_Win_lock", 7, 1, 0, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	assert.Contains(t, finding(t, j, "LOCK001").Message, "lock_type 7")
}

// The constants are those of the MPI library of the run.
func TestLock001MPICH(t *testing.T) {
	j := replay.New(t, 2)
	j.Flavour = calls.FlavourByName("mpich")
	noCheck, noStore, noPut, noPrecede, noSucceed := modes(j)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", 235, 1, noCheck, w)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_lock", 234, 1, 0, w)
	r.Put(w, -1, 0, 1) // MPI_PROC_NULL
	r.Do("MPI_Win_unlock", 1, w)
	j.Fence(noStore|noPut|noPrecede|noSucceed, w)
	bad := below("LOCK001", 0)
	r.Fail("MPI_Win_lock", 1, 1, 0, w)
	assertion := below("LOCK009", 0)
	r.Fail("MPI_Win_lock", 235, 1, 8, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad, assertion)
	assert.Contains(t, at(t, j, bad).Message, "MPI_LOCK_SHARED (235)")
	assert.Contains(t, at(t, j, assertion).Message, "0x8")
}

func TestLock002(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	beyond := below("LOCK002", 0)
	r.Fail("MPI_Win_lock", r.Shared(), 2, 0, w)
	negative := below("LOCK002", 0)
	r.Fail("MPI_Win_lock", r.Shared(), -17, 0, w)
	null := below("LOCK002", 0)
	r.Do("MPI_Win_lock", r.Shared(), j.Flavour.ProcNull, 0, w)
	r.Do("MPI_Win_unlock", j.Flavour.ProcNull, w)
	j.Free(w)
	j.Finalize()
	j.Want(beyond, negative, null)
	assert.Contains(t, at(t, j, beyond).Message, "rank 2, but the window's group has ranks 0 to 1")
	assert.Contains(t, at(t, j, null).Message, "MPI_PROC_NULL")
}

func TestLock003(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	first := next()
	r.Do("MPI_Win_lock", r.Exclusive(), 1, 0, w)
	bad := below("LOCK003", 0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Put(w, 1, 0, 4)
	r.Do("MPI_Win_unlock", 1, w)
	r.Put(w, 1, 0, 4) // maybe still locked
	r.Do("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	shows(t, finding(t, j, "LOCK003"), first)
}

func TestLock003LockAll(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	inside := below("LOCK003", 0)
	r.Fail("MPI_Win_lock_all", 0, w)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_lock_all", 0, w)
	lock := below("LOCK003", 0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	twice := below("LOCK003", 0)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	j.Want(inside, lock, twice)
}

// If the library refuses the second lock, the program has an unlock too many.
func TestLock003Refused(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	bad := below("LOCK003", 0)
	r.Fail("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Do("MPI_Win_unlock", 1, w)
	r.Fail("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
}

func TestLock003DifferentTargets(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Exclusive(), 1, 0, w)
	r.Do("MPI_Win_lock", r.Shared(), 2, 0, w)
	r.Put(w, 1, 0, 4)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_unlock", 2, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestLock004Unlock(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	none := below("LOCK004", 0)
	r.Do("MPI_Win_unlock", 1, w)
	held := next()
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	other := below("LOCK004", 0)
	r.Do("MPI_Win_unlock", 2, w)
	all := below("LOCK004", 0)
	r.Do("MPI_Win_unlock_all", w)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_lock_all", 0, w)
	inAll := below("LOCK004", 0)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	j.Want(none, other, all, inAll)
	assert.Contains(t, at(t, j, none).Message, "MPI_Win_unlock of rank 1, but this rank holds no lock")
	assert.Contains(t, at(t, j, other).Message, "holds the lock of rank 1 only")
	shows(t, at(t, j, other), held)
	assert.Contains(t, at(t, j, inAll).Message, "MPI_Win_lock_all")
}

func TestLock004Flush(t *testing.T) {
	for _, c := range []struct {
		call string
		args []int64
	}{
		{"MPI_Win_flush", []int64{1}}, {"MPI_Win_flush_local", []int64{1}},
		{"MPI_Win_flush_all", nil}, {"MPI_Win_flush_local_all", nil}, {"MPI_Win_sync", nil},
	} {
		t.Run(c.call, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			r := j.Rank(0)
			j.Fence(0, w)
			bad := below("LOCK004", 0)
			r.Do(c.call, append(c.args, w)...)
			j.Fence(0, w)
			r.Do("MPI_Win_lock", r.Shared(), 1, 0, w) // legal from here on
			r.Do(c.call, append(c.args, w)...)
			r.Do("MPI_Win_unlock", 1, w)
			r.Do("MPI_Win_lock_all", 0, w)
			r.Do(c.call, append(c.args, w)...)
			r.Do("MPI_Win_unlock_all", w)
			j.Free(w)
			j.Finalize()
			j.Want(bad)
		})
	}
}

func TestLock004FlushOther(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	bad := below("LOCK004", 0)
	r.Do("MPI_Win_flush", 0, w)
	r.Do("MPI_Win_flush", j.Flavour.ProcNull, w)
	r.Do("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	assert.Contains(t, finding(t, j, "LOCK004").Message, "the lock of rank 1 only")
}

func TestLock005(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	opened := next()
	r.Do("MPI_Win_fence", 0, w)
	put := next()
	r.Put(w, 0, 0, 1)
	fence := below("LOCK005", 0)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Put(w, 0, 0, 1)
	r.Do("MPI_Win_unlock_all", w)
	r.Do("MPI_Win_fence", 0, w)
	r.Do("MPI_Win_post", r.Group(0), 0, w)
	started := next()
	r.Do("MPI_Win_start", r.Group(0), 0, w)
	start, exposed := below("LOCK005", 0), below("LOCK006", 0)
	r.Do("MPI_Win_lock", r.Shared(), 0, 0, w)
	r.Do("MPI_Win_unlock", 0, w)
	r.Do("MPI_Win_complete", w)
	r.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(fence, start, exposed)
	shows(t, at(t, j, fence), put, opened)
	shows(t, at(t, j, start), started)
}

func TestLock005Silent(t *testing.T) {
	j := replay.New(t, 2)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	r := j.Rank(0)
	j.Fence(0, w)
	j.Fence(0, v)
	r.Put(v, 1, 0, 1)
	r.Put(w, j.Flavour.ProcNull, 0, 1)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w) // the fence epoch of w is not used
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_start", replay.Empty, 0, w)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Do("MPI_Win_unlock_all", w)
	r.Do("MPI_Win_complete", w)
	j.Fence(0, v)
	j.Free(v)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestLock007(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	held := next()
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Put(w, 1, 0, 1)
	r.Put(w, j.Flavour.ProcNull, 0, 1)
	bad := below("LOCK007", 0)
	r.Put(w, 2, 0, 1)
	request := below("LOCK007", 0)
	r.Do("MPI_Rput", 0x5000, 1, replay.Type("MPI_INT"), 2, 0, 1, replay.Type("MPI_INT"), w, 77)
	r.Do("MPI_Wait", 77, 0)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Put(w, 2, 0, 1)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad, request)
	shows(t, at(t, j, bad), held)
	assert.Contains(t, at(t, j, bad).Message, "rank 2, which is not locked: this rank holds the lock of rank 1")
}

// A lock that failed may be the missing lock.
func TestLock007AfterRefusedLock(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Fail("MPI_Win_lock", r.Shared(), 2, 0, w)
	r.Put(w, 2, 0, 1)
	r.Do("MPI_Win_unlock", 2, w)
	r.Do("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestLock009(t *testing.T) {
	j := replay.New(t, 2)
	noCheck, noStore, _, _, _ := modes(j)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	lock := below("LOCK009", 0)
	r.Fail("MPI_Win_lock", r.Shared(), 1, noStore, w)
	all := below("LOCK009", 0)
	r.Fail("MPI_Win_lock_all", 1<<20, w)
	r.Do("MPI_Win_lock", r.Shared(), 1, noCheck, w)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_lock_all", noCheck, w)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	j.Want(lock, all)
	assert.Contains(t, at(t, j, lock).Message, "MPI_MODE_NOSTORE; it accepts MPI_MODE_NOCHECK")
	assert.Contains(t, at(t, j, all).Message, "0x100000")
}

func TestLock010(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	first := next()
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Do("MPI_Win_lock", r.Shared(), 2, 0, w)
	r.Do("MPI_Win_flush_all", w)
	j.Rank(1).Do("MPI_Win_lock_all", 0, w)
	one, all := below("LOCK010", 0), below("LOCK010", 1)
	j.Free(w)
	j.Finalize()
	j.Want(one, all)
	shows(t, at(t, j, one), first)
	assert.Contains(t, at(t, j, one).Message, "the lock of ranks 1, 2")
	assert.Contains(t, at(t, j, all).Message, "MPI_Win_lock_all")
}

func TestLock010Finalize(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	bad := below("LOCK010", 0)
	r.Do("MPI_Win_lock", r.Shared(), 0, 0, w)
	j.Finalize()
	assert.Contains(t, j.Found(), bad)
	finding(t, j, "WIN009")
}

func TestLock010Aborted(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 0, 0, w)
	r.Exit()
	for _, f := range j.Found() {
		assert.NotEqual(t, "LOCK010", f.Rule)
	}
}

func TestLock012(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	none := below("LOCK012", 0)
	o.Rput(w, 1)
	j.Fence(0, w)
	fence := below("LOCK012", 0)
	o.Rput(w, 1)
	j.Fence(j.Flavour.ModeNoSucceed, w)
	after := below("LOCK012", 0)
	o.Rput(w, 1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	start := below("LOCK012", 0)
	o.Rput(w, 1)
	outside := below("LOCK012", 0)
	o.Rput(w, 0)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(none, fence, after, start, outside)
}

func TestLock012Silent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Rput(w, 1)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Rput(w, 1)
	r.Do("MPI_Win_unlock_all", w)
	r.Rput(w, j.Flavour.ProcNull)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// inner creates a lock epoch with a put between two fences.
func inner(t *testing.T, before, after int64) (*replay.Job, replay.Finding, []int) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	first := next()
	j.Fence(before, w)
	lock := next()
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	put := next()
	r.Put(w, 1, 0, 1)
	r.Do("MPI_Win_unlock", 1, w)
	bad := below("LOCK013", 0)
	j.Fence(after, w)
	j.Free(w)
	j.Finalize()
	return j, bad, []int{lock, put, first}
}

func TestLock013(t *testing.T) {
	j, bad, others := inner(t, 0, 0)
	j.Want(bad)
	shows(t, finding(t, j, "LOCK013"), others...)
	assert.Contains(t, finding(t, j, "LOCK013").Message, "the epoch of MPI_Win_lock")
}

func TestLock013Silent(t *testing.T) {
	_, _, _, noPrecede, noSucceed := modes(replay.New(t, 1))
	j, _, _ := inner(t, noSucceed, 0)
	j.Silent()
	j, _, _ = inner(t, 0, noPrecede)
	j.Silent()
}

func TestLock013NoRMA(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_lock", r.Exclusive(), int64(r.World()), 0, w)
		r.Put(w, j.Flavour.ProcNull, 0, 1)
		r.Do("MPI_Win_unlock", int64(r.World()), w)
	})
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// The epoch is still open at the fence: FENCE001 reports that.
func TestLock013Open(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_fence", 0, w)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Put(w, 0, 0, 1)
	bad := below("FENCE001", 0)
	r.Do("MPI_Win_fence", 0, w)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
}
