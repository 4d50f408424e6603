package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// access emits an RMA communication call whose window and target are known.
func (o teller) access(r *Rank, c *call.Call) {
	w, x := c.Win, &c.RMA
	if w == nil || x.ProcNull || !w.Contains(x.Target) || x.Refused() {
		return
	}
	on := w.Place()
	if on == nil {
		return
	}
	a := o.Accesses(r.head(c, on))
	c.Told.Arrived = a.N
	a.Target = int32(x.Target)
	a.Data = op.TargetData{Disp: x.Disp, Count: x.TCount, Type: x.TType, Writes: x.Writes, Moves: x.Moves()}
	a.Fetches, a.Atomic = x.Reads, c.Sem.RMA.Atomic()
	a.AnyOps, a.OneOp, a.Loose = w.AnyOps(), w.Info["accumulate_ops"] == windows.SameOp, w.Info != nil && w.Loose()
	a.Operand, a.Compare, a.Width = c.Left.Value, c.Left.Compare, c.Left.Width
	if x.Op != nil {
		a.Op = x.Op.Predef
	}
	within(a, w, x.Target)
	a.All = r.Windows.HeldOfAll()
	a.Locks = r.Windows.HeldBeside(w, x.Target)
	if len(w.Accs) > 0 {
		a.OpenOps = w.OpenOps(&c.Call, x)
	}
	for _, s := range r.Files.Splits {
		if s.File.ID != 0 {
			a.Splits = append(a.Splits, op.SplitRef{File: s.File.ID, Number: int64(s.Number), Since: s.Since})
		}
	}
}

// within fills the access's epoch: the call that opened it, and the lock.
func within(a *op.Access, w *windows.Win, target int64) {
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

// settles emits that RMA communication of the rank on a window is complete. For a fence and MPI_Win_free, it does so at
// entry: other ranks can only know that this rank has entered the call.
func (o teller) settles(r *Rank, c *call.Call) {
	on := c.Win.Place()
	if on == nil {
		return
	}
	s := c.Sem
	add, target := o.CompletesAtTarget, int32(op.AllTargets)
	switch reach, all := s.Epoch.Settles(); {
	case s.Frees == calls.ClassWin:
	case s.Epoch == calls.EpochFence: // with MPI_MODE_NOPRECEDE, too: operations that precede such a fence are FENCE002
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
