package match

import (
	"iter"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// epoch is an access epoch that its origin has completed: the accesses are complete at
// the target when that has seen the complete.
type epoch struct {
	number   int64 // of the epochs of this origin and target
	accesses []*race.Access
}

// accessesOf yields the accesses of epochs.
func accessesOf(list []epoch) iter.Seq[*race.Access] {
	return func(yield func(*race.Access) bool) {
		for i := range list {
			for _, a := range list[i].accesses {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// incomplete yields the accesses that may not be complete at their targets: of open epochs, and of those that the
// targets have not seen the end of.
func (o *origin) incomplete() iter.Seq[*race.Access] {
	return func(yield func(*race.Access) bool) {
		for _, p := range o.open {
			for _, a := range p.list {
				if !yield(a) {
					return
				}
			}
		}
		for _, list := range o.epochs {
			for a := range accessesOf(list) {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// retract takes an access back whose call has failed.
func (m *races) retract(_ int32, x *op.AccessEnd) {
	if w := m.of[x.On.ID]; w != nil {
		o := w.origin(x.On.Me)
		if a := o.asked[x.Access]; a != nil {
			a.Dead = true
			delete(o.asked, x.Access)
		}
	}
}

// settle takes accesses that are complete at their targets.
func (m *races) settle(rank int32, x *op.Settle) {
	w := m.of[x.On.ID]
	if w == nil {
		return
	}
	o := w.origin(x.On.Me)
	if x.Target >= 0 {
		if o.pending(x.Target).complete(x.N); calls.Of(x.Site.Call).Epoch == calls.EpochUnlock {
			m.released(w, o, x.Target, m.order.At(rank, x.N))
			m.unlocked(rank, x)
		}
		return
	}
	for _, p := range o.open {
		p.complete(x.N)
	}
	if calls.Of(x.Site.Call).Epoch == calls.EpochUnlockAll {
		m.unlockedAll(rank, x.On.ID)
	}
	clear(o.asked)
	if calls.Of(x.Site.Call).Frees == calls.ClassWin { // so the targets have waited, as may be read later
		for _, list := range o.epochs {
			for a := range accessesOf(list) {
				if a.Done == 0 {
					a.Done = x.N
				}
			}
		}
	}
}

// guarded is an access that a lock which it does not need keeps others away from; target is its target's part of
// its window.
type guarded struct {
	*race.Access
	target *op.WinMade
}

// unlocked takes the end of a lock: it has kept others away only from what is complete by now.
func (m *races) unlocked(rank int32, x *op.Settle) {
	is := func(l op.LockRef) bool { return l.Window == x.On.ID && l.Target == x.Target }
	m.guarded[rank] = slices.DeleteFunc(m.guarded[rank], func(a guarded) bool {
		if a.Dead || a.Done > 0 || a.Seen > 0 && a.Seen <= m.order.Known(rank, a.Target) {
			return true
		}
		if slices.ContainsFunc(a.Locks, is) {
			m.unguard(a, is)
		}
		return len(a.Locks) == 0
	})
	m.local.unlocked(rank, is)
}

// unlockedAll takes the end of a lock of all targets from what is not complete by now.
func (m *races) unlockedAll(rank int32, window uint64) {
	strip := func(a *race.Access) {
		if a.Done == 0 {
			a.All = a.All.Without(window)
		}
	}
	for _, w := range m.of {
		if o := w.origins[int32(slices.Index(w.on.Members, rank))]; o != nil {
			for a := range o.incomplete() {
				strip(a)
				for _, b := range a.Buffers {
					strip(b)
				}
			}
		}
	}
	for _, list := range m.local.open[rank] {
		for _, e := range list {
			strip(e.Access)
		}
	}
}

// unguard takes a lock from an access, and compares it with those that the lock seemed to keep away.
func (m *races) unguard(a guarded, is func(op.LockRef) bool) {
	var apart []*race.Access
	for _, b := range m.spaces[a.Target].Meets(a.Access, a.target.Flavor == op.Shared, nil) {
		if b.Site.Rank != a.Site.Rank && b.Excludes(a.Access) {
			apart = append(apart, b)
		}
	}
	a.Locks = slices.DeleteFunc(a.Locks, is)
	for _, b := range apart {
		m.compare(a.target, b, a.Access)
	}
}

// settleAtOrigin takes accesses that are complete at their own rank.
func (m *races) settleAtOrigin(_ int32, x *op.Settle) {
	w := m.of[x.On.ID]
	if w == nil {
		return
	}
	o := w.origin(x.On.Me)
	if x.Target >= 0 {
		o.pending(x.Target).completeAtOrigin(&x.Head)
		return
	}
	for _, p := range o.open {
		p.completeAtOrigin(&x.Head)
	}
}

func completeAtOrigin(a *race.Access, x *op.Head) {
	if a.AtOrigin == 0 {
		a.AtOrigin, a.AtOriginBy = x.N, x.Site
	}
	if a.Done == 0 && a.Fetching() {
		a.Done = x.N
	}
	endBuffers(a, x.N)
}

// request takes an access whose request is complete.
func (m *races) request(_ int32, x *op.AccessEnd) {
	if w := m.of[x.On.ID]; w != nil {
		o := w.origin(x.On.Me)
		if a := o.asked[x.Access]; a != nil {
			completeAtOrigin(a, &x.Head)
			delete(o.asked, x.Access)
		}
	}
}

// fenced takes a fence that all ranks of the window have entered; entered says where, if ranks may
// have left it before others came.
func (m *races) fenced(on *op.Place, entered []order.Point) {
	if w := m.of[on.ID]; w != nil {
		w.entered = entered
	}
}

// completes takes the end of an access epoch, the k-th one of its origin and target.
func (m *races) completes(on *op.Place, k pairKey, number int64) {
	w := m.of[on.ID]
	if w == nil {
		return
	}
	o := w.origin(k.origin)
	list := o.pending(k.target).take()
	o.last[k.target] = list
	if len(list) == 0 {
		return
	}
	if len(o.epochs[k.target]) > maxDone {
		o.epochs[k.target] = slices.Delete(o.epochs[k.target], 0, maxDone/2)
	}
	o.epochs[k.target] = append(o.epochs[k.target], epoch{number, list})
}

// completed takes a complete that has returned: at the origin all accesses are complete. It
// reports whether one of them has fetched something, so that the target must have let it in.
func (m *races) completed(on *op.Place, k pairKey, x *op.Head) (fetched bool) {
	w := m.of[on.ID]
	if w == nil {
		return false
	}
	o := w.origin(k.origin)
	for _, a := range o.last[k.target] {
		completeAtOrigin(a, x)
		fetched = fetched || a.Fetches
	}
	delete(o.last, k.target)
	return fetched
}

// waited takes the end of an exposure epoch: the target has seen that the accesses of an access
// epoch are complete when it had n records.
func (m *races) waited(on *op.Place, k pairKey, number, n int64) {
	w := m.of[on.ID]
	if w == nil {
		return
	}
	o := w.origin(k.origin)
	list := o.epochs[k.target]
	i := slices.IndexFunc(list, func(e epoch) bool { return e.number >= number })
	if i < 0 || list[i].number > number {
		return
	}
	for _, a := range list[i].accesses {
		a.Seen, a.Settled = n, a.AtOrigin > 0
	}
	o.epochs[k.target] = slices.Delete(list, 0, i+1)
}

// strays forgets the accesses of an origin to a target whose epochs are no longer counted.
func (m *races) strays(on *op.Place, rank int32) {
	w := m.of[on.ID]
	if w == nil {
		return
	}
	for me, o := range w.origins {
		for t, list := range o.epochs {
			if me != rank && t != rank {
				continue
			}
			for a := range accessesOf(list) {
				a.Dead = true
				for _, b := range a.Buffers {
					b.Dead = b.Dead || b.Done == 0
				}
			}
			delete(o.epochs, t)
		}
	}
}
