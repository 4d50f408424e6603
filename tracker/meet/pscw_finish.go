package meet

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

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
	u := &fact.Unmatched{Object: p.on.Object, IsStart: isStart, Site: h.Site, From: p.on.Members[from],
		To: fact.Stand{Rank: rank}}
	if isStart {
		u.Other, u.Others = p.unmatchedPost(to)
	}
	if run != nil {
		u.To = run.Absent(rank)
	}
	if !m.IsPresent(rank) || m.IsLossy(rank) {
		return
	}
	if w := m.targets.of[p.on.ID]; w != nil && !w.freed[to].IsZero() {
		u.To.Freed, u.To.At = true, w.freed[to]
	} else if !run.Fault([]fact.Stand{u.To}) {
		return
	}
	if run == nil {
		m.Emit(u)
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

func sortedPairs(m map[pairKey]*pairQueue) []pairKey {
	return slices.SortedFunc(maps.Keys(m), func(a, b pairKey) int {
		return cmp.Or(cmp.Compare(a.origin, b.origin), cmp.Compare(a.target, b.target))
	})
}

func (m *pscw) gone(on *op.Place) {
	if p := m.of[on.ID]; p != nil {
		m.finishPairs(p, nil)
		delete(m.of, on.ID)
		m.last = nil
	}
}

// Counted implements end.Matched, as Unposted and Incomplete do.
func (m *pscw) Counted(on *op.Place) bool {
	p := m.of[on.ID]
	return p != nil && !p.lost[on.Me]
}

func (m *pscw) Unposted(on *op.Place) []int32 {
	if p := m.of[on.ID]; p != nil {
		return p.unposted(on.Me)
	}
	return nil
}

func (m *pscw) Incomplete(on *op.Place) []int32 {
	if p := m.of[on.ID]; p != nil {
		return p.incomplete(on.Me)
	}
	return nil
}
