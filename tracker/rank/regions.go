package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Overlapped returns the oldest region attached to the window that has bytes of [lo, hi); nil if there is none.
func (r *Rank) Overlapped(w *windows.Win, lo, hi int64) *windows.Region {
	there := false
	r.Windows.MemoryIn(lo, hi, func(e *windows.Exposure) { there = there || e.Win == w && e.Hi > lo })
	if !there { // the usual case
		return nil
	}
	for x := range w.Attached() {
		if x.Size > 0 && lo < x.Base+x.Size && x.Base < hi {
			return x
		}
	}
	return nil
}
