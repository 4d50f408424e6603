package windows

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Locked returns the lock that a lock call asks for: the window, the target (-1: all) and whether it is exclusive. ok
// is false if the call is erroneous, as for a lock that the rank already holds: its effect is then unknown.
func (ws *Windows) Locked(c *record.Call, w *Win) (on *op.Place, peer int32, exclusive, ok bool) {
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

// RestLock is a lock, and the call that asked for it.
type RestLock struct {
	op.LockRef
	Site tracker.Site
}

// RestLocks returns the locks that the rank has asked for on a window, without locks with MPI_MODE_NOCHECK, which need
// not wait.
func (w *Win) RestLocks() (out []RestLock) {
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
