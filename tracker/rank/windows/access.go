package windows

import (
	"strings"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// AnyOps reports whether the window's info allows accumulates with different operations to overlap. The standard does
// not define such a value of accumulate_ops.
func (w *Win) AnyOps() bool {
	v, ok := w.Info["accumulate_ops"]
	return ok && v != SameOp && v != sameOpNoOp
}

// Loose reports whether accumulates of one rank to the same location may take effect in any order. Windows that also
// promise accumulate_ops are left to WIN006.
func (w *Win) Loose() bool {
	order, given := w.Info["accumulate_ordering"]
	return given && !strings.Contains(order, "waw") && w.Info["accumulate_ops"] == ""
}

// LockOf returns the lock this rank holds on the target, or nil.
func (w *Win) LockOf(target int64) *Lock {
	for i := range w.Locks {
		if int64(w.Locks[i].Target) == target {
			return &w.Locks[i]
		}
	}
	return nil
}

// Passive reports whether this rank holds any lock on the window.
func (w *Win) Passive() bool { return w.LockAll.Held || len(w.Locks) > 0 }

// EpochFor returns the access epoch that an RMA call to target falls into.
func (w *Win) EpochFor(target int64) op.Epoch {
	switch {
	case w.LockAll.Held:
		return op.LockAllEpoch
	case len(w.Locks) > 0 && w.LockOf(target) != nil:
		return op.LockEpoch
	case w.Start.Open && w.Start.has(target):
		return op.StartedEpoch
	case w.unsure():
		return op.UnsureEpoch
	case len(w.Locks) > 0 || w.Start.Active():
		return op.NoEpoch
	case w.Fence.Open:
		return op.FenceEpoch
	}
	return op.NoEpoch
}

// unsure reports whether more epochs may be open than the view of the rank shows. A start, post or lock that failed, or
// was called while such an epoch was open, adds to the slack; a closing call that may still follow takes from it. So
// one mistake does not make every later call look wrong.
func (w *Win) unsure() bool { return w.Start.slack > 0 || w.lockSlack > 0 }

// LockSlack reports whether an unlock may come without a lock.
func (w *Win) LockSlack() bool { return w.lockSlack > 0 }

// Access notes an RMA call in its epoch, and returns that epoch.
func (w *Win) Access(c *record.Call, m *RMA) op.Epoch {
	if m.ProcNull {
		return op.NoEpoch
	}
	if w.Info != nil {
		w.noteAccumulate(c, m)
	}
	epoch := w.EpochFor(m.Target)
	switch epoch {
	case op.FenceEpoch:
		f := &w.Fence
		if !f.Used {
			f.Used, f.First = true, c.Site
		}
		if m.Writes && f.seen.addNew(m.Target) {
			f.Puts = append(f.Puts, op.TargetUse{Target: int32(m.Target), Site: c.Site})
		}
	case op.StartedEpoch:
		s := &w.Start
		if !s.used {
			s.used = true
			w.inner(c.Site, s.Site)
		}
		if m.Writes && s.seen.addNew(m.Target) {
			s.Puts = append(s.Puts, op.TargetUse{Target: int32(m.Target), Site: c.Site})
		}
	case op.LockEpoch:
		w.LockOf(m.Target).use(w, c.Site)
	case op.LockAllEpoch:
		w.LockAll.use(w, c.Site)
	case op.NoEpoch, op.UnsureEpoch:
	}
	return epoch
}

// inner keeps the first RMA call of another epoch inside a fence epoch that is not used itself. Opening another epoch
// in a used fence epoch is a fault of its own.
func (w *Win) inner(rma, opened tracker.Site) {
	if w.Fence.Open && !w.Fence.Used && w.Fence.Inner.IsZero() {
		w.Fence.Inner, w.Fence.InnerOpen = rma, opened
	}
}

func (l *Lock) use(w *Win, s tracker.Site) {
	if !l.used {
		l.used = true
		w.inner(s, l.Site)
	}
}
