package windows

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// guarded is an access that a lock protects although the access does not need it; target is the target's part of
// its window.
type guarded struct {
	*race.Access
	target *op.WinMade
}

// guards are such accesses, and the locks.
type guards struct {
	*comparer
	of        []*guardedBy              // by rank; nil: no such access yet
	exclusive map[uint64]map[int32]bool // by window and target: any rank has asked for an exclusive lock
}

// guardedBy is the accesses of a rank that are not complete, and the releases of its locks.
type guardedBy struct {
	list     []guarded
	most     int // the length of list at which accesses are dropped
	releases race.Releases
}

// fewGuarded is how many accesses are kept at least before some are dropped.
const fewGuarded = 1 << 6

func newGuards(c *comparer, ranks int) *guards {
	return &guards{c, make([]*guardedBy, ranks), map[uint64]map[int32]bool{}}
}

// protect gives an access that begins the locks that it does not need, and all locks of all targets.
func (m *guards) protect(b *race.Access, locks *op.Locked, all *op.LockedAll) {
	b.Locks, b.All, b.Releases = locks, all, nil
	if locks == nil && all == nil {
		return
	}
	g := m.of[b.Site.Rank]
	if g == nil {
		g = &guardedBy{most: fewGuarded}
		m.of[b.Site.Rank] = g
	}
	b.Releases = &g.releases
	g.releases.Begin(b.At.N)
}

// keep keeps an access that is not complete until it is.
func (m *guards) keep(b *race.Access, t *op.WinMade) {
	if b.Locks == nil {
		return
	}
	g := m.of[b.Site.Rank]
	if len(g.list) >= g.most {
		g.tidy()
		g.most = max(fewGuarded, 2*len(g.list))
	}
	g.list = append(g.list, guarded{b, t})
}

// tidy forgets all accesses that are complete.
func (m *guards) tidy() {
	for _, g := range m.of {
		if g != nil {
			g.tidy()
		}
	}
}

func (g *guardedBy) tidy() { g.list = slices.DeleteFunc(g.list, guarded.over) }

// over reports whether the access needs no protection any more, or a later access stands for it.
func (a guarded) over() bool { return a.Dead || a.Done > 0 || a.Forgotten() }

// asks takes a call that asks for a lock.
func (m *guards) asks(window uint64, target int32, exclusive bool) {
	if !exclusive {
		return
	}
	of := m.exclusive[window]
	if of == nil {
		of = map[int32]bool{}
		m.exclusive[window] = of
	}
	of[target] = true
}

// unlock takes the release of a lock by a rank. The accesses of the rank that are not complete are compared again with
// the accesses that this lock has kept apart from them.
func (m *guards) unlock(window uint64, target int32, at order.Point) {
	g := m.of[at.Rank]
	if g == nil {
		return
	}
	type apart struct {
		guarded
		from *race.Access
	}
	var again []apart
	if m.exclusive[window][target] { // else the lock keeps nothing apart
		g.tidy()
		for _, a := range g.list {
			if !a.Locks.Has(window, target) {
				continue
			}
			for _, b := range m.memory(a.Target).Meets(a.Access, a.target.Flavor == op.Shared, nil) {
				if b.Site.Rank != a.Site.Rank && b.Excludes(a.Access) {
					again = append(again, apart{a, b})
				}
			}
		}
	}
	g.releases.Add(window, target, at)
	for _, x := range again {
		m.compare(x.target, x.from, x.Access, false)
	}
}

// unlockAll takes the end of a rank's lock of all targets: the lock no longer protects accesses that are not complete.
func (m *guards) unlockAll(window uint64, at order.Point) {
	if g := m.of[at.Rank]; g != nil {
		g.releases.Add(window, op.AllTargets, at)
	}
}

// gone takes that a window is gone.
func (m *guards) gone(window uint64) {
	delete(m.exclusive, window)
	for _, g := range m.of {
		if g != nil {
			g.releases.Gone(window)
		}
	}
}
