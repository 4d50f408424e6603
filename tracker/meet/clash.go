package meet

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// mismatch notes that the rank and row k disagree, and ends the matching on
// the object there.
func (m *collectives) mismatch(s *callOrder, k int64, at tracker.Site) {
	x := &clash{row: k, made: make([]tracker.Site, len(s.members))}
	for i, a := range s.rows.At(int(k - s.base)).arrived {
		if !a.Site.IsZero() {
			x.made[i] = a.Site
			x.n++
		}
	}
	s.cut(k - 1)
	s.clash = x
	if fam := m.fams[s.fam]; fam != nil {
		fam.broken = true
	}
	m.join(s, at)
}

// join adds a rank's call to the clash of an order.
func (m *collectives) join(s *callOrder, at tracker.Site) {
	i, _ := s.place(at.Rank)
	s.clash.made[i] = at
	s.clash.n++
	if s.clash.n == len(s.members) {
		m.settleClash(s)
	}
}

// settleClash reports a clash to the judges.
func (m *collectives) settleClash(s *callOrder) {
	made := s.clash.made
	s.clash = nil
	m.Note(&stamp.Clash{Object: s.object, Made: made, Created: s.creations(),
		Instead: func(rank int32, lacks tracker.Site) fact.Elsewhere { return m.instead(m.orders(), rank, lacks, s) }})
}

// orders are the call orders of all objects, by label.
func (m *collectives) orders() []*callOrder {
	return sortedBy(m.seqs, func(s *callOrder) string { return s.object.Label })
}

// instead returns a call like the call that a rank lacks, which it has made on another object of the same kind
// where the other rank has not: the two may have meant the same call, and passed different communicators.
func (m *collectives) instead(orders []*callOrder, rank int32, lacks tracker.Site, on *callOrder) fact.Elsewhere {
	for _, s := range orders {
		me, mine := s.place(rank)
		other, its := s.place(lacks.Rank)
		if s == on || s.object.Class != on.object.Class || !mine || !its {
			continue
		}
		for i := range s.rows.Len() {
			if rw := s.rows.At(i); rw.kind == calls.Of(lacks.Call).As && !rw.arrived[me].Site.IsZero() &&
				rw.arrived[other].Site.IsZero() {
				return fact.Elsewhere{Site: rw.arrived[me].Site, On: s.object}
			}
		}
	}
	return fact.Elsewhere{}
}
