package lock

import "github.com/gomarmot/gomarmot/tracker/op"

// search looks for circles, within bounds: it looks at a number of ways at most, and all searches together at so many
// for each time that a rank asks.
type search struct {
	number int64
	fuel   int // ways that this search may still look at
	credit int // of all searches
	path   []*way
}

const (
	// firstSearches is for how many of the first times of a way a search is made; then a search is made each time their
	// number has doubled.
	firstSearches = 16
	maxFuel       = 1 << 10
	maxCredit     = 1 << 20
	share         = 16
)

// look looks for a circle that a way closes.
func (c *circles) look(w *way) {
	s := &c.search
	s.number++
	s.fuel, w.mark = min(maxFuel, s.credit), s.number
	s.credit -= s.fuel
	s.path = append(s.path[:0], w)
	c.follow()
	s.credit += max(s.fuel, 0)
}

// follow tries each way that holds what the last way of the path asks for as the next of the path: first whether it
// closes the circle. It reports whether the search is over.
func (c *circles) follow() (over bool) {
	at := target(c.search.path[len(c.search.path)-1].first.LockRef)
	if at.Target == op.AllTargets {
		at.Target = anyTarget
		return c.try(c.holders[at])
	}
	return c.try(c.holders[at]) || c.try(c.holders[op.LockRef{Window: at.Window, Target: op.AllTargets}])
}

func (c *circles) try(list []*way) (over bool) {
	s := &c.search
	for _, w := range list {
		if s.path[0].holding(w.first.LockRef) != nil && c.fits(w) && c.doubt(append(s.path, w)) {
			return true
		}
	}
	for _, w := range list {
		if w.mark == s.number || !c.fits(w) {
			continue
		}
		w.mark = s.number
		s.path = append(s.path, w)
		if c.follow() {
			return true
		}
		s.path = s.path[:len(s.path)-1]
	}
	return s.fuel < 0
}

// fits reports whether a way may be the next of the path: its rank may ask while all ranks of the path ask.
func (c *circles) fits(w *way) bool {
	s := &c.search
	s.fuel--
	if s.fuel < 0 || w.holding(s.path[len(s.path)-1].first.LockRef) == nil {
		return false
	}
	for _, v := range s.path {
		if !c.together(v, w, v.last, w.last) {
			return false
		}
	}
	return true
}
