package lock

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// circles finds ranks of which each asks for a lock while it holds a lock that the rank before it asks for: a
// deadlock, if all of them get as far at the same time. It keeps the first and the last time that a rank has asked
// for a lock in the same way, so the memory is bounded by the program's calls and locks, not by how often the
// locks are taken. It looks for circles when a window is gone and at the end of the run: by then it is known which
// values in windows may have ordered the calls.
type circles struct {
	times
	pool *pool
	emit func(fact.Fact)
	ways map[wayKey]*way
	all  []*way // in the order in which they came
	held int    // locks that are held, of all ways
	told map[string]bool
}

// way is a way to ask for a lock: where, for which lock, and while the rank holds which other locks. In a loop the
// last time may come after values that ranks have left for each other; the first time does not.
type way struct {
	key         wayKey
	first, last *lockOrPost
	holds       []*lockOrPost // as they were the first time
}

// wayKey distinguishes ways: by the call, and by a hash of rank, lock and the locks that are held.
type wayKey struct{ pc, rest uint64 }

// circle is a possible deadlock, unless the program has ordered the ranks by itself.
type circle []step

// step is a rank in a circle: it asks for a lock while it holds another lock, which the rank before asks for.
type step struct{ asks, holds *lockOrPost }

// own reports whether the thread that asks has taken a lock that its rank holds.
func (w *way) own(g *lockOrPost) bool { return g.site.Ring == w.first.site.Ring }

// holding returns a lock that the thread holds and that excludes another lock; nil: there is none.
func (w *way) holding(l op.LockRef) *lockOrPost {
	for _, g := range w.holds {
		if w.own(g) && g.Excludes(l) {
			return g
		}
	}
	return nil
}

func (w *way) involves(window uint64) bool {
	return w.first.Window == window || slices.ContainsFunc(w.holds,
		func(g *lockOrPost) bool { return g.Window == window })
}

// together reports whether the ranks of two ways may ask for their locks at once, at the given times.
func (c *circles) together(v, w *way, a, b *lockOrPost) bool {
	if a.dead || b.dead || a.rank() == b.rank() || c.mayKnow(&a.asked, a.sure, &b.asked, b.sure) {
		return false
	}
	for _, g := range v.holds {
		for _, h := range w.holds {
			if g.Excludes(h.LockRef) {
				return false
			}
		}
	}
	return true
}

// ordered reports whether the program may have ordered two steps of a circle by itself.
func (c *circles) ordered(d circle) bool {
	for i := range d {
		for k := range i {
			a, b := d[i].asks, d[k].asks
			if c.mayOrder(&a.asked, a.sure, &b.asked, b.sure) {
				return true
			}
		}
	}
	return false
}

// places names the places of the program that a circle needs, in any order.
func (d circle) places() string {
	var all []string
	for _, s := range d {
		all = append(all, fmt.Sprint(s.holds.site.PC, s.asks.site.PC))
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ",")
}

// fact is the circle from its lowest rank on.
func (d circle) fact() *fact.LockCycle {
	first := 0
	for i := range d {
		if d[i].asks.rank() < d[first].asks.rank() {
			first = i
		}
	}
	f := &fact.LockCycle{}
	for i := range d {
		s := d[(first+i)%len(d)]
		f.Steps = append(f.Steps, fact.LockStep{Holds: s.holds.use(), Asks: s.asks.use()})
	}
	return f
}

const (
	// anyTarget stands for each target of a window, and for all of them.
	anyTarget = op.AllTargets - 1
	// maxHolds bounds the locks that a rank holds while it asks for another. With more, it is not looked at.
	maxHolds = 64
	// maxHeld bounds the locks of all ways. Beyond it all ways are forgotten.
	maxHeld = 1 << 17
)
