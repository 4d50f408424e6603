package lock

import (
	"encoding/binary"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
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
	holders map[state.LockRef][]*way
	held    int // locks that are held, of all ways
	doubts  []circle
	told    doubt.Tally[string]
	graph   graph
	search  search
}

// way is one way to ask for a lock: where, for which lock, and while the rank holds which other locks. In a loop the
// last time may come after values that ranks have left for each other; the first time does not.
type way struct {
	wayKey
	first, last *Lock
	holds       []*Lock // as they were the first time
	times       int64
	mark        int64 // the last search that has come here
}

type wayKey struct {
	rank  int32
	pc    uint64
	lock  state.LockRef
	holds uint64 // a hash
}

// step is one rank in a circle: it asks for a lock while it holds another lock, which the rank before asks for.
type step struct{ asks, holds *Lock }

// circle is a possible deadlock, unless the program has ordered the ranks by itself.
type circle struct {
	places string
	steps  []step
}

const (
	// anyTarget stands for each target of a window, and for all of them.
	anyTarget = state.AllTargets - 1
	// maxHolds bounds the locks that a rank holds while it asks for another. With more, it is not looked at.
	maxHolds = 64
	// maxHeld bounds the locks of all ways.
	maxHeld = 1 << 17
)

func newCircles(t times, p *pool, emit func(fact.Fact)) *circles {
	return &circles{times: t, pool: p, emit: emit, ways: map[wayKey]*way{}, holders: map[state.LockRef][]*way{},
		told: doubt.New[string](), graph: newGraph(), search: search{credit: maxCredit}}
}

// ask takes a lock that a rank asks for, the last of the locks that it holds.
func (c *circles) ask(held []*Lock) {
	l := held[len(held)-1]
	held = held[:len(held)-1]
	if len(held) == 0 || l.noCheck {
		return
	}
	hash, n, own := summary(l, held)
	if !own || n > maxHolds {
		return
	}
	k := wayKey{l.rank(), l.site.PC, l.LockRef, hash}
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

// summary stands for the locks that a rank holds while its thread asks for another, without the locks that keep no other
// rank away. own: the thread has taken one of them.
func summary(l *Lock, held []*Lock) (hash uint64, n int, own bool) {
	const start, prime = 14695981039346656037, 1099511628211
	hash = start
	for _, g := range held {
		if g.noCheck {
			continue
		}
		n++
		kind := uint64(0)
		if g.Exclusive {
			kind |= 1
		}
		if g.site.Ring == l.site.Ring {
			kind |= 2
			own = true
		}
		for _, x := range [...]uint64{g.Window, uint64(g.Target), g.site.PC, kind} {
			hash = (hash ^ x) * prime
			hash ^= hash >> 29
		}
	}
	return hash, n, own
}

// add adds a way to ask for a lock.
func (c *circles) add(k wayKey, l *Lock, held []*Lock, n int) *way {
	if c.held+n > maxHeld {
		c.prune()
	}
	w := &way{wayKey: k, first: l.keep(), last: l.keep(), holds: make([]*Lock, 0, n)}
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
		at, window := target(g.LockRef), state.LockRef{Window: g.Window, Target: anyTarget}
		c.holders[at] = append(c.holders[at], w)
		if list := c.holders[window]; len(list) == 0 || list[len(list)-1] != w {
			c.holders[window] = append(list, w)
		}
	}
}

// target names what a lock locks: whether it is exclusive makes no difference.
func target(l state.LockRef) state.LockRef {
	l.Exclusive = false
	return l
}

// own reports whether the thread that asks has taken a lock that its rank holds.
func (w *way) own(g *Lock) bool { return g.site.Ring == w.first.site.Ring }

// holding returns a lock that the thread holds and that excludes another lock; nil: there is none.
func (w *way) holding(l state.LockRef) *Lock {
	for _, g := range w.holds {
		if w.own(g) && g.Excludes(l) {
			return g
		}
	}
	return nil
}

// prune forgets what all ranks know to be past; if that is not much, all.
func (c *circles) prune() {
	c.keep(func(w *way) bool {
		known := c.clocks.Floor(w.last.on.Members)
		return w.last.sure == 0 || w.last.sure > known.Of(w.rank)
	})
	if c.held > maxHeld/2 {
		c.keep(func(*way) bool { return false })
	}
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
		delete(c.ways, w.wayKey)
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
	return w.lock.Window == window || slices.ContainsFunc(w.holds, func(g *Lock) bool { return g.Window == window })
}

// together reports whether the ranks of two ways may ask for their locks at once, at the given times.
func (c *circles) together(v, w *way, a, b *Lock) bool {
	if a.dead || b.dead || v.rank == w.rank || c.mayKnow(&a.asked, a.sure, &b.asked, b.sure) {
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
	first, last := make([]step, len(path)), make([]step, len(path))
	for i, w := range path {
		before := path[(i+len(path)-1)%len(path)]
		g := w.holding(before.lock)
		first[i], last[i] = step{w.first, g}, step{w.last, g}
	}
	places := placesOf(last)
	if c.told.Full(places) {
		return false
	}
	c.told.Add(places)
	for _, s := range last {
		s.asks.keep()
	}
	c.doubts = append(c.doubts, circle{places, last})
	if c.allTogether(path) {
		c.doubts = append(c.doubts, circle{places, first})
	}
	return true
}

// allTogether reports whether the ranks of all ways may have asked at once the first time.
func (c *circles) allTogether(path []*way) bool {
	for i, v := range path {
		for _, w := range path[:i] {
			if !c.together(v, w, v.first, w.first) {
				return false
			}
		}
	}
	return true
}

// placesOf names the places of the program that a circle needs, in any order.
func placesOf(steps []step) string {
	var all [][2]uint64
	for _, s := range steps {
		all = append(all, [2]uint64{s.holds.site.PC, s.asks.site.PC})
	}
	slices.SortFunc(all, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	var b []byte
	for _, p := range slices.Compact(all) {
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, p[0]), p[1])
	}
	return string(b)
}

// decide reports the circles that the program has not ordered by itself; of one window, or of all windows where that is
// 0.
func (c *circles) decide(window uint64) {
	c.doubts = slices.DeleteFunc(c.doubts, func(d circle) bool {
		if window != 0 && !slices.ContainsFunc(d.steps, func(s step) bool { return s.asks.Window == window }) {
			return false
		}
		if !c.told.Reported(d.places) && !c.ordered(d.steps) {
			c.told.Report(d.places)
			c.emit(d.fact())
		}
		return true
	})
}

func (c *circles) ordered(steps []step) bool {
	for i := range steps {
		for k := range i {
			a, b := steps[i].asks, steps[k].asks
			if a.dead || b.dead || c.mayOrder(&a.asked, a.sure, &b.asked, b.sure) {
				return true
			}
		}
	}
	return false
}

// fact is the circle from its lowest rank on.
func (d *circle) fact() *fact.LockCycle {
	first := 0
	for i := range d.steps {
		if d.steps[i].asks.rank() < d.steps[first].asks.rank() {
			first = i
		}
	}
	f := &fact.LockCycle{}
	for i := range d.steps {
		s := d.steps[(first+i)%len(d.steps)]
		f.Steps = append(f.Steps, fact.LockStep{Holds: s.holds.use(), Asks: s.asks.use()})
	}
	return f
}
