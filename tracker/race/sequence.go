package race

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// Sequence is the accesses of a rank through a handle of a file between two synchronizations of the handle:
// MPI_File_sync, its opening and its closing.
type Sequence struct {
	fact.Handle
	At order.Point // its first synchronization
}

// precedes reports whether the sequence is known to be over when o begins.
func (s *Sequence) precedes(o *Sequence) bool { return s.Done > 0 && s.Done <= o.Known(s.Rank) }

// MayPrecede reports whether it may be over by then.
func (s *Sequence) MayPrecede(o *Sequence) bool {
	return s.precedes(o) || s.Rank != o.Rank && s.Done > 0 && s.Done <= o.At.MayKnow(s.Rank)
}

// Known is how many records of a rank are known to be past when the sequence begins.
func (s *Sequence) Known(rank int32) int64 {
	if rank == s.Rank {
		return s.At.N
	}
	return s.At.Knows(rank)
}
