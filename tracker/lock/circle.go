package lock

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/fact"
)

func newCircles(t times, p *pool, emit func(fact.Fact)) *circles {
	return &circles{times: t, pool: p, emit: emit, ways: map[wayKey]*way{}, told: map[string]bool{}}
}

// ask takes a lock that a rank asks for, the last of the locks that it holds.
func (c *circles) ask(held []*lockOrPost) {
	l := held[len(held)-1]
	held = held[:len(held)-1]
	if len(held) == 0 || l.noCheck {
		return
	}
	k, n, own := keyOf(l, held)
	if !own || n > maxHolds {
		return
	}
	if w := c.ways[k]; w != nil {
		c.pool.drop(w.last)
		w.last = l.keep()
		return
	}
	c.add(k, l, held, n)
}

// keyOf returns the key of the way in which a thread asks for a lock while its rank holds others, and their
// number, without locks that keep no other rank away. own: the thread has taken at least one of them.
func keyOf(l *lockOrPost, held []*lockOrPost) (k wayKey, n int, own bool) {
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
func mix(hash uint64, l *lockOrPost, more uint64) uint64 {
	const prime = 1099511628211
	for _, x := range [...]uint64{l.Window, uint64(sideOf(l.Target, l.Exclusive)), more} {
		hash = (hash ^ x) * prime
		hash ^= hash >> 29
	}
	return hash
}

// add adds a way to ask for a lock.
func (c *circles) add(k wayKey, l *lockOrPost, held []*lockOrPost, n int) {
	if c.held+n > maxHeld {
		c.decide(0)
		clear(c.ways)
		c.all, c.held = nil, 0
	}
	w := &way{key: k, first: l.keep(), last: l.keep(), holds: make([]*lockOrPost, 0, n)}
	for _, g := range held {
		if !g.noCheck {
			w.holds = append(w.holds, g.keep())
		}
	}
	c.ways[k], c.all = w, append(c.all, w)
	c.held += n
}

// gone forgets a window.
func (c *circles) gone(window uint64) {
	c.all = slices.DeleteFunc(c.all, func(w *way) bool {
		if !w.involves(window) {
			return false
		}
		delete(c.ways, w.key)
		c.held -= len(w.holds)
		return true
	})
}

// decide reports the circles that the program has not ordered by itself. They are about a single window, or about all
// windows where that is 0.
func (c *circles) decide(window uint64) {
	about := func(w *way) bool { return window == 0 || w.involves(window) }
	if !slices.ContainsFunc(c.all, about) {
		return
	}
	ways := tangled(c.all)
	s := search{circles: c, holders: index(ways), mark: map[*way]*way{}, fuel: maxFuel}
	for _, s.last = range [...]bool{true, false} {
		clear(s.mark)
		for _, w := range ways {
			if about(w) {
				s.look(w)
			}
		}
	}
}
