package match

import (
	"math"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// signal notes an access by which ranks may tell each other something: a fetch of a small value,
// or a change of one.
func (m *races) signal(w *windowAccesses, space *race.Memory, b *race.Access, x *op.Access) {
	if b.Hi-b.Lo > race.MaxSignal {
		return
	}
	locked := b.Epoch == op.LockEpoch
	fetches := x.Fetches && (x.Atomic || locked)
	changes := b.Memory.Writes
	if len(m.synced) > 0 {
		for _, own := range ownSpots(w.on.ID, b.Peer) {
			if m.synced[own] {
				m.tell(own, b)
			}
		}
	}
	if !fetches && (!changes || m.spots.None()) {
		return
	}
	first, last := race.Buckets(b.Lo, b.Hi)
	for i := first; i <= last; i++ {
		at := race.Spot{Window: w.on.ID, Target: b.Peer, Bucket: i}
		if fetches && !m.spots.Fetch(at, b.At, b.Value) {
			m.recall(space, at, b.Lo, b.Hi)
		}
		if changes && (x.Atomic || locked) {
			m.spots.Update(at, b.At, b.Value)
		}
		program := at
		if program.Program = true; changes {
			m.spots.Update(program, b.At, nil)
		}
		if at.Apart = true; fetches && locked && b.Exclusive && !m.spots.Fetch(at, b.At, nil) {
			m.recall(space, at, b.Lo, b.Hi)
		}
	}
}

// released takes the end of a lock of one target: what its rank has changed with it is there now for those who
// could not see it before: for all if the lock was exclusive, else for those that have such a one.
func (m *races) released(w *windowAccesses, o *origin, target int32, at order.Point) {
	for _, a := range o.locked[target] {
		a.Released = at.N
		spot := race.Spot{Window: w.on.ID, Target: target, Apart: !a.Exclusive}
		first, last := race.Buckets(a.Lo, a.Hi)
		for i := first; i <= min(last, first+maxReleased) && !m.spots.None(); i++ {
			spot.Bucket = i
			m.spots.Release(spot, at)
		}
		for _, own := range ownSpots(w.on.ID, target) {
			if own.Apart || a.Exclusive {
				m.spots.Release(own, at)
			}
		}
	}
	delete(o.locked, target)
}

// ownSpots are where a rank looks at its part of a window: by MPI_Win_sync, with a lock of its own, and with an
// exclusive one.
func ownSpots(window uint64, target int32) [3]race.Spot {
	s := race.Spot{Window: window, Target: target, Bucket: race.Anywhere}
	held, apart := s, s
	held.Held, apart.Held, apart.Apart = true, true, true
	return [...]race.Spot{s, held, apart}
}

// tell notes an access to memory that its rank may load or store itself.
func (m *races) tell(own race.Spot, a *race.Access) {
	if a.Memory.Writes {
		m.change(own, a)
	}
	if a.Fetches && (a.Mode == fact.Updates || a.Epoch == op.LockEpoch) {
		m.spots.Fetch(own, a.At, nil)
	}
}

// recall notes the changes of a spot that came before the first fetch.
func (m *races) recall(space *race.Memory, at race.Spot, lo, hi int64) {
	all := space.Within(lo, hi, nil)
	race.Sort(all)
	for _, a := range all {
		if a.Memory.Writes && a.Hi-a.Lo <= race.MaxSignal && a.Window.ID == at.Window {
			m.change(at, a)
		}
	}
}

// change notes a change of a spot, and the end of its lock where it has come.
func (m *races) change(at race.Spot, a *race.Access) {
	if !at.Apart {
		v := a.Value
		if a.Times > 1 {
			v = nil
		}
		m.spots.Update(at, a.At, v)
	}
	if end := a.At; a.Released > 0 && (at.Apart || a.Exclusive) {
		end.N = a.Released
		m.spots.Release(at, end)
	}
}

// sync takes an MPI_Win_sync: the rank may see what others have left in its own memory, or in
// memory that it shares with them, and others may see what it has stored.
func (m *races) sync(rank int32, x *op.Head) {
	w := m.of[x.On.ID]
	if w == nil || !m.order.Watching() {
		return
	}
	m.looks(w, rank, x, ownSpots(x.On.ID, x.On.Me)[0])
}

// holds takes the begin or the end of a lock that a rank has of its own memory, or of memory that it shares with
// others: it does what MPI_Win_sync does. A lock of all targets is taken for the sake of the others.
func (m *races) holds(rank int32, x *op.Head, target int32, exclusive bool) {
	w := m.of[x.On.ID]
	if w == nil || !m.order.Watching() || target != x.On.Me && (target == op.AllTargets || w.flavor != op.Shared) {
		return
	}
	own := ownSpots(x.On.ID, x.On.Me)
	if m.looks(w, rank, x, own[1]); exclusive {
		m.looks(w, rank, x, own[2])
	}
}

// looks notes that a rank may look at what is in its own part of a window, and others at what it has stored there;
// in memory that ranks share at all.
func (m *races) looks(w *windowAccesses, rank int32, x *op.Head, own race.Spot) {
	at := m.order.At(rank, x.N)
	if m.spots.Own(own, at); !m.synced[own] {
		m.synced[own] = true
		if space := m.spaces[rank]; space != nil {
			all := space.Within(math.MinInt64/2, math.MaxInt64/2, nil)
			race.Sort(all)
			for _, a := range all {
				if a.Hi-a.Lo <= race.MaxSignal && a.Window.ID == x.On.ID && !a.Local {
					m.tell(own, a)
				}
			}
		}
	}
	if w.flavor == op.Shared {
		all := race.Spot{Window: x.On.ID, Target: race.AllRanks, Bucket: race.Anywhere, Held: own.Held}
		m.spots.Fetch(all, at, nil)
		m.spots.Update(all, at, nil)
		all.Program = true
		if m.syncs[rank].loaded > w.looked[rank] {
			w.looked[rank] = x.N
			m.spots.Fetch(all, at, nil)
		}
		m.spots.Update(all, at, nil)
	}
}
