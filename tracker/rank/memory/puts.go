package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// puts are the origins of puts and accumulates of a window that no call has completed.
// MPI only reads them. Most programs never write near them before the next
// synchronization, so they are only noted, and go into inUse.reads when a
// call writes memory.
type puts struct {
	list  []put
	mixed bool // to several targets
}

type put struct {
	target      int64
	addr, count int64
	typ         *datatype.Type
	sem         *calls.Sem
	by          tracker.Site
	since       uint64
	age         int64
}

// fewPuts are looked at one by one.
const fewPuts = 32

// put notes the origin of a put or accumulate.
func (s *inUse) put(c *call.Call) {
	h, m := s.unsettledOf(c.Win), &c.RMA
	if len(h.puts.list) == maxHeld {
		return
	}
	if !h.putting {
		h.putting = true
		s.putting = append(s.putting, h)
	}
	p := &h.puts
	p.mixed = len(p.list) > 0 && (p.mixed || p.list[0].target != m.Target)
	n := len(p.list)
	if n == cap(p.list) {
		p.list = append(p.list, put{})
	}
	// Field by field: copying what has just been written in pieces would make the processor wait.
	p.list = p.list[:n+1]
	x := &p.list[n]
	x.by.Rank, x.by.Call, x.by.Ring = c.Site.Rank, c.Site.Call, c.Site.Ring
	x.by.Seq, x.target = c.Site.Seq, m.Target
	x.by.Thread, x.addr = c.Site.Thread, m.Origin
	x.by.PC, x.count, x.typ, x.sem = c.Site.PC, m.OCount, m.OType, c.Sem
	x.since, x.age = max(c.Time, c.End), s.begun
}

// settle drops the puts to a target, or all; false: there are too many to look for
// them.
func (p *puts) settle(target int64, all bool) bool {
	switch {
	case all, !p.mixed && p.list[0].target == target:
		p.list = p.list[:0]
	case p.mixed && len(p.list) > fewPuts:
		return false
	case p.mixed:
		left := p.list[:0]
		for _, x := range p.list {
			if x.target != target {
				left = append(left, x)
			}
		}
		p.list = left
	}
	return true
}

// readsNear adds the buffers near [lo, hi) that operations read to out.
func (s *inUse) readsNear(lo, hi int64, out []*InUse) []*InUse {
	left := s.putting[:0]
	for _, h := range s.putting {
		if h.puts.near(lo, hi) {
			s.index(h)
		}
		if h.putting = len(h.puts.list) > 0; h.putting {
			left = append(left, h)
		}
	}
	s.putting = left
	return s.reads.near(lo, hi, out)
}

// near reports whether the puts must be looked at more closely.
func (p *puts) near(lo, hi int64) bool {
	if len(p.list) > fewPuts {
		return true
	}
	for i := range p.list {
		x := &p.list[i]
		if a, b := datatype.Span(x.typ, x.count); a < b && x.addr+a < hi && lo < x.addr+b {
			return true
		}
	}
	return false
}

// index moves the puts of a window to where they are found by their addresses.
func (s *inUse) index(u *unsettledByTarget) {
	var c call.Call
	for i := range u.puts.list {
		p := &u.puts.list[i]
		c.Used.List = c.Used.List[:0]
		c.Use(p.sem.Origin.Addr, datatype.Buffer{Addr: p.addr, Count: p.count, Type: p.typ})
		if len(c.Used.List) == 0 || s.reads.n+s.writes.n >= maxHeld {
			continue
		}
		x := s.new()
		x.Memory, x.Sem, x.Request, x.Win, x.More = c.Used.List[0], p.sem, nil, u.win, nil
		x.By, x.since, x.age, x.stored = p.by, p.since, p.age, false
		u.add(x, p.target)
		s.reads.add(x)
	}
	u.puts.list = u.puts.list[:0]
}
