package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// asksForLock adds a lock that the rank asks for.
func (o teller) asksForLock(r *Rank, c *call.Call) {
	if on, peer, exclusive, ok := r.Windows.Locked(&c.Call, c.Win); ok {
		x := o.Locks(r.head(c, on))
		x.Target, x.Exclusive, x.Assert = peer, exclusive, c.In[c.Sem.Assert]
	}
}

// unlocks adds a lock that the rank has released, or never got because the call has failed. An unlock
// that has failed counts as one that has not, as it does for the rank itself.
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
