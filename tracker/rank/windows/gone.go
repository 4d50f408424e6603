package windows

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Gone is memory that MPI has allocated for a window, and given back when the window was freed.
type Gone struct {
	Lo  int64
	hi  int64
	Win tracker.Object
	// Made is the call that created the window, and Freed the call that freed it.
	Made, Freed tracker.Site
}

// gonePieces are the last pieces of such memory, the oldest first.
type gonePieces []Gone

// mostGone bounds the pieces that are kept.
const mostGone = 256

// keep notes the memory of a window that MPI_Win_free frees.
func (g *gonePieces) keep(e *exposed, w *Win) {
	if w.Flavor != op.Allocated && w.Flavor != op.Shared {
		return
	}
	for i := range e.list {
		if x := &e.list[i]; x.Win == w {
			*g = append(*g, Gone{Lo: x.Lo, hi: x.Hi, Win: w.Object(), Made: w.Made, Freed: w.Freed})
		}
	}
	if n := len(*g); n > mostGone {
		*g = append((*g)[:0], (*g)[n-mostGone:]...)
	}
}

// at returns the newest piece that has an address; nil if there is none.
func (g gonePieces) at(address int64) *Gone {
	for i := len(g) - 1; i >= 0; i-- {
		if x := &g[i]; x.Lo <= address && address < x.hi {
			return x
		}
	}
	return nil
}
