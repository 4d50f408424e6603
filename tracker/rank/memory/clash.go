package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// mostNear bounds the operations that are compared with a buffer.
const mostNear = 256

// MayClash reports whether a call may conflict with operations under way, or with calls of other threads.
func (m *Memory) MayClash(c *call.Call) bool {
	s := &m.InUse
	return m.Threads.Several() || s.writes.n > 0 || call.UseParts[c.Kind] == call.UsesRequests ||
		s.reads.n+len(s.putting) > 0 && c.MayWrite()
}

// ClashWith returns the oldest operation under way that a call, about to be applied, conflicts with; nil if there is
// none, or that is uncertain. The result is valid until the next ClashWith or ProgramClash.
func (m *Memory) ClashWith(c *call.Call) *Clash {
	s := &m.InUse
	part := call.UseParts[c.Kind]
	s.clash.With = nil
	if m.Threads.Several() && !c.Once && !c.Sem.Persistent && !m.Threads.Nested(c) {
		for i := range m.Of(c) {
			m.callClash(&c.Used.List[i], func(ring int, _ *threads.Thread) bool { return ring == int(c.Site.Ring) })
		}
	}
	if !m.MayClash(c) {
		return nil
	}
	switch {
	case s.clash.With != nil:
	case part == call.UsesRequests:
		m.startClash(c)
	case c.Sem.Persistent:
	case part == call.UsesPartitions:
		if g := c.Given(); g.Next() && g.Request != nil {
			m.clashes(c, g.Request, g.Request)
		}
	default:
		m.clashes(c, nil, nil)
	}
	if s.clash.With == nil {
		return nil
	}
	s.clashed = s.begun + 1 // the operation of c may get this number
	return &s.clash
}

func (m *Memory) clashes(c *call.Call, own, starts *requests.Request) {
	for i := range m.Of(c) {
		m.clashOf(c, &c.Used.List[i], own, starts)
	}
}

// startClash is ClashWith for a call that starts persistent requests. Requests of the same MPI_Startall may conflict
// with each other, too.
func (m *Memory) startClash(c *call.Call) {
	s := &m.InUse
	if s.reads.n+s.writes.n+len(s.putting) == 0 && c.Asked.Count() < 2 {
		return
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Persistent() || q.Active {
			continue
		}
		for x := s.Of(q); x != nil; x = x.More {
			if q.Parts == nil || x.Writes { // a partition to send is in use only once it is ready
				m.clashOf(c, &x.Memory, q, q)
			}
		}
		if c.Asked.Count() > 1 {
			s.Start(q, &c.Call)
		}
	}
	for g := c.Given(); g.Next() && c.Asked.Count() > 1; {
		if q := g.Request; q != nil && q.Persistent() && !q.Active {
			s.Stop(q)
		}
	}
}

// near returns the memory in use near mine that must not be used as mine is.
func (m *Memory) near(mine *call.Memory) []*InUse {
	s := &m.InUse
	for {
		near := s.writes.near(mine.Lo, mine.Hi, s.near[:0])
		if mine.Writes {
			near = s.readsNear(mine.Lo, mine.Hi, near)
		}
		if len(near) < cap(s.near) || len(near) == mostNear {
			return near
		}
		s.near = make([]*InUse, 0, max(8, 2*cap(s.near))) // out of room: there may be more
	}
}

// clashOf replaces the clash found so far if an older operation, except own, uses the memory mine of c.
func (m *Memory) clashOf(c *call.Call, mine *call.Memory, own, starts *requests.Request) {
	s := &m.InUse
	for _, x := range m.near(mine) {
		switch {
		case x.Request != nil && x.Request == own, s.clash.With != nil && s.clash.With.age <= x.age:
		case m.excused(c, x) || !m.meet(mine, x):
		case x.MayBeOver() && !x.Request.NoteUse(c.Site):
		default:
			s.clash = Clash{Mine: *mine, Starts: starts, With: x}
		}
	}
}

// excused reports whether the operation may not be under way when c is made, or another rule reports the conflict.
func (m *Memory) excused(c *call.Call, x *InUse) bool {
	if q := x.Request; q != nil {
		lost := !q.Overwritten.IsZero() || m.Threads.FromC(c.Site) && m.Requests.Overwrites(&c.Call, q)
		if lost || !q.Cancelled.IsZero() {
			return true
		}
	}
	if x.since > c.Time && x.By != c.Site || m.Threads.Nested(c) {
		return true
	}
	for i := range m.Threads.Rings() {
		if o := m.Threads.OpenCall(i); c.Once && i != int(c.Site.Ring) && o != nil && call.MayComplete(o.Sem) {
			return true // the time of c's return is unknown
		}
	}
	return false
}

// callClash looks for an open call of another thread that uses memory in conflict with mine. Until that call returns,
// the two overlap, whatever orders the threads; but an error handler may have left a call for good, so programs with
// error handlers are skipped.
func (m *Memory) callClash(mine *call.Memory, own func(ring int, t *threads.Thread) bool) {
	s := &m.InUse
	if m.Objects.HandlesErrors() || s.clash.With != nil {
		return
	}
	for i, t := range m.Threads.List {
		for k := 0; k < len(t.Stack) && !own(i, t); k++ {
			o := t.Stack[k]
			if o.Sem.Starts != calls.NoOperation || o.Sem.Persistent || o.Once || m.Objects.Combines(&o.Call) ||
				!call.UsesMemory(o.Kind) {
				continue
			}
			for u := range m.Of(o) {
				s.called = InUse{Memory: o.Used.List[u], Sem: o.Sem, By: o.Site, InCall: true}
				if (mine.Writes || s.called.Writes) && m.meet(mine, &s.called) {
					s.clash = Clash{Mine: *mine, With: &s.called}
					return
				}
			}
		}
	}
}

// meet reports whether the two have a byte in common.
func (m *Memory) meet(mine *call.Memory, x *InUse) (yes bool) {
	left := mostCompared
	mine.Each(func(a datatype.Buffer) bool {
		x.each(&a, func(b datatype.Buffer) bool {
			left--
			yes = left >= 0 && m.InUse.meets.Meet(&a, &b)
			return left > 0 && !yes
		})
		return left > 0 && !yes
	})
	return yes
}

// Common returns the number of bytes that both sides of a clash share, and the distance of the first shared byte from
// the address of the operation's buffer. Of several blocks it compares the first two that share a byte; -1: they have
// too many pieces.
func (m *Memory) Common(x *Clash) (bytes, from int64) {
	bytes, from = -1, -1
	x.Mine.Each(func(a datatype.Buffer) bool {
		x.With.each(&a, func(b datatype.Buffer) bool {
			if bytes < 0 && m.InUse.meets.Meet(&a, &b) {
				if from, bytes = a.CommonBytes(&b); bytes > 0 {
					from -= x.With.Addr
				}
			}
			return bytes < 0
		})
		return bytes < 0
	})
	return bytes, from
}

// PartitionIn returns a partition whose memory is used in the clash: of a pending send a ready partition, and the call
// that marked it, zero if unknown; of a pending receive a partition that has not arrived. -1: there is none.
func (m *Memory) PartitionIn(x *Clash) (partition int64, by tracker.Site) {
	partition = -1
	if x.With.Request == nil || x.With.Request.Parts == nil {
		return partition, by
	}
	p := x.With.Request.Parts
	x.Mine.Each(func(a datatype.Buffer) bool {
		from, to := x.With.partitionsAt(&a)
		for i := from; i < to && partition < 0; i++ {
			if marked, at := p.IsReady(i); marked != x.With.Writes {
				if b := x.With.partition(i); m.InUse.meets.Meet(&a, &b) {
					partition, by = i, at
				}
			}
		}
		return partition < 0
	})
	return partition, by
}

// Aliased returns two buffers of a call, about to be applied, that have a byte in common; the call writes the first;
// both are nil if there are none. The result is valid until the next call.
func (m *Memory) Aliased(c *call.Call) (written, other *call.Memory) {
	uses := m.Of(c)
	for i := range uses {
		for k := range uses {
			a, b := &uses[i], &uses[k]
			if i != k && a.Writes && a.Lo < b.Hi && b.Lo < a.Hi && m.InUse.meets.Meet(&a.Buffer, &b.Buffer) {
				return a, b
			}
		}
	}
	return nil, nil
}

// MayReduce reports whether the call may be made inside the pending reduction that it conflicts with. That is possible
// if a poll has found nothing since the reduction began: further such polls leave no record, and may have run the
// reduction's function.
func (m *Memory) MayReduce(x *Clash) bool {
	q := x.With.Request
	return q != nil && q.Combines && m.Messages.FoundNothing > x.With.since
}
