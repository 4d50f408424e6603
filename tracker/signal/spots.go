package signal

import (
	"maps"

	"github.com/gomarmot/gomarmot/tracker/order"
)

// spots are the places in windows through which a program may order its ranks by itself: a rank changes a value
// there, and another rank fetches it and goes on when it has changed. Where such an order is possible, it is taken
// for granted, unless the fetched values tell otherwise (Value).
type spots struct {
	of   map[spotKey]*spot
	full bool
}

// spotKey is memory of a window: 64 bytes, or anywhere. Apart: as ranks with an exclusive lock fetch from it, so
// that they see either all or none of the changes under another lock. Held: as its rank looks at it with a lock of
// its own.
type spotKey struct {
	window uint64
	target int32 // rank of the window
	bucket int64
	apart  bool
	held   bool
	// program: the program itself has loaded it, or stored to it.
	program bool
}

// anywhere is the bucket that stands for all of a rank's part of a window: when the rank synchronizes its loads
// and stores, by MPI_Win_sync or with a lock of its own, it may load changes by others, and others may fetch its
// stores. With target allRanks it is memory that ranks share: any rank that synchronizes it may have learned
// something, or, where loads of the program are recorded (spotKey.program), only ranks that have loaded some of it
// before.
const (
	anywhere = -1
	allRanks = -1
)

// tablesRead and tablesWritten are the buckets of tables.
const (
	tablesRead    = -2
	tablesWritten = -3
)

// maxSpots bounds the spots of a job. Beyond it any two accesses of different ranks may be ordered.
const maxSpots = 1 << 16

// buckets returns the first and the last bucket of [lo, hi).
func buckets(lo, hi int64) (first, last int64) { return lo >> spotBits, (hi - 1) >> spotBits }

// fetch notes that a rank may have learned from a spot. known is false at the first fetch. The value may be nil.
func (s *spots) fetch(at spotKey, p order.Point, v *Value) (known bool) {
	x := s.of[at]
	if x == nil {
		if len(s.of) == maxSpots {
			s.full = true
			return true
		}
		if s.of == nil {
			s.of = map[spotKey]*spot{}
		}
		x = &spot{map[int32]*marks{}, -1}
		s.of[at] = x
	} else {
		known = true
	}
	x.rank(p.Rank).fetches.add(p, v)
	return known
}

// update notes that a rank has changed a spot, if any rank has fetched it. The value may be nil.
func (s *spots) update(at spotKey, p order.Point, v *Value) {
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
// MayOrder, unseen is a fetch by the rank of b, or by a rank that it may have waited for, and a change that the
// fetch might have seen, and has not.
func (s *spots) valuesOrder(a, b *Access) (may bool, unseen Unseen) {
	l := lookout{rank: b.Site.Rank, histories: map[historyKey]*history{}}
	if s.full || s.mayOrder(a, b, &l) {
		return true, Unseen{}
	}
	return false, l.best
}

// MayTellEarly reports whether the program may have told the rank of b of access a before that was complete: as
// MayOrder, had it been complete at once.
func (s *spots) MayTellEarly(a, b *Access) bool {
	early := *a
	early.Done, early.Seen, early.value = max(a.At.N, a.Last)+1, 0, nil
	return len(s.of) > 0 && !a.Local && s.mayOrder(&early, b, nil)
}

// mayOrder follows the spots; a lookout excludes fetches that have not seen a change.
func (s *spots) mayOrder(a, b *Access, l *lookout) bool {
	if len(s.of) == 0 {
		return false
	}
	at := begins(a, b)
	t := through{locks: true, loads: onlyByLoads(a, b)}
	if since := a.since(); len(since) > 0 && s.reach(&a.At, since, &at, &t, l) {
		return true
	}
	if t.effect = a.effectFor(b); t.effect == nil {
		return false
	}
	t.last = a.At
	t.last.N = max(a.At.N, a.Last)
	at.N--
	return s.reach(&a.At, a.since(), &at, &t, l)
}

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
	effect              *Value
	last                order.Point
}

// leads reports whether ranks may learn something at a spot.
func (t *through) leads(at spotKey) bool {
	anything := at.target == allRanks && !at.program
	return (!at.apart && !at.held || t.locks) && !(anything && t.loads) && !(at.bucket == anywhere && t.flags)
}

// shows reports whether a rank that has seen a value, left at p, has seen the effect of the accumulate.
func (t *through) shows(p *order.Point, v *Value) bool {
	return t.effect != nil && p.Rank == t.last.Rank && p.N >= t.last.N && (v == nil || v.overlaps(t.effect))
}

// MayLead reports whether the program may have ordered b after the accesses that a rank had made when it had n
// records; a is the first of them. Visibility by locks alone does not count: it would assume the order of two
// locks that is in question.
func (s *spots) MayLead(a order.Point, n int64, b order.Point) bool {
	return s.full || len(s.of) > 0 && s.reach(&a, map[int32]int64{a.Rank: n}, &b, &through{}, nil)
}

// Unseen returns a fetch by which the program may have ordered two accesses, if the fetched values show that it
// has not.
func (s *spots) Unseen(a, b *Access) Unseen {
	may, behind := s.valuesOrder(a, b)
	if may {
		return Unseen{}
	}
	may, ahead := s.valuesOrder(b, a)
	switch {
	case may:
		return Unseen{}
	case behind.Fetch != nil:
		return behind
	}
	return ahead
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
