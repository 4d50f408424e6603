package state

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// access adds a communication call whose window and target are known.
func (o teller) access(r *Rank, c *Call) {
	w, x := c.Win, &c.RMA
	if w == nil || x.ProcNull || !w.Contains(x.Target) || x.refused() {
		return
	}
	on := w.Place()
	if on == nil {
		return
	}
	a := o.Accesses(r.head(c, on))
	c.told.arrived = a.N
	a.Target = int32(x.Target)
	a.Data = op.Data{Disp: x.Disp, Count: x.TCount, Type: x.TType, Writes: x.Writes, Moves: x.Moves()}
	a.Fetches, a.Atomic = x.Reads, c.Sem.RMA.Atomic()
	a.AnyOps, a.OneOp, a.Loose = w.anyOps(), w.Info["accumulate_ops"] == sameOp, w.Info != nil && w.loose()
	a.Operand, a.Compare, a.Width = c.left.value, c.left.compare, c.left.width
	if x.Op != nil {
		a.Op = x.Op.Predef
	}
	within(a, w, x.Target)
	a.All = r.windows.heldOfAll()
	a.Locks = o.heldLocks(r, w, x.Target)
	if len(w.accs) > 0 {
		a.OpenOps = w.openOps(&c.recorded, x)
	}
	for _, s := range r.Splits() {
		if s.File.ID != 0 {
			a.Splits = append(a.Splits, op.SplitRef{File: s.File.ID, Number: int64(s.number), Since: s.since})
		}
	}
}

// within fills the epoch of an access.
func within(a *op.Access, w *Win, target int64) {
	lock := &w.LockAll
	switch a.Epoch = w.EpochFor(target); a.Epoch {
	case op.FenceEpoch:
		a.Opened = w.Fence.Site
		return
	case op.StartedEpoch:
		a.Opened = w.Start.Site
		return
	case op.LockEpoch:
		lock = w.LockOf(target)
	case op.LockAllEpoch:
	case op.NoEpoch, op.UnsureEpoch:
		return
	}
	a.Opened, a.Exclusive, a.NoCheck = lock.Site, lock.Exclusive, lock.Assert != 0
}

// heldLocks returns the locks of single targets that the rank holds, except that of a target of w.
func (o teller) heldLocks(r *Rank, w *Win, target int64) []op.LockRef {
	r.windows.holding = r.windows.held(r.windows.holding[:0], w, target)
	return o.KeepLocks(r.windows.holding)
}

// held appends the locks of single targets that the rank holds, except that of a target of w.
func (ws *windows) held(to []op.LockRef, w *Win, target int64) []op.LockRef {
	for _, x := range ws.locking {
		if x.ID == 0 {
			continue
		}
		for i := range x.Locks {
			if l := &x.Locks[i]; (x != w || int64(l.Target) != target) && l.Assert == 0 {
				to = append(to, op.LockRef{Window: x.ID, Target: l.Target, Exclusive: l.Exclusive})
			}
		}
	}
	return to
}

// heldOfAll returns the windows of which the rank has locked all targets; nil if there are none.
func (ws *windows) heldOfAll() *op.LockedAll { return ws.lockedAll }

// keepLocking notes which locks of the window the rank holds.
func (ws *windows) keepLocking(w *Win) {
	if all := w.LockAll.Held && w.LockAll.Assert == 0; all != ws.lockedAll.Has(w.ID) {
		if ws.lockedAll = ws.lockedAll.Without(w.ID); all {
			ws.lockedAll = ws.lockedAll.With(w.ID)
		}
	}
	i := slices.Index(ws.locking, w)
	switch {
	case i < 0 && len(w.Locks) > 0:
		ws.locking = append(ws.locking, w)
	case i >= 0 && len(w.Locks) == 0:
		ws.locking = slices.Delete(ws.locking, i, i+1)
	}
}

// anyOps reports whether the window's info says that accumulates with different operations may
// meet: with a value that the standard does not define.
func (w *Win) anyOps() bool {
	v, ok := w.Info["accumulate_ops"]
	return ok && v != sameOp && v != sameOpNoOp
}

// loose reports whether accumulates of one rank to one place may take effect in any order. With a promise
// about operations that is WIN006.
func (w *Win) loose() bool {
	order, given := w.Info["accumulate_ordering"]
	return given && !strings.Contains(order, "waw") && w.Info["accumulate_ops"] == ""
}

// settles adds that communication of the rank on a window is complete. A fence and the end of a
// window are added when they are entered: others can know no more than that the rank has come.
func (o teller) settles(r *Rank, c *Call) {
	on := c.Win.Place()
	if on == nil {
		return
	}
	s := c.Sem
	add, target := o.CompletesAtTarget, int32(op.AllTargets)
	switch reach, all := s.Epoch.Settles(); {
	case s.Frees == calls.ClassWin:
	case s.Epoch == calls.EpochFence: // with MPI_MODE_NOPRECEDE, too: if anything does precede, that is FENCE002
	case s.Epoch == calls.EpochSync:
		o.Syncs(r.head(c, on))
		return
	case reach == calls.NotSettled:
		return
	default:
		if reach == calls.AtOrigin {
			add = o.CompletesAtOrigin
		}
		if !all {
			if target = int32(c.In[s.Target]); !c.Win.Contains(int64(target)) {
				return
			}
		}
	}
	add(r.head(c, on)).Target = target
}
