package windows

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/tracker/op"
)

// Held appends the locks of single targets that the rank holds, except that of a target of w.
func (ws *Windows) Held(to []op.LockRef, w *Win, target int64) []op.LockRef {
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

// HeldOfAll returns the windows of which the rank has locked all targets; nil if there are none.
func (ws *Windows) HeldOfAll() *op.LockedAll { return ws.lockedAll }

// keepLocking notes which locks of the window the rank holds.
func (ws *Windows) keepLocking(w *Win) {
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

// AnyOps reports whether the window's info says that accumulates with different operations may
// meet: with a value that the standard does not define.
func (w *Win) AnyOps() bool {
	v, ok := w.Info["accumulate_ops"]
	return ok && v != SameOp && v != sameOpNoOp
}

// Loose reports whether accumulates of one rank to one place may take effect in any order. With a promise
// about operations that is WIN006.
func (w *Win) Loose() bool {
	order, given := w.Info["accumulate_ordering"]
	return given && !strings.Contains(order, "waw") && w.Info["accumulate_ops"] == ""
}
