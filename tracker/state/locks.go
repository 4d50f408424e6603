package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// asksForLock adds a lock that the rank asks for.
func (o teller) asksForLock(r *Rank, c *Call) {
	if on, peer, exclusive, ok := r.windows.locked(&c.recorded, c.Win); ok {
		x := o.Locks(r.head(c, on))
		x.Target, x.Exclusive, x.Assert = peer, exclusive, c.In[c.Sem.Assert]
	}
}

// locked says what a call that asks for a lock of a window is about. It is not ok where the call is at fault,
// as for a lock that the rank holds already: what it does is then unknown.
func (ws *windows) locked(c *recorded, w *Win) (on *op.Place, peer int32, exclusive, ok bool) {
	if on = w.Place(); on == nil || w.LockAll.Held {
		return on, 0, false, false
	}
	if c.Sem.Epoch == calls.EpochLockAll {
		return on, -1, false, len(w.Locks) == 0
	}
	target, kind := c.In[c.Sem.Target], c.Arg("lock_type")
	exclusive = kind == ws.flavour.LockExclusive
	ok = w.Contains(target) && w.LockOf(target) == nil && (exclusive || kind == ws.flavour.LockShared)
	return on, int32(target), exclusive, ok
}

// unlocks adds a lock that the rank has released, or never got because the call has failed. An unlock
// that has failed counts as one that has not, as it does for the rank itself.
func (o teller) unlocks(r *Rank, c *Call) {
	w := c.Win
	switch c.Sem.Epoch {
	case calls.EpochLock, calls.EpochLockAll:
		if on, peer, _, ok := r.windows.locked(&c.recorded, c.Win); ok && !c.ok() {
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

// RestLock is a lock, and the call that asked for it.
type RestLock struct {
	op.LockRef
	Site tracker.Site
}

// restLocks are the locks that the rank has asked for on a window, without those that need not wait.
func (w *Win) restLocks() (out []RestLock) {
	add := func(l *Lock, target int32) {
		if l.Held && l.Assert == 0 {
			out = append(out, RestLock{op.LockRef{Window: w.ID, Target: target, Exclusive: l.Exclusive}, l.Site})
		}
	}
	add(&w.LockAll, op.AllTargets)
	for i := range w.Locks {
		add(&w.Locks[i], w.Locks[i].Target)
	}
	return out
}
