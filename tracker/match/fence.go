package match

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// fences checks what a fence epoch changed against the assertions that opened it.
type fences struct {
	*Job
	// noPut holds, by window, the window's ranks whose last matched fence passed
	// MPI_MODE_NOPUT.
	noPut map[uint64]map[int32]tracker.Site
}

// matched takes a fence that all ranks of the window have entered.
func (x *fences) matched(on *state.Place, f *fact.Matched) {
	if w := x.noPut[on.ID]; len(w) > 0 {
		for i := range f.Row {
			for _, p := range f.Row[i].Args.Puts {
				if at, ok := w[p.Target]; ok {
					x.emit(&fact.FencePut{Object: f.Object, Put: p.Site, Target: f.Members[p.Target], Fence: at})
				}
			}
		}
		clear(w)
	}
	for i := range f.Row {
		if f.Row[i].Args.Assert&x.Flavour.ModeNoPut == 0 {
			continue
		}
		if x.noPut[on.ID] == nil {
			x.noPut[on.ID] = map[int32]tracker.Site{}
		}
		x.noPut[on.ID][int32(i)] = f.Row[i].Site
	}
}
