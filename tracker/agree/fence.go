package agree

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// fence checks the puts of a fence epoch against the assertions of the fence that opened it, and keeps the assertions
// of the fence that closes it: noPut holds, by window, the members whose last fence passed MPI_MODE_NOPUT.
func (m *Judge) fence(r row) {
	id := r.Object.ID
	if w := m.noPut[id]; len(w) > 0 {
		for i := range r.Arrived {
			for _, p := range r.Arrived[i].Args.Puts {
				if at, ok := w[p.Target]; ok {
					m.emit(&fact.FencePut{Object: r.Object, Put: p.Site, Target: r.Ranks[p.Target], Fence: at})
				}
			}
		}
		clear(w)
	}
	for i := range r.Arrived {
		if r.Arrived[i].Args.Assert&m.flavour.ModeNoPut == 0 {
			continue
		}
		if m.noPut[id] == nil {
			m.noPut[id] = map[int32]tracker.Site{}
		}
		m.noPut[id][int32(i)] = r.Arrived[i].Site
	}
}
