package segment

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// quietSlack covers the time, in ticks, that a thread's announcement of a new
// record (reserve) may stay invisible after the thread has read its clock.
const quietSlack = 100_000

// Merger gives the events of several rings of one process in time order. It
// belongs to one goroutine.
//
// A live thread may still publish a record that is older than what other
// threads have published. Poll therefore finds a time up to which nothing more
// can come, and Next stops there. Threads must be added before the tick given
// to Poll was read.
type Merger struct {
	srcs  []*source
	cur   int // index of the source that gave the last event, -1: none
	limit uint64
	final bool
}

// source is a ring and its next event.
type source struct {
	ring   *Ring
	ev     event.Event
	full   bool   // ev is the next event
	given  bool   // ev was the last event given
	bound  uint64 // later events of this ring are not older
	before uint64 // slots before ev
}

// Add adds a ring.
func (m *Merger) Add(r *Ring) {
	m.srcs = append(m.srcs, &source{ring: r, before: r.Pos()})
	m.cur = -1
}

// Remove takes out a ring whose thread has ended and that Next has emptied.
func (m *Merger) Remove(r *Ring) {
	m.srcs = slices.DeleteFunc(m.srcs, func(s *source) bool { return s.ring == r })
	m.cur = -1
}

// Rings returns how many rings there are.
func (m *Merger) Rings() int { return len(m.srcs) }

// Poll looks for newly published events. now is the tick counter, read before
// the call and after all threads that have records by then were added.
func (m *Merger) Poll(now uint64) {
	m.cur = -1
	for _, s := range m.srcs {
		s.ring.Refresh()
		if s.ring.Reserve() == s.ring.head && now > s.bound+quietSlack {
			s.bound = now - quietSlack
		}
	}
}

// Final says that no thread writes any more: Next gives all that is left.
func (m *Merger) Final() {
	m.Poll(0)
	m.final = true
}

// Next returns the next event, or nil if there is none that is known to be
// next in time. It is valid until the next call.
func (m *Merger) Next() *event.Event {
	if m.cur >= 0 {
		s := m.srcs[m.cur]
		if s.fill() && s.ev.Time <= m.limit {
			return s.give()
		}
	}
	return m.scan()
}

// scan looks at all sources for the oldest event.
func (m *Merger) scan() *event.Event {
	m.cur, m.limit = -1, math.MaxUint64
	oldest := uint64(math.MaxUint64)
	for i, s := range m.srcs {
		switch {
		case !s.fill():
			if !m.final {
				m.limit = min(m.limit, s.bound)
			}
		case m.cur < 0 || s.ev.Time < oldest:
			m.limit = min(m.limit, oldest)
			m.cur, oldest = i, s.ev.Time
		default:
			m.limit = min(m.limit, s.ev.Time)
		}
	}
	if m.cur < 0 || oldest > m.limit {
		m.cur = -1
		return nil
	}
	return m.srcs[m.cur].give()
}

// fill reads the next event of the ring if there is none in hand.
func (s *source) fill() bool {
	if s.given {
		s.given, s.full = false, false
	}
	if s.full {
		return true
	}
	s.before = s.ring.Pos()
	s.full = s.ring.Next(&s.ev)
	if s.full {
		s.bound = max(s.bound, s.ev.Time)
	}
	return s.full
}

func (s *source) give() *event.Event {
	s.given = true
	return &s.ev
}

// Release releases the slots of all events that Next has given. The caller has
// put them into the segment (Append and then Sync).
func (m *Merger) Release() {
	for _, s := range m.srcs {
		pos := s.ring.Pos()
		if s.full && !s.given {
			pos = s.before
		}
		s.ring.Release(pos)
	}
}
