package signal

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// spots are the places in windows through which a program may order its ranks by itself: a rank changes a value
// there, and another rank fetches it and goes on when it has changed. Where such an order is possible, it is taken
// for granted, unless the fetched values tell otherwise (value).
type spots struct {
	of    map[spotKey]*spot
	full  bool
	loads loads
}

// maxSpots bounds the spots of a job. Beyond it any two accesses of different ranks may be ordered.
const maxSpots = 1 << 16

// fetch notes that a rank may have learned from a spot. known is false at the first fetch. The value may be nil.
func (s *spots) fetch(at spotKey, p order.Point, v *value) (known bool) {
	x := s.of[at]
	if x == nil {
		if len(s.of) == maxSpots {
			s.full = true
			return true
		}
		if s.of == nil {
			s.of = map[spotKey]*spot{}
		}
		x = &spot{at: at, ranks: map[int32]*marks{}, owner: -1}
		s.of[at] = x
	} else {
		known = true
	}
	x.rank(p.Rank).fetches.add(p, v)
	return known
}

// update notes that a rank has changed a spot, if any rank has fetched it. The value may be nil.
func (s *spots) update(at spotKey, p order.Point, v *value) {
	if x := s.of[at]; x != nil {
		x.rank(p.Rank).updates.add(p, v)
	}
}

// release notes that a rank has released the lock with which it has changed a spot.
func (s *spots) release(at spotKey, p order.Point) {
	if x := s.of[at]; x != nil {
		x.rank(p.Rank).released.add(p, nil)
	}
}

// own notes that a rank has synchronized its loads and stores at a spot with the accesses of others. known is
// false at the first time.
func (s *spots) own(at spotKey, p order.Point) (known bool) {
	known = s.fetch(at, p, nil)
	if x := s.of[at]; x != nil {
		x.owner = p.Rank
		x.rank(p.Rank).updates.add(p, nil)
	}
	return known
}

// None reports whether there are no spots.
func (s *spots) None() bool { return len(s.of) == 0 }

// MayOrder reports whether the program may have ordered b after a, through spots. a is
// complete.
func (s *spots) MayOrder(a, b *Access) bool {
	return s.full || s.mayOrder(a, b, nil)
}

// valuesOrder is MayOrder as far as the fetched values allow. If they show that b is not after a in spite of
// MayOrder, missed is a fetch by the rank of b, or by a rank that it may have waited for, and a change that the
// fetch might have seen, and has not.
func (s *spots) valuesOrder(a, b *Access) (may bool, missed unseen) {
	l := lookout{rank: b.Site.Rank, spots: s.of, loads: s.loads, histories: map[historyKey]*history{}}
	if s.full || s.mayOrder(a, b, &l) {
		return true, unseen{}
	}
	return false, l.best
}

// MayTellEarly reports whether the program may have told the rank of b of access a before that was complete: whether
// the fetched values allow an order, had it been complete at once.
func (s *spots) MayTellEarly(a, b *Access) bool {
	early := *a
	early.Done, early.Seen, early.value = max(a.At.N, a.Last)+1, 0, nil
	if len(s.of) == 0 || a.Local {
		return false
	}
	may, _ := s.valuesOrder(&early, b)
	return may
}

// mayOrder follows the spots; a lookout excludes fetches that have not seen a change.
func (s *spots) mayOrder(a, b *Access, l *lookout) bool {
	if len(s.of) == 0 {
		return false
	}
	at := begins(a, b)
	t := through{locks: true, loads: s.onlyByLoads(a, b)}
	last := at
	if !a.Local && b.wholeUpdate() && !b.value.changesNothing() {
		last.N-- // its rank does not wait for what b itself fetches
	}
	if since := a.since(); len(since) > 0 && s.reach(&a.At, since, &last, &t, l) {
		return true
	}
	return b.Mode == fact.Updates && s.seesEffect(a, at, t, l)
}

// MaySeeEffect reports whether the rank of b may have seen the effect of accumulate a of one element, though it may not
// know that a is complete.
func (s *spots) MaySeeEffect(a, b *Access) bool {
	return len(s.of) > 0 && s.seesEffect(a, begins(a, b), through{locks: true}, nil)
}

// seesEffect reports whether a rank may have seen the effect of accumulate a of one element before operation at.
func (s *spots) seesEffect(a *Access, at order.Point, t through, l *lookout) bool {
	if !a.wholeUpdate() {
		return false
	}
	t.effect, t.last = a.value, a.At
	t.last.N = max(a.At.N, a.Last)
	at.N--
	return s.reach(&a.At, a.since(), &at, &t, l)
}

// wholeUpdate reports whether the access is an accumulate of one element.
func (a *Access) wholeUpdate() bool { return a.Mode == fact.Updates && a.value != nil && a.value.whole }

// onlyByLoads reports whether the rank of b can have learned of a only from other memory that it has loaded: neither of
// the two is a call on a window, and b is either data or a store beside a store, which shows the rank nothing.
func (s *spots) onlyByLoads(a, b *Access) bool {
	stores := a.Memory.Writes && b.Memory.Writes
	return a.Local && b.Local && s.loads[b.Site.Rank].recorded && (stores || !a.small() && !b.small())
}

// KnowsLoads reports whether all loads of a rank are known by which it may have learned something.
func (s *spots) KnowsLoads(rank int32) bool { return s.loads.known(rank) }

// begins returns the operation by which the rank of b must have learned of a.
func begins(a, b *Access) order.Point {
	at := b.At
	if at.N = max(at.N, b.Last); a.program() || b.program() {
		at.N-- // a fetch by b itself comes too late
	}
	if b.Update {
		at.N-- // as does its load
	}
	return at
}

// MayShow reports whether the program may have ordered b after a through a value that a rank has left in memory, and
// another has fetched or loaded. a is known to come before b, by calls that need not order memory.
func (s *spots) MayShow(a, b *Access) bool {
	if s.full {
		return true
	}
	known, since := a.since(), a.since()
	s.spread(&a.At, since, &through{locks: true, flags: true}, nil)
	maps.DeleteFunc(since, func(rank int32, n int64) bool { return known[rank] == n }) // nothing has shown it
	at := begins(a, b)
	return follows(since, &at)
}

// since returns from when on the access is known to be complete, in records of ranks.
func (a *Access) since() map[int32]int64 {
	since := map[int32]int64{}
	if a.Done > 0 {
		since[a.Site.Rank] = a.Done
	}
	if a.Seen > 0 {
		since[a.Target] = a.Seen
	}
	return since
}

// through says which accesses may have ordered ranks. locks: ranks also see changes because of their locks. loads:
// in memory that ranks share only their loads count. effect: ranks also see that an accumulate of this value is over by
// its effect, or that of a later accumulate of its rank; the last such call was made at last. flags: only accesses
// count, and not calls by which a rank may look at all of its memory.
type through struct {
	locks, loads, flags bool
	effect              *value
	last                order.Point
}

// leads reports whether ranks may learn something at a spot.
func (t *through) leads(at spotKey) bool {
	anything := at.target == allRanks && !at.program
	return (!at.apart && !at.held || t.locks) && !(anything && t.loads) && !(at.bucket == anywhere && t.flags)
}

// shows reports whether a rank that has seen a value, left at p, has seen the effect of the accumulate.
func (t *through) shows(p *order.Point, v *value) bool {
	return t.effect != nil && p.Rank == t.last.Rank && p.N >= t.last.N && (v == nil || v.overlaps(t.effect))
}

// MayLead reports whether the program may have ordered b after the accesses that a rank had made when it had n
// records; a is the first of them. Visibility by locks alone does not count: it would assume the order of two
// locks that is in question.
func (s *spots) MayLead(a order.Point, n int64, b order.Point) bool {
	return s.full || len(s.of) > 0 && s.reach(&a, map[int32]int64{a.Rank: n}, &b, &through{}, nil)
}

// Unseen returns the fetches by which the program may have ordered two accesses, if the fetched values show that they
// have not: for each order the fetch by the rank that would be second, of a change by the other rank; without any, one
// of ranks in between.
func (s *spots) Unseen(a, b *Access) []fact.Unseen {
	may, behind := s.valuesOrder(a, b)
	if may {
		return nil
	}
	may, ahead := s.valuesOrder(b, a)
	if may {
		return nil
	}
	var direct, other []fact.Unseen
	for _, u := range [...]unseen{behind, ahead} {
		switch {
		case u.fetch == nil:
		case u.between(a.Site.Rank, b.Site.Rank):
			direct = append(direct, u.fact())
		case other == nil:
			other = append(other, u.fact())
		}
	}
	if direct == nil {
		return other
	}
	slices.SortFunc(direct, func(x, y fact.Unseen) int { return cmp.Compare(x.Fetch.Rank, y.Fetch.Rank) })
	return direct
}

// reach reports whether operation at may be after the records in since: by rank, the first record. All of these
// records are after a.
func (s *spots) reach(a *order.Point, since map[int32]int64, at *order.Point, t *through, l *lookout) bool {
	s.spread(a, since, t, l)
	return follows(since, at)
}

// spread adds to since the ranks that may know of records in since, and from when on.
func (s *spots) spread(a *order.Point, since map[int32]int64, t *through, l *lookout) {
	for changed := true; changed; {
		changed = false
		for spot, x := range s.of {
			if t.leads(spot) {
				changed = x.spread(a, since, t, l) || changed
			}
		}
	}
}

// follows reports whether an operation may be after any record in since.
func follows(since map[int32]int64, p *order.Point) bool {
	for r, n := range since {
		if r == p.Rank && n <= p.N || r != p.Rank && n <= p.MayKnow(r) {
			return true
		}
	}
	return false
}

// spread adds the ranks that may have fetched, from this spot, values left by ranks in since. Values from before a
// do not count.
func (x *spot) spread(a *order.Point, since map[int32]int64, t *through, l *lookout) (changed bool) {
	for from, m := range x.ranks {
		changed = x.from(from, &m.updates, a, since, t, l) || changed
		if t.locks {
			changed = x.from(from, &m.released, a, since, t, l) || changed
		}
	}
	return changed
}

// from is spread for the values of a single rank.
func (x *spot) from(rank int32, left *ring, a *order.Point, since map[int32]int64, t *through, l *lookout) (
	changed bool) {
	if n := len(left.old); n > 0 {
		last := left.old[n-1].first.Point
		last.N = left.old[n-1].last
		if follows(since, &last) || t.shows(&last, nil) { // if a forgotten access follows, take it for the first
			changed = x.show(rank, &mark{left.old[0].first.Point, nil}, a, since, l)
		}
	}
	for i := range left.at {
		if u := &left.at[i]; follows(since, &u.Point) || t.shows(&u.Point, u.value) {
			changed = x.show(rank, u, a, since, l) || changed
		}
	}
	return changed
}

// show adds the ranks that may have fetched the value of mark u.
func (x *spot) show(rank int32, u *mark, a *order.Point, since map[int32]int64, l *lookout) (changed bool) {
	for to, f := range x.ranks {
		if to == rank || x.owner >= 0 && x.owner != rank && x.owner != to {
			continue
		}
		n, ok := f.fetches.after(max(u.Knows(to), a.Knows(to)), func(f *mark) bool { return x.maySee(u, f, l) })
		if !ok {
			continue
		}
		if old, had := since[to]; !had || n < old {
			since[to], changed = n, true
		}
	}
	return changed
}
