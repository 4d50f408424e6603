package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// asksForLock emits that the rank asks for a lock.
func (o teller) asksForLock(r *Rank, c *call.Call) {
	if on, peer, exclusive, ok := r.Windows.Locked(&c.Call, c.Win); ok {
		x := o.Locks(r.head(c, on))
		x.Target, x.Exclusive, x.Assert = peer, exclusive, c.In[c.Sem.Assert]
	}
}

// unlocks emits that the rank released a lock, or never got it because the call failed. A failed unlock counts as a
// release, as it does in the state of the window.
func (o teller) unlocks(r *Rank, c *call.Call) {
	w := c.Win
	switch c.Sem.Epoch {
	case calls.EpochLock, calls.EpochLockAll:
		if on, peer, _, ok := r.Windows.Locked(&c.Call, c.Win); ok && !c.Ok() {
			x := o.Unlocks(r.head(c, on))
			x.Target, x.Failed = peer, true
		}
	case calls.EpochUnlock:
		if on, target := w.Place(), c.In[c.Sem.Target]; on != nil && w.LockOf(target) != nil {
			o.Unlocks(r.head(c, on)).Target = int32(target)
		}
	case calls.EpochUnlockAll:
		if on := w.Place(); on != nil && w.LockAll.Held {
			o.Unlocks(r.head(c, on)).Target = op.AllTargets
		}
	}
}
