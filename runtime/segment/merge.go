package segment

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// quietSlack is how long, in ticks, the drain may not see yet that a thread has announced a new record (reserve),
// after the thread has read the clock for this record.
const quietSlack = 100_000

// Merger returns the events of several rings of a process in time order. It
// belongs to a single goroutine.
//
// A live thread may still publish a record that is older than published records of other threads, and so may a
// thread that has just started, whose ring is not added yet. Poll therefore finds a time before which no thread
// publishes any more records, and Next stops there.
type Merger struct {
	srcs   []*source
	active []*source // rings that may have events
	quiet  uint64    // no older events can come from rings that are not active
	cur    *source   // the source of the last event, or nil
	limit  uint64    // cur may return events up to this time without a scan
	final  bool      // no thread writes
	kept   []byte    // slots of cur with the events that Kept has still to return
}

// source is a ring and its next event.
type source struct {
	ring   *Ring
	ev     event.Event
	full   bool   // ev is the next event
	given  bool   // ev was the last event returned
	bound  uint64 // the ring's next events are not older
	before uint64 // slots before ev
}

// Add adds a ring.
func (m *Merger) Add(r *Ring) {
	x := &source{ring: r, before: r.Pos()}
	m.srcs, m.active = append(m.srcs, x), append(m.active, x)
	m.cur = nil
}

// Remove removes the rings of ended threads that Next has emptied.
func (m *Merger) Remove(gone map[*Ring]bool) {
	of := func(s *source) bool { return gone[s.ring] }
	m.srcs, m.active = slices.DeleteFunc(m.srcs, of), slices.DeleteFunc(m.active, of)
	m.cur = nil
}

// Poll looks for newly published events. now is the tick counter, read before the caller added all existing rings:
// a ring created since has only later records.
func (m *Merger) Poll(now uint64) {
	past := now - min(now, quietSlack)
	m.cur, m.active, m.quiet = nil, m.active[:0], past
	for _, s := range m.srcs {
		more := s.ring.refresh()
		if s.ring.reserve() == s.ring.head {
			s.bound = max(s.bound, past)
		}
		if more || s.full && !s.given {
			m.active = append(m.active, s)
		} else {
			m.quiet = min(m.quiet, s.bound)
		}
	}
}

// Final says that no thread will write again: Next returns everything left.
func (m *Merger) Final() {
	m.Poll(0)
	m.final = true
}

// Next returns the next event, or nil if no event is known to be next in time. The event is valid until the next
// call.
func (m *Merger) Next() *event.Event {
	if s := m.cur; s != nil && s.fill() && s.ev.Time <= m.limit {
		return s.give()
	}
	return m.scan()
}

// keepSlots is how many slots Keep moves at most: so few that Kept finds them in the processor's nearest cache.
const keepSlots = 256

// Keep appends to w some of the events that Next would return next, straight from their ring; none of them needs a
// look before it is in the segment. It returns their number, the time of the last event, and the error of Append.
// Until the next Release, Kept returns these events.
func (m *Merger) Keep(w *Writer) (n int, last uint64, err error) {
	m.kept = nil
	s := m.cur
	if s == nil || !s.given || s.ring.asm.Open() {
		return 0, 0, nil
	}
	r := s.ring
	slots := r.slots()
	size, n, last, err := w.keep(slots[:min(len(slots), keepSlots*event.SlotSize)], r.thread(), m.limit)
	if n > 0 {
		m.kept = slots[:size]
		r.pos += uint64(size) / event.SlotSize
		r.whole = r.pos
		s.bound = max(s.bound, last)
	}
	return n, last, err
}

// Kept returns the next event of the last Keep, or nil after the last event. The event is valid until the next
// call.
func (m *Merger) Kept() *event.Event {
	if len(m.kept) == 0 {
		return nil
	}
	e := &m.cur.ev
	m.kept = m.kept[event.Kept(m.kept, m.cur.ring.thread(), e):]
	return e
}

// scan searches all active sources for the oldest event.
func (m *Merger) scan() *event.Event {
	m.cur, m.limit = nil, math.MaxUint64
	n, oldest := 0, uint64(math.MaxUint64)
	for _, s := range m.active {
		if !s.fill() {
			m.quiet = min(m.quiet, s.bound)
			continue
		}
		m.active[n] = s
		n++
		if m.cur == nil || s.ev.Time < oldest {
			m.limit = min(m.limit, oldest)
			m.cur, oldest = s, s.ev.Time
		} else {
			m.limit = min(m.limit, s.ev.Time)
		}
	}
	m.active = m.active[:n]
	if !m.final {
		m.limit = min(m.limit, m.quiet)
	}
	if m.cur == nil || oldest > m.limit {
		m.cur = nil
		return nil
	}
	return m.cur.give()
}

// fill reads the next event of the ring into ev, unless ev has it already. It reports whether there is an event.
func (s *source) fill() bool {
	if s.given {
		s.given, s.full = false, false
	}
	if s.full {
		return true
	}
	s.before = s.ring.Pos()
	s.full = s.ring.next(&s.ev)
	if s.full {
		s.bound = max(s.bound, s.ev.Time)
	}
	return s.full
}

func (s *source) give() *event.Event {
	s.given = true
	return &s.ev
}

// Cut reports whether pieces of the last event are no longer in the ring: if the process is killed before the event
// is in the segment, the event is lost.
func (m *Merger) Cut() bool { return m.cur != nil && m.cur.ring.cut }

// Release releases the slots of all events that Next has returned. The caller has
// put them into the segment (Append and then Sync).
func (m *Merger) Release() {
	for _, s := range m.srcs {
		pos := s.ring.Pos()
		if s.full && !s.given {
			pos = s.before
		}
		s.ring.release(pos)
	}
}
