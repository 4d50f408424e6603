package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// newWin registers the window that a creation call returned.
func (r *Rank) newWin(c *call.Call) {
	w := r.Windows.Create(&c.Call, c.Comm, r.Objects.Info(c.Arg("info")))
	if c.Kind == calls.WinCreate {
		w.AllocMem = r.Memory.InAllocMem(w.Base, w.Size)
	}
	c.Win = w
}

// freeWin applies an MPI_Win_free.
func (r *Rank) freeWin(c *call.Call) {
	w := c.Win
	if w == nil || !w.Alive() {
		return
	}
	r.Objects.NoHolder(w)
	r.Requests.FreedUnder(w, c.Site)
	r.Memory.InUse.Settle(w, 0, true)
	r.Windows.End(w, c.Site)
}

// loseWin applies an MPI_Win_free that failed.
func (r *Rank) loseWin(c *call.Call) {
	if w := c.Win; w != nil && w.Alive() && w.Known() {
		r.Memory.InUse.Settle(w, 0, true)
		r.Windows.Doubt(w)
	}
}

// setWinInfo applies MPI_Win_set_info.
func (r *Rank) setWinInfo(c *call.Call) {
	if i := r.Objects.Info(c.Arg("info")); c.Win != nil && i != nil && len(i.KV) > 0 {
		c.Win.Hint(i.KV)
	}
}
