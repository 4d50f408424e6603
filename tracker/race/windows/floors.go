package windows

import (
	"math"

	"github.com/gomarmot/gomarmot/tracker/race"
)

// floors say which accesses all ranks of their windows know to be complete.
type floors struct {
	order race.Clocks
	of    map[uint64]*window
	known map[floorOf]int64
}

func newFloors(clocks race.Clocks, of map[uint64]*window) *floors {
	for _, w := range of {
		w.floor = nil
	}
	return &floors{clocks, of, map[floorOf]int64{}}
}

// past reports whether all ranks of the window know that the access is complete.
func (m *floors) past(a *race.Access, target int32) bool {
	if a.Done == 0 && a.Seen == 0 {
		return false
	}
	w := m.of[a.Window.ID]
	if w == nil {
		return true
	}
	return a.Done > 0 && a.Done <= m.floor(w, a.Site.Rank) || a.Seen > 0 && a.Seen <= m.floor(w, target)
}

// floorOf names what the ranks of a window know of one rank.
type floorOf struct {
	window uint64
	rank   int32
}

// floor is how many records of a rank all others of the window know to be past.
func (m *floors) floor(w *window, rank int32) int64 {
	if w.floor == nil {
		f := m.order.Floor(w.on.Members)
		w.floor = &f
	}
	if len(w.on.Members) > race.MaxApart { // it is as good as always
		return w.floor.Of(rank)
	}
	k := floorOf{w.on.ID, rank}
	n, known := m.known[k]
	if !known {
		n = math.MaxInt64
		for _, r := range w.on.Members {
			if r != rank {
				n = min(n, m.order.Known(r, rank))
			}
		}
		m.known[k] = n
	}
	return n
}
