package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// memorySyncs are the places at which a rank has ordered its loads and stores of shared memory.
type memorySyncs struct {
	at   []int64 // in records of the rank, ascending
	cut  bool    // earlier ones are forgotten
	last order.Point
	// open: the rank is perhaps still to learn what it has waited for in that call.
	open   bool
	loaded int64 // the last load from shared memory that it has made
}

// mostSyncs bounds those that are kept of a rank.
const mostSyncs = 1 << 12

// syncMemory takes a call or fence that orders a rank's loads and stores.
func (m *races) syncMemory(rank int32, x *op.Head) {
	s := &m.syncs[rank]
	if n := len(s.at); n == mostSyncs {
		s.at, s.cut = slices.Delete(s.at, 0, n/2), true
	}
	s.at = append(s.at, x.N)
	s.last, s.open = m.order.At(rank, x.N), true
}

// settle takes the rank to have learned what it waited for in its last call, as it goes on.
func (s *memorySyncs) settle(clocks *order.Clocks, rank int32) {
	s.last, s.open = clocks.At(rank, s.last.N), false
}

// inMemory reports whether an access of shared memory is seen by another one that is known to come after it: its rank
// has ordered its accesses after it, and the other rank before its own, when it knew of that. It may be so where
// that is forgotten.
func (m *races) inMemory(a, b *race.Access) bool {
	s, t := &m.syncs[a.Site.Rank], &m.syncs[b.Site.Rank]
	i, _ := slices.BinarySearch(s.at, a.At.N+1)
	if i == 0 && s.cut || t.last.N > b.At.N {
		return true
	}
	return i < len(s.at) && t.last.N > 0 && s.at[i] <= t.last.Knows(a.Site.Rank)
}

// compareShared looks at a load or store that is known to come after another one of a process that shares
// the memory.
func (m *races) compareShared(t *op.WinMade, a, b *race.Access) {
	if t.Flavor != op.Shared || m.order.Vague(a.At) || m.order.Vague(b.At) || a.Atomic || b.Atomic || m.inMemory(a, b) {
		return
	}
	pair := placePair{a: min(a.Site.PC, b.Site.PC), b: max(a.Site.PC, b.Site.PC), load: true, ordered: true}
	if m.told.Full(pair) {
		return
	}
	lo, hi, common := a.Common(b, &m.overlaps)
	if !common {
		return
	}
	m.doubt(t, pair, a, b, lo, hi)
}

// program takes loads or stores of the program itself, in memory of target. They are compared at once.
func (m *races) program(b *race.Access, target *op.WinMade) {
	if m.signals(b); !b.Memory.Writes || b.Atomic {
		m.syncs[b.Site.Rank].loaded = b.At.N
	}
	space := m.memory(b.Target)
	before := space.Follow(b)
	m.meet(target, b)
	n := space.Len()
	space.Keep(before, b)
	m.grown(space.Len()-n, b.Site)
}

// signals notes an atomic load or store: ranks may tell each other something by these.
func (m *races) signals(b *race.Access) {
	if !b.Atomic || b.Hi-b.Lo > race.MaxSignal {
		return
	}
	first, last := race.Buckets(b.Lo, b.Hi)
	for i := first; i <= last; i++ {
		for _, at := range []race.Spot{{Window: b.Window.ID, Target: b.Peer, Bucket: i}, {Window: b.Window.ID, Target: b.Peer, Bucket: i, Program: true}} {
			if at.Program && !m.spots.Fetch(at, b.At, nil) && m.spaces[b.Target] != nil {
				m.recall(m.spaces[b.Target], at, b.Lo, b.Hi)
			}
			if b.Memory.Writes {
				m.spots.Update(at, b.At, nil)
			}
		}
	}
}

// mayPoll reports whether a is a small load that comes beside a small change of the memory by another rank, and the
// program does one of them itself: it may wait for that.
func mayPoll(a, b *race.Access) bool {
	return (a.Site.Call.Program() || b.Site.Call.Program()) && (!a.Memory.Writes || a.Fetches) && b.Memory.Writes && a.Site.Rank != b.Site.Rank &&
		a.Hi-a.Lo <= race.MaxSignal && b.Hi-b.Lo <= race.MaxSignal
}

// poll notes that one of two accesses may have found what the other one has left.
func (m *races) poll(a, b *race.Access) {
	switch {
	case mayPoll(b, a):
		a, b = b, a
	case !mayPoll(a, b):
		return
	}
	first, last := race.Buckets(max(a.Lo, b.Lo), min(a.Hi, b.Hi))
	for i := first; i <= last; i++ {
		at := race.Spot{Window: b.Window.ID, Target: b.Peer, Bucket: i, Program: true}
		m.spots.Fetch(at, a.At, nil)
		m.spots.Update(at, b.At, nil)
	}
}
