package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// synchronize applies a successful call that opens, closes or otherwise affects epochs.
func (r *Rank) synchronize(c *call.Call) {
	w := c.Win
	if w == nil {
		return
	}
	r.Memory.Settle(&c.Call, w)
	var g *objects.Group
	if c.Sem.Group >= 0 {
		g = r.Objects.Group(c.In[c.Sem.Group])
	}
	r.Windows.Synced(&c.Call, w, g)
}

// failedSync applies a synchronization call that returned an error. A fence counts as done, because the program goes on
// as if it were; a call that closes an epoch has closed it.
func (r *Rank) failedSync(c *call.Call) {
	w := c.Win
	if w == nil || !w.Alive() || !w.Known() {
		return
	}
	r.Memory.Settle(&c.Call, w)
	r.Windows.NotSynced(&c.Call, w)
}
