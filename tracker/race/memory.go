package race

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Memory is the accesses to the memory of one rank. Loads and stores are apart from those of calls on windows: mostly
// they conflict only with these, and there are many of them.
type Memory struct {
	calls, locals Space
	last          map[loopKey]*Access // of the program, of each place and bytes
}

// loopKey is what loads or stores of the program have in common when they are made again.
type loopKey struct {
	pc, window  uint64
	addr, count int64
	typ         *datatype.Type
	rank        int32
	kind        calls.Kind
}

// Of returns the space that an access belongs into.
func (m *Memory) Of(a *Access) *Space {
	if a.Local {
		return &m.locals
	}
	return &m.calls
}

// Meets appends the accesses that b conflicts with if their bytes are the same: of their hulls some are. shared:
// loads and stores of processes that share the memory are among them.
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
	return m.locals.Within(lo, hi, m.calls.Within(lo, hi, to))
}

// Len is how many accesses there are.
func (m *Memory) Len() int { return m.calls.n + m.locals.n }

// Keep keeps loads or stores of the program, which the caller will reuse: the same ones before are forgotten.
func (m *Memory) Keep(b *Access) {
	key := loopKey{b.Site.PC, b.Window.ID, b.Memory.Addr, b.Memory.Count, b.Memory.Type, b.Site.Rank, b.Site.Call}
	if a := m.last[key]; a != nil {
		if !a.Told {
			a.Again = a.Again || a.At.Alike(&b.At)
			a.Site, a.At, a.Done, a.All = b.Site, b.At, b.Done, b.All
			if len(a.Locks)+len(b.Locks) > 0 {
				a.Locks = slices.Clone(b.Locks)
			}
			return
		}
		m.locals.remove(a)
	}
	a := b.Clone()
	if m.last == nil {
		m.last = map[loopKey]*Access{}
	}
	m.last[key] = a
	m.locals.insert(a)
}

// Clone returns a copy that nothing changes.
func (a *Access) Clone() *Access {
	c := *a
	c.Locks = slices.Clone(a.Locks)
	return &c
}

// Drop forgets the accesses for which dead is true.
func (m *Memory) Drop(dead func(*Access) bool) {
	m.calls.Drop(dead)
	m.locals.Drop(dead)
	for key, a := range m.last {
		if a.gone {
			delete(m.last, key)
		}
	}
}
