package rules_test

import (
	"testing"

	"github.com/gomarmot/gomarmot/rules/replay"
)

func TestLock003(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Exclusive(), 1, 0, w)
	bad := replay.Here() + 1
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Put(w, 1, 0, 4)
	r.Do("MPI_Win_unlock", 1, w)
	r.Do("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Want(replay.Finding{Rule: "LOCK003", Rank: 0, Line: bad})
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
