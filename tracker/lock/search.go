package lock

import "github.com/gomarmot/gomarmot/tracker/op"

// search looks for circles, within bounds: it looks at a number of ways at most.
type search struct {
	*circles
	holders holders
	last    bool          // circles of the last times; else of the first times
	mark    map[*way]*way // the way whose search has come to a way last
	path    []*way
	fuel    int // ways that may still be looked at
}

const maxFuel = 1 << 22

// holders lists ways by the locks that their threads hold: by target, and under anyTarget by window.
type holders map[op.LockRef][]*way

func index(ways []*way) holders {
	h := holders{}
	for _, w := range ways {
		for _, g := range w.holds {
			if w.own(g) {
				h.add(g.LockRef, w)
			}
		}
	}
	return h
}

func (h holders) add(l op.LockRef, w *way) {
	for _, target := range [...]int32{l.Target, anyTarget} {
		at := op.LockRef{Window: l.Window, Target: target}
		if list := h[at]; len(list) == 0 || list[len(list)-1] != w {
			h[at] = append(list, w)
		}
	}
}

// of returns the ways that hold a lock which may keep l away.
func (h holders) of(l op.LockRef) [2][]*way {
	if l.Target == op.AllTargets {
		return [...][]*way{h[op.LockRef{Window: l.Window, Target: anyTarget}], nil}
	}
	return [...][]*way{h[op.LockRef{Window: l.Window, Target: l.Target}],
		h[op.LockRef{Window: l.Window, Target: op.AllTargets}]}
}

// asks is the time of a way that the search is about.
func (s *search) asks(w *way) *lockOrPost {
	if s.last {
		return w.last
	}
	return w.first
}

// look looks for a circle that a way closes.
func (s *search) look(w *way) {
	s.mark[w] = w
	s.path = append(s.path[:0], w)
	s.follow()
}

// follow tries each way that holds a lock for which the last way of the path asks as the next of the path: first
// whether it closes the circle. It reports whether the search is over.
func (s *search) follow() (over bool) {
	for _, list := range s.holders.of(s.path[len(s.path)-1].first.LockRef) {
		if s.try(list) {
			return true
		}
	}
	return false
}

func (s *search) try(list []*way) (over bool) {
	for _, w := range list {
		if s.path[0].holding(w.first.LockRef) != nil && s.fits(w) && s.report(append(s.path, w)) {
			return true
		}
	}
	for _, w := range list {
		if s.mark[w] == s.path[0] || !s.fits(w) {
			continue
		}
		s.mark[w] = s.path[0]
		s.path = append(s.path, w)
		if s.follow() {
			return true
		}
		s.path = s.path[:len(s.path)-1]
	}
	return s.fuel < 0
}

// fits reports whether a way may be the next of the path: its rank may ask while all ranks of the path ask.
func (s *search) fits(w *way) bool {
	s.fuel--
	if s.fuel < 0 || w.holding(s.path[len(s.path)-1].first.LockRef) == nil {
		return false
	}
	for _, v := range s.path {
		if !s.together(v, w, s.asks(v), s.asks(w)) {
			return false
		}
	}
	return true
}

// report reports the circle of a path, unless its places have been reported or the program has ordered its ranks.
func (s *search) report(path []*way) bool {
	d := make(circle, len(path))
	for i, w := range path {
		before := path[(i+len(path)-1)%len(path)]
		d[i] = step{s.asks(w), w.holding(before.first.LockRef)}
	}
	at := d.places()
	if s.told[at] || s.ordered(d) {
		return false
	}
	s.told[at] = true
	s.emit(d.fact())
	return true
}
