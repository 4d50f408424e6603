package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// newWin registers the window that a creation call returned.
func (r *Rank) newWin(c *call.Call) {
	w := r.windows.Create(&c.Call, c.Comm, r.objects.Info(c.Arg("info")))
	if c.Kind == calls.WinCreate {
		w.AllocMem = r.memory.InAllocMem(w.Base, w.Size)
	}
	c.Win = w
}

// freeWin applies an MPI_Win_free.
func (r *Rank) freeWin(c *call.Call) {
	w := c.Win
	if w == nil || !w.Alive() {
		return
	}
	r.objects.NoHolder(w)
	r.requests.FreedUnder(w, c.Site)
	r.memory.InUse.Settle(w, 0, true)
	r.windows.End(w, c.Site)
}

// loseWin applies an MPI_Win_free that failed.
func (r *Rank) loseWin(c *call.Call) {
	if w := c.Win; w != nil && w.Alive() && w.Known() {
		r.memory.InUse.Settle(w, 0, true)
		r.windows.Doubt(w)
	}
}

// setWinInfo applies MPI_Win_set_info.
func (r *Rank) setWinInfo(c *call.Call) {
	if i := r.objects.Info(c.Arg("info")); c.Win != nil && i != nil && len(i.KV) > 0 {
		c.Win.Hint(i.KV)
	}
}
