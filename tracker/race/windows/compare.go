package windows

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// comparer compares accesses to memory that conflict. Ranks are fed such that an access comes after everything
// that happened before it. So of two accesses the second must know that the first is complete; else nothing orders
// them. Accesses with vague clocks are left out, since this is not true of them.
type comparer struct {
	doubts
	spaces []*race.Memory // by the rank in MPI_COMM_WORLD whose memory it is; nil: no access yet
	syncs  syncs          // by rank in MPI_COMM_WORLD
	kept   int            // accesses
	latest tracker.Site   // site of the last kept access
	meets  []*race.Access // reused
}

// memory returns the accesses to the memory of a rank.
func (m *comparer) memory(target int32) *race.Memory {
	for int(target) >= len(m.spaces) {
		m.spaces = append(m.spaces, nil)
	}
	if m.spaces[target] == nil {
		m.spaces[target] = &race.Memory{}
	}
	return m.spaces[target]
}

// meet compares an access, which will be kept, with the earlier accesses to the same memory.
func (m *comparer) meet(t *op.WinMade, b *race.Access) *race.Memory {
	space := m.memory(b.Target)
	m.meets = space.Meets(b, t.Flavor == op.Shared, m.meets[:0])
	race.Sort(m.meets)
	for _, a := range m.meets {
		m.compare(t, a, b, false)
		m.compareFirst(t, a.First, b)
	}
	m.copies(t, b)
	space.Reach(b)
	return space
}

// compareFirst looks at the first of several accesses, a, if there is one. A load may poll. A store is compared only
// with a change by a call: one of the two values is lost, whatever the other accesses are.
func (m *comparer) compareFirst(t *op.WinMade, a, b *race.Access) {
	switch {
	case a == nil || a.Dead:
	case a.Memory.Writes && b.Memory.Writes && a.Local != b.Local:
		m.compare(t, a, b, true)
	case signal.MayPoll(&a.Access, &b.Access) && a.Conflicts(b) != fact.None && m.unordered(a, b, fact.Plain):
		m.signals.Poll(&a.Access, &b.Access)
	}
}

// grown notes that n more accesses are kept.
func (m *comparer) grown(n int, now tracker.Site) {
	m.kept += n
	m.latest = now
}

// past returns the accesses to memory of a rank that have bytes of [lo, hi), for signals.
func (m *comparer) past(target int32, lo, hi int64) (out []*signal.Access) {
	space := m.memory(target)
	all := space.Within(lo, hi, nil)
	race.Sort(all)
	for _, a := range all {
		out = append(out, &a.Access)
	}
	return out
}

// compare looks at two accesses that may be a race; b came second. first: a is the First of others.
func (m *comparer) compare(t *op.WinMade, a, b *race.Access, first bool) {
	why := a.Conflicts(b)
	switch {
	case why == fact.None:
		return
	case a.Local && b.Local && a.KnownBefore(b):
		m.compareShared(t, a, b)
		return
	case !m.unordered(a, b, why):
		return
	}
	pair := pairOf(a, b, why)
	pair.first = first
	enough := m.told.Full(pair)
	if enough && !signal.MayPoll(&a.Access, &b.Access) {
		return
	}
	lo, hi, common := a.Common(b, &m.overlaps)
	if !common {
		return
	}
	if m.signals.Poll(&a.Access, &b.Access); !enough {
		m.keep(t, pair, a, b, lo, hi)
	}
}

// unordered reports whether nothing orders two accesses that conflict.
func (m *comparer) unordered(a, b *race.Access, why fact.Conflict) bool {
	self := a.Site.Rank == b.Site.Rank
	switch {
	case a.KnownBefore(b), a.Heard(b):
		return false
	case self && (a.Local && b.At.N >= a.At.N || b.Local && a.At.N >= b.At.N): // RACE003, or both of the same call
		return false
	case self && a.Ordered(b, why):
		return false
	case self && m.endUnseen(a):
		return false
	case self && b.Local && (m.order.Vague(b.At) || a.MayBeBefore(b)): // the received data may come later
		return false
	case !self && (m.order.Vague(a.At) || m.order.Vague(b.At) || a.MayBeBefore(b) || a.Excludes(b)):
		return false
	}
	return true
}

// compareShared compares a load or store with an access by a process that shares the memory, if the latter is
// known to come before it.
func (m *comparer) compareShared(t *op.WinMade, a, b *race.Access) {
	if t.Flavor != op.Shared || m.order.Vague(a.At) || m.order.Vague(b.At) || a.Atomic || b.Atomic ||
		m.syncs.inMemory(a, b) {
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
	m.keep(t, pair, a, b, lo, hi)
}

// program takes loads or stores of the program itself, in memory of target. They are compared at once.
func (m *comparer) program(b *race.Access, target *op.WinMade) {
	m.signals.Program(&b.Access, b.Atomic)
	space := m.memory(b.Target)
	b.Update = space.Updates(b)
	before := space.Follow(b)
	m.meet(target, b)
	n := space.Len()
	space.Keep(before, b, !m.signals.None())
	m.grown(space.Len()-n, b.Site)
}

// copies compares an access to a window of the separate memory model with accesses to its other bytes. There the
// rank has a private copy, and its stores and changes by others are merged for the window as a whole, also where
// two windows lie over the same memory.
func (m *comparer) copies(t *op.WinMade, b *race.Access) {
	if t.Model != op.Separate || !b.Memory.Writes || b.Site.Call == calls.WinDetach {
		return
	}
	lo, hi := t.Base, t.Base+t.Size
	if t.Flavor == op.Dynamic {
		lo, hi = math.MinInt64/2, math.MaxInt64/2
	}
	m.meets = m.memory(b.Target).Within(lo, hi, m.meets[:0])
	race.Sort(m.meets)
	for _, a := range m.meets {
		apart := a.Local != b.Local && a.Window.ID == b.Window.ID || !a.Local && !b.Local && a.Window.ID != b.Window.ID
		if apart && a.Memory.Writes && a.Site.Call != calls.WinDetach && m.unordered(a, b, fact.Copies) {
			m.compareCopies(t, a, b)
		}
	}
}

// compareCopies takes two changes of the copies that nothing orders.
func (m *comparer) compareCopies(t *op.WinMade, a, b *race.Access) {
	pair := pairOf(a, b, fact.Copies)
	if m.told.Full(pair) {
		return
	}
	if _, _, common := a.Common(b, &m.overlaps); !common { // else it is a race of its own
		m.keep(t, pair, a, b, b.Lo, b.Hi)
	}
}

// memorySyncs are the places at which a rank has ordered its loads and stores of shared memory.
type memorySyncs struct {
	at   []int64 // in records of the rank, ascending
	cut  bool    // earlier synchronizations were dropped
	last order.Point
	// open: the rank may still learn from other ranks in the call of the last synchronization.
	open bool
}

// mostSyncs bounds the synchronizations that are kept of a rank.
const mostSyncs = 1 << 12

// add takes a call or fence that orders a rank's loads and stores.
func (s *memorySyncs) add(at order.Point) {
	if n := len(s.at); n == mostSyncs {
		s.at, s.cut = slices.Delete(s.at, 0, n/2), true
	}
	s.at = append(s.at, at.N)
	s.last, s.open = at, true
}

// settle takes the knowledge of the rank after its last call, as it goes on.
func (s *memorySyncs) settle(clocks race.Clocks, rank int32) {
	s.last, s.open = clocks.At(rank, s.last.N), false
}

// syncs are the synchronizations of all ranks.
type syncs []memorySyncs

// inMemory reports whether an access of shared memory is seen by a later access: the rank of each has synchronized its
// memory, the former after its access, the latter before its own and knowing of the former. It also reports true if the
// synchronizations of that time were dropped.
func (m syncs) inMemory(a, b *race.Access) bool {
	s, t := &m[a.Site.Rank], &m[b.Site.Rank]
	i, _ := slices.BinarySearch(s.at, a.At.N+1)
	if i == 0 && s.cut || t.last.N > b.At.N {
		return true
	}
	return i < len(s.at) && t.last.N > 0 && s.at[i] <= t.last.Knows(a.Site.Rank)
}
