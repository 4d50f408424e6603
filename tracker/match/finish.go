package match

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
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
func (m *collectives) Row(c *state.OpenCall) (x end.Row) {
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
func (m *collectives) Absent(c *state.OpenCall) (out []int32) {
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

// unfinished has the rows judged that not all ranks have come to.
func (m *collectives) unfinished(s *callOrder) {
	for k := range s.rows.Len() {
		if rw := s.rows.At(k); rw.n < len(s.members) {
			judged := s.judged(rw)
			m.agree.Incomplete(&judged)
		}
	}
}

func (m *collectives) finishFamilies() {
	for _, f := range sortedBy(m.fams, func(f *family) string { return f.object.Label }) {
		if f.doubt != nil && f.single() && !f.broken {
			f.broken = true
			m.emit(f.doubt.reported(f))
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
	m.emit(f)
}

// finish reports starts and posts that never matched.
func (m *pscw) finish(run *end.Run) {
	for _, p := range sortedBy(m.of, func(p *pairs) string { return p.on.Label }) {
		m.finishPairs(p, run)
	}
}

// finishPairs reports starts and posts that never matched; run is nil where
// all ranks have freed the window.
func (m *pscw) finishPairs(p *pairs, run *end.Run) {
	for _, k := range sortedPairs(p.queues) {
		if p.lost[k.origin] || p.lost[k.target] {
			continue
		}
		q := p.queues[k]
		for _, h := range q.starts {
			m.unmatched(p, true, h, k.origin, k.target, run)
		}
		for _, h := range q.posts {
			m.unmatched(p, false, h, k.target, k.origin, run)
		}
	}
}

func (m *pscw) unmatched(p *pairs, isStart bool, h *half, from, to int32, run *end.Run) {
	rank := p.on.Members[to]
	u := &fact.Unmatched{Object: p.on.Object, IsStart: isStart, Site: h.Site, From: p.on.Members[from], To: fact.Stand{Rank: rank}}
	if isStart {
		u.Other, u.Others = p.unmatchedPost(to)
	}
	if run != nil {
		u.To = run.Absent(rank)
	}
	if !m.present(rank) || m.isLossy(rank) {
		return
	}
	if w := m.windows.of[p.on.ID]; w != nil && !w.freed[to].IsZero() {
		u.To.Freed, u.To.At = true, w.freed[to]
	} else if !run.Fault([]fact.Stand{u.To}) {
		return
	}
	if run == nil {
		m.emit(u)
		return
	}
	u.Blocked = run.BlockedOn(p.on, u.From, isStart)
	run.Unmatched(u)
}

// unmatchedPost returns a post of a rank of the window that has not matched,
// and the ranks in MPI_COMM_WORLD whose starts it lacks.
func (p *pairs) unmatchedPost(rank int32) (at tracker.Site, lacks []int32) {
	for i, world := range p.on.Members {
		q := p.queues[pairKey{int32(i), rank}]
		if q == nil || len(q.posts) == 0 {
			continue
		}
		if at.IsZero() {
			at = q.posts[0].Site
		}
		if q.posts[0].Site == at {
			lacks = append(lacks, world)
		}
	}
	return at, lacks
}

// sortedBy gives the values of a map in an order that does not change
// from run to run.
func sortedBy[T any](m map[uint64]T, label func(T) string) []T {
	keys := make([]uint64, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b uint64) int {
		if c := strings.Compare(label(m[a]), label(m[b])); c != 0 {
			return c
		}
		if a < b {
			return -1
		}
		return 1
	})
	out := make([]T, len(keys))
	for i, k := range keys {
		out[i] = m[k]
	}
	return out
}

func sortedPairs(m map[pairKey]*pairQueue) []pairKey {
	keys := make([]pairKey, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b pairKey) int {
		if a.origin != b.origin {
			return int(a.origin - b.origin)
		}
		return int(a.target - b.target)
	})
	return keys
}
