package windows

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// guarded is an access that a lock protects although the access does not need it; target is the target's part of
// its window.
type guarded struct {
	*race.Access
	target *op.WinMade
}

// guards are such accesses, by rank.
type guards struct {
	*comparer
	of map[int32][]guarded
}

func (m *guards) keep(rank int32, b *race.Access, t *op.WinMade) {
	if len(b.Locks) > 0 {
		m.of[rank] = append(m.of[rank], guarded{b, t})
	}
}

// ended forgets an access that has ended.
func (m *guards) ended(rank int32, a *race.Access) {
	m.of[rank] = slices.DeleteFunc(m.of[rank], func(g guarded) bool { return g.Access == a })
}

// tidy forgets all accesses that have ended.
func (m *guards) tidy() {
	for r, list := range m.of {
		m.of[r] = slices.DeleteFunc(list, func(a guarded) bool { return a.Dead || a.Done > 0 })
	}
}

// unlock takes the end of a lock: the lock has protected only accesses that are complete by now.
func (m *guards) unlock(rank int32, is func(op.LockRef) bool) {
	m.of[rank] = slices.DeleteFunc(m.of[rank], func(a guarded) bool {
		if a.Dead || a.Done > 0 || a.Seen > 0 && a.Seen <= m.order.Known(rank, a.Target) {
			return true
		}
		if slices.ContainsFunc(a.Locks, is) {
			m.unguard(a, is)
		}
		return len(a.Locks) == 0
	})
}

// unguard takes a lock from an access, and compares the access with those that the lock seemed to keep away.
func (m *guards) unguard(a guarded, is func(op.LockRef) bool) {
	var apart []*race.Access
	for _, b := range m.memory(a.Target).Meets(a.Access, a.target.Flavor == op.Shared, nil) {
		if b.Site.Rank != a.Site.Rank && b.Excludes(a.Access) {
			apart = append(apart, b)
		}
	}
	a.Locks = slices.DeleteFunc(a.Locks, is)
	for _, b := range apart {
		m.compare(a.target, b, a.Access, false)
	}
}
