package rank

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
)

// Common returns how many bytes are in both, and how many bytes the first of them
// lies behind the address of the operation's buffer. Where there are blocks, only the
// first two count that have a byte in common; -1: they have too many pieces.
func (r *Rank) Common(x *memory.Clash) (bytes, from int64) { return r.memory.Common(x) }

// Declares reports whether compilers may have noted something of the rank's calls.
func (r *Rank) Declares() bool { return r.memory.Declares() }

// NotAllocated reports whether it is certain that MPI_Alloc_mem has not returned
// the address, or that it is freed already: freed says where, if that is known.
func (r *Rank) NotAllocated(base int64) (freed tracker.Site, not bool) {
	return r.memory.NotAllocated(base)
}

// ReadyIn returns a partition of the pending send whose memory is in the clash, and the call that has
// marked it as ready; zero if there is none, or the call is not known.
func (r *Rank) ReadyIn(x *memory.Clash) (partition int64, by tracker.Site) {
	return r.memory.ReadyIn(x)
}

// Recorded reports whether loads and stores of the rank's program have been recorded: gomarmot cc has compiled some
// of it.
func (r *Rank) Recorded() bool { return r.memory.Recorded() }
