package signal

import (
	"maps"
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// Signals keep the accesses to window memory by which ranks may have synchronized.
type Signals struct {
	spots
	fetched
	past   Past
	synced map[spotKey]bool   // where a rank looks for changes that others make in its memory
	locked map[lock][]*Access // small changes with a lock that the rank has
	looked map[looker]int64   // at which of its records a rank has synchronized a window's memory last after a load
}

// Past returns the accesses to memory of a rank that have bytes of [lo, hi), in their order; as far as they are kept.
type Past func(target int32, lo, hi int64) []*Access

// lock is a rank's lock of a single target.
type lock struct {
	window       uint64
	rank, target int32
}

type looker struct {
	window uint64
	rank   int32
}

const (
	// maxLocked bounds the changes kept of a lock, maxReleased the spots of a loop of changes.
	maxLocked   = 256
	maxReleased = 64
)

// New returns the signals of a job of the given size.
func New(ranks int, past Past) *Signals {
	return &Signals{past: past, synced: map[spotKey]bool{}, locked: map[lock][]*Access{}, looked: map[looker]int64{},
		fetched: fetched{waits: map[int32][]awaited{}}, spots: spots{loads: make(loads, ranks)}}
}

// Note notes an access of a call on a window: a fetch or a change of a small value, or of a table.
func (m *Signals) Note(b *Access) {
	if b.Fetches {
		m.load(b.At)
	}
	if m.noteTable(b); !b.small() {
		return
	}
	window, atomic, locked := b.Window.ID, b.Mode == fact.Updates, b.Epoch == op.LockEpoch
	fetches := b.Fetches && (atomic || locked)
	changes := b.Memory.Writes && !b.value.changesNothing()
	if len(m.synced) > 0 {
		for _, own := range ownSpots(window, b.Peer) {
			if m.synced[own] {
				m.tell(own, b)
			}
		}
	}
	if !fetches && (!changes || m.None()) {
		return
	}
	first, last := buckets(b.Lo, b.Hi)
	for i := first; i <= last; i++ {
		at := spotKey{window: window, target: b.Peer, bucket: i}
		if fetches && !m.fetch(at, b.At, b.value) {
			m.recall(at, b)
		}
		if changes && (atomic || locked) {
			m.update(at, b.At, b.value)
		}
		program := at
		if program.program = true; changes {
			m.update(program, b.At, nil)
		}
		if at.apart = true; fetches && locked && b.Exclusive && !m.fetch(at, b.At, nil) {
			m.recall(at, b)
		}
	}
}

// tables are the spots for the tables in a rank's part of a window, memory that ranks read and write as a whole, each
// time with an exclusive lock: a rank that has the lock sees all that others have left there, however large. They are
// for large fetches of what anyone has left, and for fetches of any size of large changes.
func tables(window uint64, target int32) (read, written spotKey) {
	read = spotKey{window: window, target: target, bucket: tablesRead, apart: true}
	written = read
	written.bucket = tablesWritten
	return read, written
}

// noteTable notes an access with an exclusive lock.
func (m *Signals) noteTable(b *Access) {
	if !b.Fetches || !b.keptApart() {
		return
	}
	read, written := tables(b.Window.ID, b.Peer)
	if !b.small() && !m.fetch(read, b.At, nil) {
		m.recallTables(read, b, func(*Access) bool { return true })
	}
	if !m.fetch(written, b.At, nil) {
		m.recallTables(written, b, func(a *Access) bool { return !a.small() })
	}
}

// recallTables notes the changes that came before the first fetch.
func (m *Signals) recallTables(at spotKey, b *Access, fits func(*Access) bool) {
	for _, a := range m.past(b.Target, math.MinInt64/2, math.MaxInt64/2) {
		if a.Memory.Writes && a.keptApart() && a.Window.ID == at.window && fits(a) {
			m.change(at, a)
		}
	}
}

// Program notes a load or store of the program itself.
func (m *Signals) Program(b *Access, atomic bool) {
	m.loads[b.Site.Rank].recorded = true
	if !b.Memory.Writes || atomic {
		m.load(b.At)
	}
	if !atomic || !b.small() {
		return
	}
	first, last := buckets(b.Lo, b.Hi)
	for i := first; i <= last; i++ {
		for _, program := range [...]bool{false, true} {
			at := spotKey{window: b.Window.ID, target: b.Peer, bucket: i, program: program}
			if program && !m.fetch(at, b.At, nil) {
				m.recall(at, b)
			}
			if b.Memory.Writes {
				m.update(at, b.At, nil)
			}
		}
	}
}

// MayPoll reports whether either of two accesses may wait for the other, see Poll.
func MayPoll(a, b *Access) bool { return a.mayPoll(b) || b.mayPoll(a) }

// Poll notes that either of two accesses may have found the value that the other has left.
func (m *Signals) Poll(a, b *Access) {
	switch {
	case b.mayPoll(a):
		a, b = b, a
	case !a.mayPoll(b):
		return
	}
	first, last := buckets(max(a.Lo, b.Lo), min(a.Hi, b.Hi))
	for i := first; i <= last; i++ {
		at := spotKey{window: b.Window.ID, target: b.Peer, bucket: i, program: true}
		m.fetch(at, a.At, nil)
		m.update(at, b.At, nil)
	}
}

// Lock keeps an access with a lock until that is released.
func (m *Signals) Lock(a *Access) {
	if a.Epoch != op.LockEpoch || !a.Memory.Writes || !a.small() && !a.Exclusive {
		return
	}
	k := lock{a.Window.ID, a.Site.Rank, a.Peer}
	list := m.locked[k]
	if n := len(list); n > 0 && list[n-1] == a {
		return
	}
	if len(list) == maxLocked {
		list = slices.Delete(list, 0, maxLocked/2)
	}
	m.locked[k] = append(list, a)
}

// Unlock takes the end of a lock of a single target: the changes that its rank made under it become visible to all
// ranks if the lock was exclusive, else to ranks with an exclusive lock.
func (m *Signals) Unlock(window uint64, target int32, at order.Point) {
	k := lock{window, at.Rank, target}
	read, written := tables(window, target)
	for _, a := range m.locked[k] {
		a.Released = at.N
		if a.Exclusive {
			m.release(read, at)
		}
		if !a.small() {
			m.release(written, at)
			continue
		}
		spot := spotKey{window: window, target: target, apart: !a.Exclusive}
		first, last := buckets(a.Lo, a.Hi)
		for i := first; i <= min(last, first+maxReleased) && !m.None(); i++ {
			spot.bucket = i
			m.release(spot, at)
		}
		for _, own := range ownSpots(window, target) {
			if own.apart || a.Exclusive {
				m.release(own, at)
			}
		}
	}
	delete(m.locked, k)
}

// Gone forgets the accesses to a window that its last rank has freed.
func (m *Signals) Gone(window uint64) {
	maps.DeleteFunc(m.locked, func(k lock, _ []*Access) bool { return k.window == window })
	maps.DeleteFunc(m.looked, func(k looker, _ int64) bool { return k.window == window })
}

// ownSpots are the spots through which a rank looks at its part of a window: by MPI_Win_sync, with a lock of its
// own, and with an exclusive lock of its own.
func ownSpots(window uint64, target int32) [3]spotKey {
	s := spotKey{window: window, target: target, bucket: anywhere}
	held, apart := s, s
	held.held, apart.held, apart.apart = true, true, true
	return [...]spotKey{s, held, apart}
}

// tell notes an access to memory that its rank may load or store itself.
func (m *Signals) tell(own spotKey, a *Access) {
	if a.Memory.Writes && !a.value.changesNothing() {
		m.change(own, a)
	}
	if a.Fetches && (a.Mode == fact.Updates || a.Epoch == op.LockEpoch) {
		m.fetch(own, a.At, a.value)
	}
}

// recall notes the changes of a spot that came before the first fetch.
func (m *Signals) recall(at spotKey, b *Access) {
	for _, a := range m.past(b.Target, b.Lo, b.Hi) {
		if a.Memory.Writes && a.small() && a.Window.ID == at.window && !a.value.changesNothing() {
			m.change(at, a)
		}
	}
}

// change notes a change of a spot, and the end of its lock where it has come.
func (m *Signals) change(at spotKey, a *Access) {
	if !at.apart {
		v := a.value
		if a.Times > 1 {
			v = nil
		}
		m.update(at, a.At, v)
	}
	if end := a.At; a.Released > 0 && (at.apart || a.Exclusive) {
		end.N = a.Released
		m.release(at, end)
	}
}

// Buffer notes a buffer of an MPI call in memory that others may store to.
func (m *Signals) Buffer(b *Access) {
	if b.Memory.Writes {
		return
	}
	m.load(b.At)
	if b.small() {
		m.loads[b.Site.Rank].byCalls = true
	}
}

// load notes that a rank has loaded from memory that others may store to, itself or by a call.
func (m *Signals) load(at order.Point) { m.loads[at.Rank].last = at.N }

// Sync takes an MPI_Win_sync: the rank may see changes by others in its own memory, or in memory that it shares
// with them, and others may see its stores.
func (m *Signals) Sync(window uint64, me int32, at order.Point, shared bool) {
	m.looks(ownSpots(window, me)[0], at, shared)
}

// Holds takes the begin or the end of a lock that a rank has of its own memory, or of memory that it shares with
// others: it synchronizes as MPI_Win_sync does.
func (m *Signals) Holds(window uint64, me int32, at order.Point, shared, exclusive bool) {
	own := ownSpots(window, me)
	if m.looks(own[1], at, shared); exclusive {
		m.looks(own[2], at, shared)
	}
}

// looks notes that a rank may look at its own part of a window, and others at its stores there; with shared, at
// all memory that the ranks share.
func (m *Signals) looks(own spotKey, at order.Point, shared bool) {
	if m.own(own, at); !m.synced[own] {
		m.synced[own] = true
		for _, a := range m.past(at.Rank, math.MinInt64/2, math.MaxInt64/2) {
			if a.small() && a.Window.ID == own.window && !a.Local {
				m.tell(own, a)
			}
		}
	}
	if !shared {
		return
	}
	all := spotKey{window: own.window, target: allRanks, bucket: anywhere, held: own.held}
	m.fetch(all, at, nil)
	m.update(all, at, nil)
	all.program = true
	if k := (looker{own.window, at.Rank}); m.loads[at.Rank].last > m.looked[k] {
		m.looked[k] = at.N
		m.fetch(all, at, nil)
	}
	m.update(all, at, nil)
}
