package lock

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// circles finds ranks of which each asks for a lock while it holds a lock that the rank before it asks for: a deadlock,
// if all of them get as far at the same time. It looks at the last time that a rank has asked for a lock in one way, so
// the memory is bounded by the program's calls and locks, not by how often the locks are taken.
type circles struct {
	times
	pool *pool
	emit func(fact.Fact)
	ways map[wayKey]*way
	all  []*way // in the order in which they came
	// holders lists the ways by the locks that the thread holds: by target, and under anyTarget those of a window.
	holders map[op.LockRef][]*way
	held    int // locks that are held, of all ways
	doubts  doubts[string, circle]
	graph   graph
	search  search
}

// way is one way to ask for a lock: where, for which lock, and while the rank holds which other locks. In a loop the
// last time may come after values that ranks have left for each other; the first time does not.
type way struct {
	key         wayKey
	first, last *Lock
	holds       []*Lock // as they were the first time
	times       int64
	mark        int64 // the last search that has come here
}

// wayKey distinguishes ways: by the call, and by a hash of rank, lock and the locks that are held.
type wayKey struct{ pc, rest uint64 }

// step is one rank in a circle: it asks for a lock while it holds another lock, which the rank before asks for.
type step struct {
	way         *way
	asks, holds *Lock
}

// circle is a possible deadlock, unless the program has ordered the ranks by itself.
type circle []step

const (
	// anyTarget stands for each target of a window, and for all of them.
	anyTarget = op.AllTargets - 1
	// maxHolds bounds the locks that a rank holds while it asks for another. With more, it is not looked at.
	maxHolds = 64
	// maxHeld bounds the locks of all ways. Beyond it all ways are forgotten.
	maxHeld = 1 << 17
)

func newCircles(t times, p *pool, emit func(fact.Fact)) *circles {
	return &circles{times: t, pool: p, emit: emit, ways: map[wayKey]*way{}, holders: map[op.LockRef][]*way{},
		doubts: newDoubts[string, circle](), graph: newGraph(), search: search{credit: maxCredit}}
}

// ask takes a lock that a rank asks for, the last of the locks that it holds.
func (c *circles) ask(held []*Lock) {
	l := held[len(held)-1]
	held = held[:len(held)-1]
	if len(held) == 0 || l.noCheck {
		return
	}
	k, n, own := keyOf(l, held)
	if !own || n > maxHolds {
		return
	}
	w := c.ways[k]
	if w == nil {
		w = c.add(k, l, held, n)
	} else {
		c.pool.drop(w.last)
		w.last = l.keep()
	}
	w.times++
	c.search.credit = min(c.search.credit+share, maxCredit)
	if c.graph.circles && (w.times <= firstSearches || w.times&(w.times-1) == 0) {
		c.look(w)
	}
}

// keyOf returns the key of the way in which a thread asks for a lock while its rank holds others, and the number of
// these, without the locks that keep no other rank away. own: the thread has taken at least one of them.
func keyOf(l *Lock, held []*Lock) (k wayKey, n int, own bool) {
	k = wayKey{l.site.PC, mix(hashStart, l, uint64(l.rank()))}
	for _, g := range held {
		if g.noCheck {
			continue
		}
		n++
		kind := uint64(0)
		if g.site.Ring == l.site.Ring {
			kind, own = 1, true
		}
		k.rest = mix(k.rest, g, kind<<63^g.site.PC)
	}
	return k, n, own
}

const hashStart = 14695981039346656037

// mix adds a lock, and something else, to a hash.
func mix(hash uint64, l *Lock, more uint64) uint64 {
	const prime = 1099511628211
	for _, x := range [...]uint64{l.Window, uint64(sideOf(l.Target, l.Exclusive)), more} {
		hash = (hash ^ x) * prime
		hash ^= hash >> 29
	}
	return hash
}

// add adds a way to ask for a lock.
func (c *circles) add(k wayKey, l *Lock, held []*Lock, n int) *way {
	if c.held+n > maxHeld {
		c.keep(func(*way) bool { return false })
	}
	w := &way{key: k, first: l.keep(), last: l.keep(), holds: make([]*Lock, 0, n)}
	for _, g := range held {
		if !g.noCheck {
			w.holds = append(w.holds, g.keep())
		}
	}
	c.ways[k], c.all = w, append(c.all, w)
	c.index(w)
	return w
}

func (c *circles) index(w *way) {
	c.graph.add(w)
	c.held += len(w.holds)
	for _, g := range w.holds {
		if !w.own(g) {
			continue
		}
		at, window := target(g.LockRef), op.LockRef{Window: g.Window, Target: anyTarget}
		c.holders[at] = append(c.holders[at], w)
		if list := c.holders[window]; len(list) == 0 || list[len(list)-1] != w {
			c.holders[window] = append(list, w)
		}
	}
}

// target names what a lock locks: whether it is exclusive makes no difference.
func target(l op.LockRef) op.LockRef {
	l.Exclusive = false
	return l
}

// own reports whether the thread that asks has taken a lock that its rank holds.
func (w *way) own(g *Lock) bool { return g.site.Ring == w.first.site.Ring }

// holding returns a lock that the thread holds and that excludes another lock; nil: there is none.
func (w *way) holding(l op.LockRef) *Lock {
	for _, g := range w.holds {
		if w.own(g) && g.Excludes(l) {
			return g
		}
	}
	return nil
}

// keep forgets the other ways.
func (c *circles) keep(stays func(*way) bool) {
	clear(c.holders)
	c.held, c.graph = 0, newGraph()
	c.all = slices.DeleteFunc(c.all, func(w *way) bool {
		if stays(w) {
			c.index(w)
			return false
		}
		delete(c.ways, w.key)
		return true
	})
}

// gone forgets a window.
func (c *circles) gone(window uint64) {
	if slices.ContainsFunc(c.all, func(w *way) bool { return w.involves(window) }) {
		c.keep(func(w *way) bool { return !w.involves(window) })
	}
}

func (w *way) involves(window uint64) bool {
	return w.first.Window == window || slices.ContainsFunc(w.holds, func(g *Lock) bool { return g.Window == window })
}

// together reports whether the ranks of two ways may ask for their locks at once, at the given times.
func (c *circles) together(v, w *way, a, b *Lock) bool {
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

// doubt keeps the circle of a path, unless there are enough of its places.
func (c *circles) doubt(path []*way) bool {
	first, last := make(circle, len(path)), make(circle, len(path))
	for i, w := range path {
		before := path[(i+len(path)-1)%len(path)]
		holds := w.holding(before.first.LockRef)
		first[i], last[i] = step{w, w.first, holds}, step{w, w.last, holds}
	}
	if !c.doubts.add(last) {
		return false
	}
	for _, s := range last {
		s.asks.keep()
	}
	if first.all(func(a, b *step) bool { return c.together(a.way, b.way, a.asks, b.asks) }) {
		c.doubts.list = append(c.doubts.list, first)
	}
	return true
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

// all reports whether something holds of each two steps of a circle.
func (d circle) all(holds func(a, b *step) bool) bool {
	for i := range d {
		for k := range i {
			if !holds(&d[i], &d[k]) {
				return false
			}
		}
	}
	return true
}

func (d circle) about(window uint64) bool {
	return slices.ContainsFunc(d, func(s step) bool { return s.asks.Window == window })
}

func (c *circles) decide(window uint64) {
	ordered := func(d circle) bool { return !d.all(c.unordered) }
	c.doubts.decide(window, ordered, func(d circle) { c.emit(d.fact()) })
}

// unordered reports whether the program has not ordered two steps by itself.
func (c *circles) unordered(a, b *step) bool {
	return !a.asks.dead && !b.asks.dead && !c.mayOrder(&a.asks.asked, a.asks.sure, &b.asks.asked, b.asks.sure)
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
