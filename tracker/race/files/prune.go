package files

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// Prune forgets the accesses that all ranks would see, whatever they do next. now is the latest access.
func (m *Judge) Prune(now tracker.Site) {
	handles := map[*content][]*race.Sequence{}
	for _, f := range m.of {
		for i := range f.handles {
			if h := &f.handles[i]; h.seq != nil && !h.closed {
				handles[f.content] = append(handles[f.content], h.seq)
			}
		}
	}
	ranks := make([]int32, m.size)
	for r := range ranks {
		ranks[r] = int32(r)
	}
	floors := map[*race.Sequence]int64{}
	m.drop(func(c *content, a *race.Access) bool {
		s := a.Seq
		if s.Done == 0 {
			return false
		}
		floor, known := floors[s]
		if !known {
			floor = m.floor(s, ranks, handles[c])
			floors[s] = floor
		}
		return s.Done <= floor
	})
	if most := race.MaxKept(m.size); m.kept > most { // nothing tells that they are seen
		m.drop(func(*content, *race.Access) bool { return true })
		if m.forgot == nil {
			m.forgot = &fact.Forgotten{At: now, Kept: most, Files: true}
		}
	}
	m.roomy, m.seen = max(race.Few, 2*m.kept), 0
}

// drop forgets accesses, and files without accesses.
func (m *Judge) drop(dead func(*content, *race.Access) bool) {
	m.kept = 0
	m.contents = slices.DeleteFunc(m.contents, func(c *content) bool {
		c.Drop(func(a *race.Access) bool { return dead(c, a) }, nil)
		m.kept += c.Len()
		return m.past(c)
	})
}

// past reports whether nothing is left of a file, and forgets its names then.
func (m *Judge) past(c *content) bool {
	if c.opens > 0 || c.Len() > 0 && len(c.names) > 0 { // it may be opened again
		return false
	}
	for _, name := range c.names {
		delete(m.named, name)
	}
	return true
}

// floor returns the number of records of the rank of a sequence that all other ranks know to be past; for a rank with a
// handle of the file, the knowledge counts that it had when the current sequence of this handle began.
func (m *Judge) floor(s *race.Sequence, ranks []int32, handles []*race.Sequence) int64 {
	n := int64(math.MaxInt64)
	for _, o := range handles {
		if !o.SameHandle(&s.Handle) {
			n = min(n, o.Known(s.Rank))
		}
	}
	if len(ranks) > race.MaxApart { // nearly always the same
		f := m.order.Floor(ranks)
		return min(n, f.Of(s.Rank))
	}
	for _, r := range ranks {
		if r != s.Rank {
			n = min(n, m.order.Known(r, s.Rank))
		}
	}
	return n
}
