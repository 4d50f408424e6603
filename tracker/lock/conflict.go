package lock

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// maxSlots bounds the locks that are kept; beyond it all are forgotten.
const maxSlots = 1 << 16

func newConflicts(t times, p *pool, emit func(fact.Fact)) *conflicts {
	return &conflicts{times: t, pool: p, emit: emit, of: map[uint64]*window{}, doubts: newDoubts[places, conflict]()}
}

func (c *conflicts) create(_ int32, x *op.Create) {
	id := x.On.ID
	if c.of[id] == nil {
		c.of[id] = &window{slots: map[kind]*slot{}, by: map[side][]*slot{}, posts: map[int32]*lockOrPost{}}
	}
}

func (c *conflicts) gone(id uint64) {
	c.slots -= len(c.of[id].slots)
	delete(c.of, id)
}

// contested reports whether a rank has asked for an exclusive lock of a window.
func (c *conflicts) contested(id uint64) bool {
	w := c.of[id]
	return w != nil && len(w.by[exclusively]) > 0
}

// place makes a lock the last of its kind, and returns the last lock before it; nil: there is none.
func (c *conflicts) place(w *window, l *lockOrPost) (before *lockOrPost) {
	k := l.kind()
	s := w.slots[k]
	if s == nil {
		if c.slots >= maxSlots {
			c.forget()
		}
		c.slots++
		s = &slot{first: l.keep()}
		if w.slots[k] = s; l.Exclusive {
			w.by[exclusively] = append(w.by[exclusively], s)
		}
	}
	if !s.listed {
		s.listed = true
		w.by[k.side] = append(w.by[k.side], s)
	}
	before, s.last = s.last, l.keep()
	return before
}

// forget forgets all locks: later locks are not compared with them.
func (c *conflicts) forget() {
	for _, w := range c.of {
		clear(w.slots)
		clear(w.by)
	}
	c.slots = 0
}

// ask compares a lock that a rank asks for with the exposure epochs and locks that it may meet.
func (c *conflicts) ask(w *window, l *lockOrPost) {
	if w.noCheck = w.noCheck || l.noCheck; len(w.posts) > 0 { // mostly there are none
		c.meetPosts(w, l)
	}
	if w.noCheck {
		c.meetLocks(w, l)
	}
}

// ungate takes the end of another lock that was taken before a lock that is held: from now on it keeps no other rank
// away.
func (c *conflicts) ungate(l *lockOrPost, gate op.LockRef) {
	k := slices.Index(l.gates, gate)
	if k < 0 {
		return
	}
	l.gates = slices.Delete(l.gates, k, k+1)
	if w := c.of[l.Window]; w != nil && w.noCheck {
		c.meetLocks(w, l)
	}
}

// meetLocks compares a lock that is held with the other locks of its window.
func (c *conflicts) meetLocks(w *window, l *lockOrPost) {
	if l.Target == op.AllTargets {
		c.meetSlots(w, w.by[exclusively], l)
		return
	}
	exclusive, shared := sideOf(l.Target, true), sideOf(l.Target, false)
	past := c.meetSlots(w, w.by[exclusive], l)
	if !l.Exclusive {
		return
	}
	past = c.meetSlots(w, w.by[shared], l) && past
	c.meetSlots(w, w.by[everyone], l)
	if past && l.noCheck {
		w.by[exclusive], w.by[shared] = unlist(w.by[exclusive], l), unlist(w.by[shared], l)
	}
}

// unlist takes all slots but the slot of the lock from a list.
func unlist(list []*slot, l *lockOrPost) []*slot {
	return slices.DeleteFunc(list, func(s *slot) bool {
		s.listed = s.last == l
		return !s.listed
	})
}

// meetSlots compares a lock that is held with the locks of a list. It reports whether they are known to be past.
func (c *conflicts) meetSlots(w *window, list []*slot, l *lockOrPost) (past bool) {
	past = true
	for _, s := range list {
		past = c.meetSlot(w, s, l) && past
	}
	return past
}

// meetSlot compares a lock that is held with the last lock of a slot. It reports whether that is known to be past.
func (c *conflicts) meetSlot(w *window, s *slot, l *lockOrPost) (past bool) {
	o := s.last
	switch {
	case o == l || o.dead:
		return true
	case o.rank() == l.rank() || o.end > 0 && o.end <= l.asked.Knows(o.rank()):
		return o.end > 0
	case !c.conflicting(o, l):
		return false
	}
	if c.doubt(o, l) {
		if mine := w.slots[l.kind()]; mine != nil && c.conflicting(s.first, mine.first) {
			c.doubts.list = append(c.doubts.list, conflict{placesOf(o, l), s.first.keep(), mine.first.keep()})
		}
	}
	return false
}

func (c *conflicts) decide(window uint64) { c.doubts.decide(window, c.ordered, c.report) }

// ordered reports whether the program may have ordered two locks by itself, or whether either of them was none.
func (c *conflicts) ordered(d conflict) bool {
	a, b := d.a, d.b
	own := b.posted && a.rank() == b.rank()
	return a.dead || b.dead || !own && c.mayOrder(&a.asked, a.end, &b.asked, b.end)
}

func (c *conflicts) report(d conflict) {
	a, b := d.a, d.b
	switch {
	case b.posted:
		relation := fact.Order(c.clocks.Relate(&a.asked, &b.asked))
		c.emit(&fact.LockExposed{Lock: a.use(), Target: b.rank(), Post: b.site, LockFirst: relation})
	case !a.noCheck || b.noCheck && a.rank() > b.rank():
		c.emit(&fact.Unchecked{First: b.use(), Second: a.use()})
	default:
		c.emit(&fact.Unchecked{First: a.use(), Second: b.use()})
	}
}
