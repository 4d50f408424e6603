package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// puts holds the origin buffers of a window's puts and accumulates that no call has completed. MPI only reads these. As
// most programs never write near them before the next synchronization, they are only listed, and go to inUse.reads when
// a call writes memory.
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

// fewPuts bounds the puts that are searched one by one.
const fewPuts = 32

// settle drops the puts to a target, or all; false: there are too many to search.
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

// near reports whether a put may overlap [lo, hi).
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
