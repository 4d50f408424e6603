package meet

import (
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/words"
)

// finish reports ranks that differ, and calls that some ranks never made.
func (m *collectives) finish(run *end.Run) {
	orders := m.orders()
	for _, s := range orders {
		if s.clash != nil {
			m.settleClash(s)
		}
	}
	m.finishFamilies()
	for _, s := range orders {
		m.unfinished(s)
		m.finishOrder(orders, s, run)
	}
}

// Row implements end.Matched.
func (m *collectives) Row(c *rank.OpenCall) (x end.Row) {
	s := m.seqs[c.On.ID]
	if s == nil {
		return end.Row{Gone: true}
	}
	x.Broken = s.broken
	if i, ok := s.place(c.Site.Rank); ok {
		x.Known, x.Number = true, s.pos[i]
		x.Complete = s.pos[i] > 0 && s.pos[i]-1 < s.base
	}
	return x
}

// Absent lists the ranks that have not made a collective call which a rank is in.
func (m *collectives) Absent(c *rank.OpenCall) (out []int32) {
	s := m.seqs[c.On.ID]
	if s == nil {
		return nil
	}
	i, ok := s.place(c.Site.Rank)
	if !ok || s.pos[i] == 0 {
		return nil
	}
	for m, p := range s.pos {
		if p < s.pos[i] {
			out = append(out, s.members[m])
		}
	}
	return out
}

// unfinished reports the incomplete rows to the judges.
func (m *collectives) unfinished(s *callOrder) {
	for k := range s.rows.Len() {
		if rw := s.rows.At(k); rw.n < len(s.members) {
			x := s.collective(rw)
			x.Partial = true
			m.Note(&x)
		}
	}
}

func (m *collectives) finishFamilies() {
	for _, f := range sortedBy(m.fams, func(f *family) string { return f.object.Label }) {
		if f.doubt != nil && f.single() && !f.broken {
			f.broken = true
			m.Emit(f.doubt.reported(f))
		}
	}
}

// finishOrder reports the first collective call that some ranks never made.
func (m *collectives) finishOrder(orders []*callOrder, s *callOrder, run *end.Run) {
	if s.broken || s.rows.Len() == 0 {
		return
	}
	if f := m.fams[s.fam]; f != nil && f.broken {
		return
	}
	rw := s.rows.At(0)
	f := &fact.Missing{Object: s.object, Call: rw.kind, Made: s.creations()}
	for i := range rw.arrived {
		if a := rw.arrived[i].Site; !a.IsZero() {
			f.Arrived = append(f.Arrived, a)
		} else {
			f.Absent = append(f.Absent, run.Absent(s.members[i]))
		}
	}
	if len(f.Arrived) == 0 || !run.Fault(f.Absent) {
		return
	}
	for i := range f.Absent[:min(len(f.Absent), words.Few)] {
		a := &f.Absent[i]
		if a.Instead = run.MadeAlone(a.Rank, f); a.Instead.Site.IsZero() {
			a.Instead = m.instead(orders, a.Rank, f.Arrived[0], s)
		}
	}
	m.Emit(f)
}
