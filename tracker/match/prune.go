package match

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// prune forgets the accesses that all ranks know to be complete.
func (m *races) prune(now tracker.Site) {
	m.kept = 0
	floors := map[floorOf]int64{}
	for _, w := range m.of {
		w.floor = nil
	}
	for target, space := range m.spaces {
		stores := m.local.stores(target)
		space.Drop(func(a *race.Access) bool {
			return m.past(floors, a, target) && !slices.ContainsFunc(stores, func(e touched) bool {
				return a.Lo < e.Hi && e.Lo < a.Hi && !a.KnownBefore(e.Access)
			})
		})
		m.kept += space.Len()
	}
	for r, list := range m.guarded {
		m.guarded[r] = slices.DeleteFunc(list, func(a guarded) bool { return a.Dead || a.Done > 0 })
	}
	if most := race.MaxKept(m.Size); m.kept > most { // nothing tells when they are complete
		for _, space := range m.spaces {
			space.Drop(func(*race.Access) bool { return true })
		}
		for _, w := range m.of {
			for _, o := range w.origins {
				for _, p := range o.open {
					p.forget()
				}
			}
		}
		clear(m.guarded)
		m.kept = 0
		if !m.forgot {
			m.forgot = true
			m.emit(&fact.Forgotten{At: now, Kept: most})
		}
	}
	m.roomy = max(race.Few, 2*m.kept)
}

// past reports whether all ranks of the window know that the access is complete.
func (m *races) past(floors map[floorOf]int64, a *race.Access, target int32) bool {
	if a.Done == 0 && a.Seen == 0 {
		return false
	}
	w := m.of[a.Window.ID]
	if w == nil {
		return true
	}
	return a.Done > 0 && a.Done <= m.floor(floors, w, a.Site.Rank) || a.Seen > 0 && a.Seen <= m.floor(floors, w, target)
}

// floorOf names what the ranks of a window know of one rank.
type floorOf struct {
	window uint64
	rank   int32
}

// floor is how many records of a rank all others of the window know to be past.
func (m *races) floor(floors map[floorOf]int64, w *windowAccesses, rank int32) int64 {
	if w.floor == nil {
		f := m.order.Floor(w.on.Members)
		w.floor = &f
	}
	if len(w.on.Members) > race.MaxApart { // it is as good as always
		return w.floor.Of(rank)
	}
	k := floorOf{w.on.ID, rank}
	n, known := floors[k]
	if !known {
		n = math.MaxInt64
		for _, r := range w.on.Members {
			if r != rank {
				n = min(n, m.order.Known(r, rank))
			}
		}
		floors[k] = n
	}
	return n
}
