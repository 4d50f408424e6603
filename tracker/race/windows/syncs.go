package windows

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// memorySyncs are the places at which a rank has ordered its loads and stores of shared memory.
type memorySyncs struct {
	at   []int64 // in records of the rank, ascending
	cut  bool    // earlier ones are forgotten
	last order.Point
	// open: the rank is perhaps still to learn what it has waited for in that call.
	open bool
}

// mostSyncs bounds those that are kept of a rank.
const mostSyncs = 1 << 12

// add takes a call or fence that orders a rank's loads and stores.
func (s *memorySyncs) add(at order.Point) {
	if n := len(s.at); n == mostSyncs {
		s.at, s.cut = slices.Delete(s.at, 0, n/2), true
	}
	s.at = append(s.at, at.N)
	s.last, s.open = at, true
}

// settle takes the rank to have learned what it waited for in its last call, as it goes on.
func (s *memorySyncs) settle(clocks race.Clocks, rank int32) {
	s.last, s.open = clocks.At(rank, s.last.N), false
}

// syncs are those of all ranks.
type syncs []memorySyncs

// inMemory reports whether an access of shared memory is seen by another one that is known to come after it: its rank
// has ordered its accesses after it, and the other rank before its own, when it knew of that. It may be so where
// that is forgotten.
func (m syncs) inMemory(a, b *race.Access) bool {
	s, t := &m[a.Site.Rank], &m[b.Site.Rank]
	i, _ := slices.BinarySearch(s.at, a.At.N+1)
	if i == 0 && s.cut || t.last.N > b.At.N {
		return true
	}
	return i < len(s.at) && t.last.N > 0 && s.at[i] <= t.last.Knows(a.Site.Rank)
}
