package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

const revoked = 77 // MPI_ERR_REVOKED of Open MPI

// survivors has rank 2 die, and the others revoke MPI_COMM_WORLD and shrink it; it returns the new communicator.
func survivors(j *replay.Job, before func(r *replay.Rank)) int64 {
	comm := j.Handle()
	j.Each(func(r *replay.Rank) {
		before(r)
		if r.World() == 2 {
			r.Dies(9)
			return
		}
		r.FailAs(revoked, "MPI_Barrier", replay.World)
		r.Do("MPIX_Comm_revoke", replay.World)
		r.With("MPIX_Comm_shrink", nil, replay.Words([]int64{0, 1}), replay.World, comm, 0, int64(r.World()))
	})
	return comm
}

// Operations that were pending when a process failed are not faults: messages that are never received, and nonblocking
// collective calls that some ranks have not made.
func TestRevoked(t *testing.T) {
	j := replay.New(t, 3)
	barrier := j.Handle()
	comm := survivors(j, func(r *replay.Rank) {
		if r.World() == 0 {
			r.Do("MPI_Send", 0x10000, 1, replay.Type("MPI_INT"), 1, 0, replay.World)
			r.Do("MPI_Ibarrier", replay.World, barrier)
			r.FailAs(revoked, "MPI_Wait", barrier, 0)
		}
	})
	for _, k := range []int{0, 1} {
		r := j.Rank(k)
		r.Do("MPI_Barrier", comm)
		r.Do("MPI_Comm_free", comm)
		r.Finalize()
	}
	assert.Empty(t, j.Found())
}

// Faults after the recovery are found.
func TestAfterShrink(t *testing.T) {
	j := replay.New(t, 3)
	comm := survivors(j, func(*replay.Rank) {})
	for k := range int64(2) {
		r := j.Rank(int(k))
		r.Do("MPI_Bcast", 0x10000, 1+k, replay.Type("MPI_INT"), 0, comm)
		r.Do("MPI_Comm_free", comm)
		r.Finalize()
	}
	if found := j.Found(); assert.Len(t, found, 1) {
		assert.Equal(t, "COLL004", found[0].Rule)
	}
}
