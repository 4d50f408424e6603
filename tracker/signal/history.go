package signal

import (
	"cmp"
	"slices"
)

// lookout finds a fetch that provably missed a change, for the finding to name, and keeps the histories of places
// meanwhile.
type lookout struct {
	rank      int32 // best is a fetch of this rank if there is any, and of these the last
	best      unseen
	spots     map[spotKey]*spot
	loads     loads
	histories map[historyKey]*history
}

type historyKey struct {
	spot   *spot
	lo, hi int64
}

// missed notes a fetch that has not seen a change.
func (l *lookout) missed(x unseen) {
	if l.best.fetch == nil || l.compare(&x, &l.best) < 0 {
		l.best = x
	}
}

func (l *lookout) compare(a, b *unseen) int {
	far := func(v *value) int {
		if v.site.Rank == l.rank {
			return 0
		}
		return 1
	}
	x, y := &a.fetch.site, &b.fetch.site
	return cmp.Or(cmp.Compare(far(a.fetch), far(b.fetch)), cmp.Compare(x.Rank, y.Rank), cmp.Compare(y.Seq, x.Seq),
		cmp.Compare(a.change.site.Rank, b.change.site.Rank), cmp.Compare(a.change.site.Seq, b.change.site.Seq))
}

// history returns the history of the place of a value; nil if it excludes nothing.
func (l *lookout) history(x *spot, v *value) *history {
	k := historyKey{x, v.lo, v.hi}
	h, known := l.histories[k]
	if !known {
		h = x.historyOf(v)
		l.histories[k] = h
	}
	return h
}

// maySee reports whether a fetch may have seen a change. Without a lookout, values do not matter.
func (x *spot) maySee(u, f *mark, l *lookout) bool {
	if x.owner >= 0 {
		return l == nil || !x.byOwnCall(u) && !x.byOwnCall(f) && !x.bySync(f, l) && !l.leftByCalls(x, f.value)
	}
	if u.value == nil || f.value == nil {
		return true
	}
	if !u.value.overlaps(f.value) {
		return false
	}
	if l == nil || !f.value.hasFetched {
		return true
	}
	if h := l.history(x, f.value); h == nil || !h.missed(u, f.value) && h.mayFollow(u, f) {
		return true
	}
	l.missed(unseen{f.value, u.value})
	return false
}

// bySync reports whether the owner has only synchronized its memory: if its loads are known, these say what it has
// learned.
func (x *spot) bySync(f *mark, l *lookout) bool {
	return f.Rank == x.owner && f.value == nil && l.loads.known(x.owner)
}

// leftByCalls reports whether atomic calls explain all values of the place of a fetch, so that it has fetched nothing
// that the owner of a spot has stored there by itself.
func (l *lookout) leftByCalls(owned *spot, v *value) bool {
	if v == nil || !v.whole || !v.hasFetched {
		return false
	}
	first, _ := buckets(v.lo, v.hi)
	x := l.spots[spotKey{window: owned.at.window, target: owned.at.target, bucket: first}]
	return x != nil && l.history(x, v) != nil
}

// byOwnCall reports whether the owner has made an access by an atomic call: what it leaves and fetches is at a spot
// without an owner, too.
func (x *spot) byOwnCall(m *mark) bool { return m.Rank == x.owner && m.value != nil && m.value.whole }

// maxHistory bounds the changes at a place.
const maxHistory = 1 << 8

// history is all that is known of the value at a place.
type history struct {
	changes []*mark
	fetches []*mark
	left    map[int64][]*mark          // the changes by the value that they leave
	past    map[*value]map[*value]bool // see before
	// first is the value in the beginning, if known.
	first int64
	known bool
	exact []*mark // those of fetches whose time is known

	searched, serialized bool // some order of all changes has been searched for, and found
	steps                int  // of all searches
}

// historyOf returns the history of the place of a value; nil if it is not known as a whole, or does not explain all
// that was fetched.
func (x *spot) historyOf(v *value) *history {
	h := &history{left: map[int64][]*mark{}, past: map[*value]map[*value]bool{}}
	var unknown []*mark // changes that leave an unknown value, perhaps elsewhere
	for _, m := range x.ranks {
		if len(m.released.at) > 0 || len(m.updates.old) > 0 {
			return nil
		}
		for i := range m.updates.at {
			u := &m.updates.at[i]
			switch c := u.value; {
			case c == nil:
				unknown = append(unknown, u)
				continue
			case !c.overlaps(v), c.changesNothing():
				continue
			case c.lo != v.lo || c.hi != v.hi:
				return nil
			}
			left, known := u.value.leaves()
			if !known || len(h.changes) == maxHistory {
				return nil
			}
			h.changes = append(h.changes, u)
			h.left[left] = append(h.left[left], u)
		}
		for i := range m.fetches.old {
			h.fetch(&m.fetches.old[i].first, v)
		}
		for i := range m.fetches.at {
			if h.fetch(&m.fetches.at[i], v) {
				h.exact = append(h.exact, &m.fetches.at[i])
			}
		}
	}
	if slices.ContainsFunc(unknown, func(u *mark) bool { return !h.begunBy(u) }) || !h.explained() {
		return nil
	}
	return h
}

// begunBy reports whether a change has come before all that is known of the place: it has left the initial value.
func (h *history) begunBy(u *mark) bool {
	mayBeBefore := func(m *mark) bool {
		return m.Rank == u.Rank && m.N <= u.N || m.Rank != u.Rank && m.Knows(u.Rank) < u.N
	}
	return !slices.ContainsFunc(h.changes, mayBeBefore) && !slices.ContainsFunc(h.fetches, mayBeBefore)
}

// fetch adds a fetch if it is of the place of v.
func (h *history) fetch(f *mark, v *value) bool {
	c := f.value
	if c == nil || !c.hasFetched || c.lo != v.lo || c.hi != v.hi {
		return false
	}
	h.fetches = append(h.fetches, f)
	return true
}

// missed reports whether the value that a fetch returned was neither left by change u nor by a later change.
func (h *history) missed(u *mark, v *value) bool {
	before := h.before(u)
	return !slices.ContainsFunc(h.left[v.fetched], func(c *mark) bool { return c.value != v && !before[c.value] })
}

// mayFollow reports whether fetch f may have come after change u, as far as all fetched values tell. It also reports
// true if the searches take too long.
func (h *history) mayFollow(u, f *mark) bool {
	if len(h.changes) > mostSerial || h.steps > mostStepsInAll || !slices.Contains(h.changes, u) {
		return true
	}
	own := slices.ContainsFunc(h.changes, func(c *mark) bool { return c.value == f.value })
	if !own && !slices.Contains(h.exact, f) {
		return true
	}
	if !h.searched {
		h.searched = true
		s := newSerial(h.changes, nil)
		h.serialized = s.search(h.first, !h.known) && !s.tooLong()
		h.steps += s.steps
	}
	if !h.serialized {
		return true
	}
	other := f
	if own {
		other = nil
	}
	s := newSerial(h.changes, other)
	s.change, s.fetch = u.value, f.value
	may := s.search(h.first, !h.known)
	h.steps += s.steps
	return may
}

// explained reports whether the changes explain all values that were fetched, with a single initial value. Else
// the rank of the memory stored to it in a way that gomarmot does not see.
func (h *history) explained() bool {
	taken := map[int64]int{}
	for _, c := range h.changes {
		if left, _ := c.value.leaves(); c.value.hasFetched && c.value.fetched != left {
			taken[c.value.fetched]++
		}
	}
	for _, f := range h.fetches {
		if v := f.value.fetched; len(h.left[v]) == 0 && !h.begins(v) {
			return false
		}
	}
	for v, n := range taken {
		if left := len(h.left[v]); n > left+1 || n > left && !h.begins(v) {
			return false
		}
	}
	return !h.known || len(h.left[h.first]) > 0 || !h.returned()
}

// begins takes a value for the initial value; false if a different initial value is known.
func (h *history) begins(value int64) bool {
	if h.known && h.first != value {
		return false
	}
	h.first, h.known = value, true
	return true
}

// returned reports whether a rank has fetched the initial value after a different value.
func (h *history) returned() bool {
	later := map[int32]int64{} // by rank, when it fetched another value first
	for _, f := range h.fetches {
		if n, had := later[f.Rank]; f.value.fetched != h.first && (!had || f.N < n) {
			later[f.Rank] = f.N
		}
	}
	return slices.ContainsFunc(h.fetches, func(f *mark) bool {
		n, had := later[f.Rank]
		return had && f.value.fetched == h.first && f.N > n
	})
}

// before returns the changes that came before u: its rank knew of them, or the fetched values say so.
func (h *history) before(u *mark) map[*value]bool {
	if past := h.past[u.value]; past != nil {
		return past
	}
	past := map[*value]bool{}
	h.past[u.value] = past
	for _, c := range h.changes {
		if c.Rank == u.Rank && c.N < u.N || c.Rank != u.Rank && c.N <= u.Knows(c.Rank) {
			past[c.value] = true
		}
	}
	for at, steps := u.value, 0; at != nil && at.hasFetched && steps < len(h.changes); steps++ {
		if at = h.leaver(at.fetched); at != nil {
			past[at] = true
		}
	}
	return past
}

// leaver returns the only change that can have left a value; nil if that is not known.
func (h *history) leaver(value int64) *value {
	if by := h.left[value]; h.known && h.first != value && len(by) == 1 {
		return by[0].value
	}
	return nil
}
