package state

import (
	"math"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Clash is a call that uses memory of an operation under way while it must not: one
// of them writes it.
type Clash struct {
	Mine Memory // of the call
	// Starts is the persistent request, or the partitioned one, whose memory it
	// is; else nil.
	Starts *Request
	With   *InUse
}

// Bounds of the search for a clash.
const (
	mostNear     = 256  // operations that are compared with one buffer
	mostCompared = 4096 // blocks of theirs
)

// MayClash reports whether a call may get in the way of operations under way, or of calls of other threads.
func (m *memory) mayClash(c *Call) bool {
	s := &m.inUse
	return m.threads.several() || s.writes.n > 0 || useParts[c.Kind] == usesRequests ||
		s.reads.n+len(s.putting) > 0 && c.mayWrite()
}

// Clash returns the oldest operation under way that a call, about to be applied, gets
// in the way of; nil if there is none, or if that is not certain. It is valid until
// the next one is asked for.
func (m *memory) clashWith(c *Call) *Clash {
	s := &m.inUse
	part := useParts[c.Kind]
	s.clash.With = nil
	if m.threads.several() && !c.Once && !c.Sem.Persistent && !m.threads.nested(c) {
		for i := range m.of(c) {
			m.callClash(&c.used.list[i], func(ring int, _ *thread) bool { return ring == int(c.Site.Ring) })
		}
	}
	if !m.mayClash(c) {
		return nil
	}
	switch {
	case s.clash.With != nil:
	case part == usesRequests:
		m.startClash(c)
	case c.Sem.Persistent:
	case part == usesPartitions:
		if g := c.Given(); g.Next() && g.Request != nil {
			m.clashes(c, g.Request, g.Request)
		}
	default:
		m.clashes(c, nil, nil)
	}
	if s.clash.With == nil {
		return nil
	}
	s.clashed = s.begun + 1 // its own may be the next one
	return &s.clash
}

func (m *memory) clashes(c *Call, own, starts *Request) {
	for i := range m.of(c) {
		m.clashOf(c, &c.used.list[i], own, starts)
	}
}

// startClash is Clash of a call that starts persistent requests. Those of one
// MPI_Startall clash with each other, too.
func (m *memory) startClash(c *Call) {
	s := &m.inUse
	if s.reads.n+s.writes.n+len(s.putting) == 0 && len(c.asked.given) < 2 {
		return
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Persistent() || q.Active {
			continue
		}
		for x := s.of(q); x != nil; x = x.more {
			if q.Parts == nil || x.Writes { // what is sent is used when it is ready
				m.clashOf(c, &x.Memory, q, q)
			}
		}
		if len(c.asked.given) > 1 {
			s.start(q, &c.recorded)
		}
	}
	for g := c.Given(); g.Next() && len(c.asked.given) > 1; {
		if q := g.Request; q != nil && q.Persistent() && !q.Active {
			s.stop(q)
		}
	}
}

// near returns the memory in use around some that may not be used as mine is.
func (m *memory) near(mine *Memory) []*InUse {
	s := &m.inUse
	for {
		near := s.writes.near(mine.lo, mine.hi, s.near[:0])
		if mine.Writes {
			near = s.readsNear(mine.lo, mine.hi, near)
		}
		if len(near) < cap(s.near) || len(near) == mostNear {
			return near
		}
		s.near = make([]*InUse, 0, max(8, 2*cap(s.near))) // they may be more: there was room for no others
	}
}

// clashOf looks for an older operation than that of the clash found so far that uses
// memory of c, other than own.
func (m *memory) clashOf(c *Call, mine *Memory, own, starts *Request) {
	s := &m.inUse
	for _, x := range m.near(mine) {
		switch {
		case x.Request != nil && x.Request == own, s.clash.With != nil && s.clash.With.age <= x.age:
		case m.excused(c, x) || !m.meet(mine, x):
		default:
			s.clash = Clash{Mine: *mine, Starts: starts, With: x}
		}
	}
}

// excused reports whether it is not certain that the operation is under way when c is
// made, or whether another rule reports it.
func (m *memory) excused(c *Call, x *InUse) bool {
	if q := x.Request; q != nil {
		lost := !q.Overwritten.IsZero() || m.threads.fromC(c.Site) && m.requests.overwrites(&c.recorded, q)
		if lost || !q.Cancelled.IsZero() {
			return true
		}
	}
	if x.since > c.Time && x.By != c.Site || m.threads.nested(c) {
		return true
	}
	for i := range m.threads.rings() {
		if o := m.threads.openCall(i); c.Once && i != int(c.Site.Ring) && o != nil && mayComplete(o.Sem) {
			return true // when c has returned is not known
		}
	}
	return false
}

// callClash looks for a call that another thread is in and that uses memory in conflict with mine. What is done
// before that call has returned happens while it is made, whatever orders threads. An error handler may have left a call for good.
func (m *memory) callClash(mine *Memory, own func(ring int, t *thread) bool) {
	s := &m.inUse
	if m.objects.handlesErrors() || s.clash.With != nil {
		return
	}
	for i, t := range m.threads.list {
		for k := 0; k < len(t.stack) && !own(i, t); k++ {
			o := t.stack[k]
			if o.Sem.Starts != calls.NoOperation || o.Sem.Persistent || o.Once || m.objects.combines(&o.recorded) || !UsesMemory(o.Kind) {
				continue
			}
			for u := range m.of(o) {
				s.called = InUse{Memory: o.used.list[u], Sem: o.Sem, By: o.Site, InCall: true}
				if (mine.Writes || s.called.Writes) && m.meet(mine, &s.called) {
					s.clash = Clash{Mine: *mine, With: &s.called}
					return
				}
			}
		}
	}
}

func mayComplete(s *calls.Sem) bool {
	reach, _ := s.Epoch.Settles()
	return s.Completes != calls.CompletesNone || reach != calls.NotSettled
}

// each calls f for the blocks of the memory until f returns false.
func (m *Memory) each(f func(datatype.Buffer) bool) {
	if m.list == nil {
		f(m.Buffer)
		return
	}
	if p := m.list.part; p != nil {
		p.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
			return f(datatype.Buffer{Addr: addr, Count: n, Type: d})
		})
	}
	for _, b := range m.list.kept {
		if !f(b) {
			return
		}
	}
}

// each calls f for what MPI uses now and a may have bytes of: of a partitioned send the partitions that are
// ready, of a partitioned receive those that have not arrived.
func (x *InUse) each(a *datatype.Buffer, f func(datatype.Buffer) bool) {
	if x.Request == nil || x.Request.Parts == nil {
		x.Memory.each(f)
		return
	}
	p := x.Request.Parts
	from, to := x.partitionsAt(a)
	for i := from; i < to; i++ {
		if marked, _ := p.IsReady(i); marked != x.Writes && !f(x.partition(i)) {
			return
		}
	}
}

// partitionsAt returns the partitions [from, to) of a partitioned request's memory that a may have bytes of, at most
// mostCompared.
func (x *InUse) partitionsAt(a *datatype.Buffer) (from, to int64) {
	n := x.Request.Parts.N
	one := x.partition(0)
	step := datatype.MulSat(one.Count, one.Type.Extent)
	if step > 0 && step < math.MaxInt64/max(n, 1) {
		lo, hi := a.Hull()
		first, end := one.Hull()
		from, to = max((lo-end)/step, 0), min((hi-first)/step+1, n)
		return from, min(to, from+mostCompared)
	}
	return 0, min(n, mostCompared)
}

// partition is partition i of the memory of a partitioned request.
func (x *InUse) partition(i int64) datatype.Buffer {
	b := x.Buffer
	b.Count /= max(x.Request.Parts.N, 1)
	b.Addr = datatype.AddSat(b.Addr, datatype.MulSat(datatype.MulSat(i, b.Count), b.Type.Extent))
	return b
}

// meet reports whether both have a byte in common.
func (m *memory) meet(mine *Memory, x *InUse) (yes bool) {
	left := mostCompared
	mine.each(func(a datatype.Buffer) bool {
		x.each(&a, func(b datatype.Buffer) bool {
			left--
			yes = left >= 0 && m.inUse.meets.Meet(&a, &b)
			return left > 0 && !yes
		})
		return left > 0 && !yes
	})
	return yes
}

// common returns how many bytes are in both, and how many bytes the first of them
// lies behind the address of the operation's buffer. Where there are blocks, only the
// first two count that have a byte in common; -1: they have too many pieces.
func (m *memory) common(x *Clash) (bytes, from int64) {
	bytes, from = -1, -1
	x.Mine.each(func(a datatype.Buffer) bool {
		x.With.each(&a, func(b datatype.Buffer) bool {
			if bytes < 0 && m.inUse.meets.Meet(&a, &b) {
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

// readyIn returns a partition of the pending send whose memory is in the clash, and the call that has
// marked it as ready; zero if there is none, or the call is not known.
func (m *memory) readyIn(x *Clash) (partition int64, by tracker.Site) {
	if x.With.Request == nil || x.With.Request.Parts == nil || x.With.Writes {
		return 0, tracker.Site{}
	}
	p := x.With.Request.Parts
	x.Mine.each(func(a datatype.Buffer) bool {
		from, to := x.With.partitionsAt(&a)
		for i := from; i < to && by.IsZero(); i++ {
			if ready, at := p.IsReady(i); ready {
				if b := x.With.partition(i); m.inUse.meets.Meet(&a, &b) {
					partition, by = i, at
				}
			}
		}
		return by.IsZero()
	})
	return partition, by
}

// Aliased returns two buffers of a call, about to be applied, that have a byte in common, of which the call writes
// the first; nil if there are none. It is valid until the next call.
func (m *memory) aliased(c *Call) (written, other *Memory) {
	uses := m.of(c)
	for i := range uses {
		for k := range uses {
			a, b := &uses[i], &uses[k]
			if i != k && a.Writes && a.lo < b.hi && b.lo < a.hi && m.inUse.meets.Meet(&a.Buffer, &b.Buffer) {
				return a, b
			}
		}
	}
	return nil, nil
}

// Shared returns how many bytes both have; -1: they have too many pieces.
func (m *Memory) Shared(o *Memory) int64 {
	_, n := m.CommonBytes(&o.Buffer)
	return n
}

// Object is what the operation acts on; of a call that another thread is in nothing is known.
func (x *InUse) Object() tracker.Object {
	switch {
	case x.InCall:
		return tracker.Object{}
	case x.Request != nil:
		return x.Request.Object()
	}
	return x.Win.Object()
}

// Created returns the call that created the persistent request of the operation; zero
// if there is none.
func (x *InUse) Created() tracker.Site {
	if x.Request != nil && x.Request.Persistent() {
		return x.Request.Made
	}
	return tracker.Site{}
}

// mayReduce reports whether a call may be made inside the pending reduction that it gets in the way of: since that
// began, a poll has found nothing, and further ones have no record. The reduction's function may have been called inside
// one of these.
func (m *memory) mayReduce(x *Clash) bool {
	q := x.With.Request
	return q != nil && q.combines && m.messages.foundNothing > x.With.since
}
