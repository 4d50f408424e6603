package race

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// Memory holds the accesses to the memory of a rank. Loads and stores are in a space of their own: they are many, and
// conflict mostly with accesses by calls on windows.
type Memory struct {
	calls, locals Space
	last          map[loopKey]*Access // of the program, of each place and bytes
	// kept is the access that was kept last: mostly the next access repeats the access that followed it before.
	kept   *Access
	beside []*Access // reused
	// reaches have the accesses to each window. recent is the value that was looked up last; nil: none.
	reaches map[uint64]*reach
	recent  *reach
}

// reach is the memory of all accesses to a window that were kept: the bytes from lo on and below hi.
type reach struct {
	window uint64
	lo, hi int64
}

// Reach takes that an access will be kept.
func (m *Memory) Reach(b *Access) {
	r := m.recent
	if r == nil || r.window != b.Window.ID {
		r = m.reaches[b.Window.ID]
		if r == nil {
			r = &reach{b.Window.ID, b.Lo, b.Hi}
			if m.reaches == nil {
				m.reaches = map[uint64]*reach{}
			}
			m.reaches[b.Window.ID] = r
		}
		m.recent = r
	}
	r.lo, r.hi = min(r.lo, b.Lo), max(r.hi, b.Hi)
}

// loopKey is the same for repeated loads or stores of the program.
type loopKey struct {
	pc, window  uint64
	addr, count int64
	typ         *datatype.Type
	rank        int32
	kind        calls.Kind
}

// Of returns the space that an access belongs to.
func (m *Memory) Of(a *Access) *Space {
	if a.Local {
		return &m.locals
	}
	return &m.calls
}

// Meets appends the accesses whose hulls overlap the hull of b, and which conflict with b if they reach the same bytes.
// shared: loads and stores of processes that share the memory are among them.
func (m *Memory) Meets(b *Access, shared bool, to []*Access) []*Access {
	if m.calls.n > 0 {
		to = m.calls.Meets(b, to)
	}
	if m.locals.n > 0 && (shared || !b.Local) {
		to = m.locals.Meets(b, to)
	}
	return to
}

// Within appends the accesses whose hulls have bytes of [lo, hi).
func (m *Memory) Within(lo, hi int64, to []*Access) []*Access {
	return m.locals.within(lo, hi, m.calls.within(lo, hi, to))
}

// Len is how many accesses there are.
func (m *Memory) Len() int { return m.calls.n + m.locals.n }

// Follow returns the earlier loads or stores of the program that b repeats; nil: there are none.
func (m *Memory) Follow(b *Access) *Access {
	a := m.before(b)
	if a == nil {
		b.Again = m.waits(b)
		return nil
	}
	a.next(b)
	return a
}

// waits returns the Again of an earlier load of the same element at another place, made by the same rank with the same
// knowledge of other ranks; b is a load at a new place. Compilers make the first test of a loop a place of its own.
func (m *Memory) waits(b *Access) *bool {
	if b.Mode == fact.Reads && b.single() {
		m.beside = m.locals.within(b.Lo, b.Hi, m.beside[:0])
		for _, a := range m.beside {
			if a.Again != nil && a.Mode == fact.Reads && a.Lo == b.Lo && a.Hi == b.Hi && a.single() &&
				a.At.Alike(&b.At) {
				return a.Again
			}
		}
	}
	return new(bool)
}

// Keep keeps b, loads or stores of the program, which the caller will reuse. a is the earlier accesses that b repeats,
// and b replaces a; nil: there are none. first: First is kept.
func (m *Memory) Keep(a, b *Access, first bool) {
	if m.kept != nil {
		m.kept.then = a
	}
	m.kept = a
	if a != nil && !a.Told {
		if a.First != nil && !a.First.At.Alike(&b.At) {
			a.First = nil
		}
		if first && a.First == nil && a.single() && a.At.Alike(&b.At) {
			a.First = a.Clone()
		}
		a.Site, a.At, a.Done, a.Locks, a.All = b.Site, b.At, b.Done, b.Locks, b.All
		return
	}
	if a != nil {
		m.locals.remove(a)
		a.gone = true
	}
	m.kept = b.Clone()
	if a != nil && first {
		a.repeated(m.kept)
	}
	if m.last == nil {
		m.last = map[loopKey]*Access{}
	}
	m.last[b.loopKey()] = m.kept
	m.locals.insert(m.kept)
}

// Updates reports whether b, a store of the program, is the second half of an update such as x += 1: its load of the
// old value is the record before.
func (m *Memory) Updates(b *Access) bool {
	a := m.kept
	return a != nil && b.Mode == fact.Writes && a.Mode == fact.Reads && a.Site.PC == b.Site.PC &&
		a.Site.Rank == b.Site.Rank && a.Lo == b.Lo && a.Hi == b.Hi && a.At.N == b.At.N-1
}

// before returns the earlier loads or stores that b repeats; nil: there are none.
func (m *Memory) before(b *Access) *Access {
	if m.kept != nil {
		if a := m.kept.then; a != nil && !a.gone && a.repeats(b) {
			return a
		}
	}
	return m.last[b.loopKey()]
}

// repeats reports whether both accesses have the same loopKey.
func (a *Access) repeats(b *Access) bool {
	x, y := &a.Memory, &b.Memory
	return a.Site.PC == b.Site.PC && a.Site.Rank == b.Site.Rank && a.Site.Call == b.Site.Call &&
		a.Window.ID == b.Window.ID &&
		x.Addr == y.Addr && x.Count == y.Count && x.Type == y.Type
}

func (a *Access) loopKey() loopKey {
	return loopKey{a.Site.PC, a.Window.ID, a.Memory.Addr, a.Memory.Count, a.Memory.Type, a.Site.Rank, a.Site.Call}
}

// Clone returns a copy of the access, which the caller may keep.
func (a *Access) Clone() *Access {
	c := *a
	return &c
}

// Drop forgets the accesses for which dead is true, and calls forgotten once for each of them that a call on a window
// has made; forgotten may be nil.
func (m *Memory) Drop(dead func(*Access) bool, forgotten func(*Access)) {
	m.calls.Drop(dead, forgotten)
	m.locals.Drop(dead, nil)
	for key, a := range m.last {
		if a.gone {
			delete(m.last, key)
		}
	}
	if m.Len() == 0 {
		m.reaches, m.recent = nil, nil
	}
}

// DropWindow forgets the accesses to a window.
func (m *Memory) DropWindow(window uint64) {
	r := m.reaches[window]
	if r == nil {
		return
	}
	delete(m.reaches, window)
	m.recent = nil
	of := func(a *Access) bool { return a.Window.ID == window }
	m.calls.dropWithin(r.lo, r.hi, of, nil)
	m.locals.dropWithin(r.lo, r.hi, of, func(a *Access) {
		if k := a.loopKey(); m.last[k] == a {
			delete(m.last, k)
		}
	})
}
