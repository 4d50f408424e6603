package segment

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// gap is a place where events are missing because a part of a file is damaged or missing. No Lost event of the log
// stands for them.
type gap struct {
	open    bool
	records int64 // as far as known
	unsure  bool  // more events than records may be missing
}

func (g *gap) add(records int64) {
	g.open = true
	g.records += max(records, 0)
	g.unsure = g.unsure || records < 0
}

// toLost makes e the Lost event of the gap, with the time that e has, and closes the gap.
func (g *gap) toLost(e *event.Event) {
	*e = event.Event{Kind: event.Lost, N: 2, Time: e.Time}
	e.A[0], e.A[1] = g.records, 1
	if g.unsure && g.records == 0 {
		e.A[0] = -1
	}
	*g = gap{}
}

// positions are the stream's positions in the records of each thread.
type positions struct {
	of    []position
	loose bool // events may be missing before the first event of a new thread
}

type position struct {
	next uint32 // the sequence number after the last event returned
	any  bool   // an event was returned
	sure bool   // the next event must have the number next
}

func (p *positions) at(thread uint16) *position {
	for int(thread) >= len(p.of) {
		p.of = append(p.of, position{sure: !p.loose})
	}
	return &p.of[thread]
}

// met reports whether there was an event of the thread.
func (p *positions) met(thread int) bool { return thread < len(p.of) && p.of[thread].any }

// fresh reports whether an event of a ring was not in the segment: a crash between writing the segment and
// releasing the ring leaves the event in both.
func (p *positions) fresh(e *event.Event) bool {
	if e.Kind == event.Lost {
		return true
	}
	t := p.at(e.Thread)
	return !t.any || int32(e.Seq-t.next) >= 0
}

// move advances the thread of an event. It returns how many events of the thread are missing before the event:
// unknown if the event is out of order. A Lost event comes from the drain and has no sequence number; the number of
// the thread's next event is not known then.
func (p *positions) move(e *event.Event) (missing int64) {
	if e.Kind == event.Lost {
		if int(e.Thread) < len(p.of) {
			p.of[e.Thread].sure = false
		}
		return 0
	}
	t := p.at(e.Thread)
	if t.sure && e.Seq != t.next {
		missing = max(int64(int32(e.Seq-t.next)), unknown)
	}
	*t = position{next: e.Seq + 1, any: true, sure: true}
	return missing
}

// loosen notes that events of any thread may be missing here.
func (p *positions) loosen() {
	p.loose = true
	for i := range p.of {
		p.of[i].sure = false
	}
}

// takeGap takes over the gap that the segment's reader has found, if any.
func (s *Stream) takeGap() {
	if n, gap := s.seg.takeGap(); gap {
		s.noteGap(n)
	}
}

// noteGap notes a gap in which events of any thread may be missing.
func (s *Stream) noteGap(records int64) {
	if records == 0 {
		records = unknown
	}
	s.gap.add(records)
	s.positions.loosen()
}

// advance advances the position of the event's thread, and notes a gap before the event, if any.
func (s *Stream) advance(e *event.Event) {
	n := s.positions.move(e)
	if n == 0 {
		return
	}
	s.hole = s.hole || s.merge != nil
	s.noteDamage(n, "records of thread %d are missing before its record %d", e.Thread, e.Seq)
}

// noteDamage notes a gap, and adds a Damage unless the segment is known to end early.
func (s *Stream) noteDamage(records int64, format string, args ...any) {
	s.gap.add(records)
	d := Damage{Offset: -1, What: fmt.Sprintf(format, args...), Records: records}
	switch {
	case s.seg == nil:
		d.Path = s.paths[0]
	case s.merge != nil && s.seg.tail != nil:
		return
	default:
		d.Path, d.Offset = s.seg.path, s.seg.off
	}
	s.end.Damage = append(s.end.Damage, d)
}

// lookAtLosses notes a gap if a ring could not be read any further, or a record came out of a ring without its
// blob.
func (s *Stream) lookAtLosses() {
	n := uint64(0)
	for _, r := range s.rings {
		n += r.asm.Dropped()
		if r.Damage() != nil {
			n++
		}
	}
	if n > s.losses {
		s.gap.add(unknown)
		s.losses = n
	}
}

// endSegment notes the gap at the end of the segment, before the events of the rings.
func (s *Stream) endSegment() {
	if s.seg == nil {
		return
	}
	s.takeGap()
	if n := s.seg.promised(); n > 0 {
		s.noteGap(n)
	}
	if n := s.seg.lost(); n > 0 {
		s.noteGap(int64(min(n, event.MostMissing)))
	}
	if s.silent() && !s.refused && !slices.ContainsFunc(s.rings, func(r *Ring) bool { return r.thread() == 0 }) {
		s.noteDamage(unknown, "the process did not record how it ended, and the ring of its first thread is missing")
	}
}

// silent reports whether the number of records is unknown: the process is
// running, was killed, or the number is damaged.
func (s *Stream) silent() bool {
	return !s.end.Ended && (!s.seg.known || s.seg.State() <= Running)
}

// lookAtEnd notes a gap at the end of the stream. If the process did not record how it ended, segment and rings
// must contain the last record that each thread published.
func (s *Stream) lookAtEnd() {
	s.lookAtLosses()
	if s.seg == nil || !s.silent() {
		return
	}
	for _, r := range s.rings {
		if next, known := r.lastPublished(); known && r.Damage() == nil {
			if n := int32(next - s.positions.at(r.thread()).next); n > 0 {
				s.noteDamage(int64(n), "the last records of thread %d are in neither segment nor ring", r.thread())
			}
		}
	}
	if d := s.seg.tail; d != nil && !s.inRings(*d) {
		s.gap.add(unknown)
	}
}
