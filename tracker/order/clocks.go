package order

import (
	"cmp"
	"slices"
)

// Clocks hold, for every rank, how much of the past of each other rank it knows. They advance in program order of
// each rank: Join and Edge are called for a match when the rank has returned from its call. A single goroutine
// uses them.
type Clocks struct {
	View
	lines []line
	last  *base // the newest base
	news  *news // nil: no view follows
}

// line records how a rank has gained its knowledge.
type line struct {
	joins []join // the last join with each group
	other int64  // the number of its records when it last may have gained knowledge outside of joins
	open  int    // calls that have returned, and whose match is not known yet
	vague int64  // the number of its records when its knowledge last became vague
}

// join is a collective call in which a rank learned all that the group knew.
type join struct {
	group Group
	n     int64 // records of the rank up to its return
}

// maxJoins bounds the groups that are distinguished for a rank.
const maxJoins = 16

// Group is the ranks of a collective call, in MPI_COMM_WORLD.
type Group interface {
	Ranks() []int32
	Has(rank int32) bool
}

// New returns the clocks of a job of the given size.
func New(ranks int) *Clocks { return &Clocks{View: newView(ranks), lines: make([]line, ranks)} }

// Watch starts the clocks: the order of earlier records is unknown.
func (c *Clocks) Watch() {
	c.watching = true
	c.news.all()
}

// WatchLate is Watch while ranks are at different points of the run: their knowledge is vague until a collective call
// of all ranks.
func (c *Clocks) WatchLate() {
	if c.watching {
		return
	}
	c.watching = true
	for r := range c.know {
		c.know[r].vague = true
	}
	c.news.all()
}

// Blind records that ranks may gain knowledge of each other at any time without a match: no operations, earlier or
// later, are known to be unordered.
func (c *Clocks) Blind() {
	if !c.blind {
		c.blind = true
		c.news.all()
	}
}

// after returns the operation as an operation that also comes after o, even if its rank does not know of o: an
// access that has no effect before o.
func (p Point) after(o Point) Point {
	if o.N > 0 {
		p.know = p.know.after(&o, none)
	}
	return p
}

// Sequel remembers the last result of After: accesses of an epoch come after the same operation, and mostly their
// rank has gained no knowledge in between. Then they share a snapshot.
type Sequel struct{ of, other, after Point }

// After is p.After(o).
func (s *Sequel) After(p, o Point) Point {
	if s.of.N == 0 || !p.Alike(&s.of) || !o.Alike(&s.other) || o.N != s.other.N {
		*s = Sequel{p, o, p.after(o)}
	}
	p.know = s.after.know
	return p
}

// Where returns the operation with s as the knowledge of its rank; s includes all that the rank knew before.
func (p Point) Where(s Snapshot) Point {
	p.know = s
	return p
}

// Before reports whether a is known to have happened before b.
func Before(a, b Point) bool {
	if a.Rank == b.Rank {
		return a.N < b.N
	}
	return a.N <= b.know.Of(a.Rank)
}

// mayBefore reports whether a may have happened before b.
func mayBefore(a, b Point) bool {
	if a.Rank == b.Rank {
		return a.N < b.N
	}
	return a.N <= b.know.mayOf(a.Rank)
}

// Alike reports whether the rank knew the same of others at both operations.
func (p *Point) Alike(o *Point) bool { return p.Rank == o.Rank && p.know == o.know }

// Knows returns how many records of another rank were past at the operation.
func (p *Point) Knows(of int32) int64 { return p.know.Of(of) }

// MayKnow returns how many records of another rank may have been past: more than Knows if the rank has made calls in
// which MPI may let ranks wait for each other, but need not.
func (p *Point) MayKnow(of int32) int64 { return p.know.mayOf(of) }

// Knowing returns the operation as if it came after everything in s, even if its rank does not know of it.
func (p Point) Knowing(s Snapshot) Point {
	p.know = p.know.with(s)
	return p
}

// Perhaps is Knowing for knowledge that the rank may or may not have.
func (p Point) Perhaps(s Snapshot) Point {
	p.know = p.know.possibly(s)
	return p
}

// Sure reports whether the rank can know nothing of another rank's past beyond what the clocks say: it has gained
// no knowledge after the later of two records: record number since, and its last collective call with the other rank.
// Then records of the other rank that the clocks do not know to be past have not happened before.
func (c *Clocks) Sure(rank, of int32, since int64) bool {
	l := &c.lines[rank]
	if l.open > 0 {
		return false
	}
	with, without := int64(0), l.other
	for i := range l.joins {
		if j := &l.joins[i]; j.group.Has(of) {
			with = max(with, j.n)
		} else {
			without = max(without, j.n)
		}
	}
	return without <= max(with, since)
}

// Heard notes that the rank may have gained knowledge without a match.
func (c *Clocks) Heard(rank int32, n int64) { c.lines[rank].other = max(c.lines[rank].other, n) }

// Blur records that the rank may know more than its clock shows, from now on until a collective call of all ranks. n is
// the number of its records.
func (c *Clocks) Blur(rank int32, n int64) {
	l := &c.lines[rank]
	c.know[rank].vague, l.vague = true, max(l.vague, n)
	c.news.of(rank)
	c.Heard(rank, n)
}

// Wait notes that the rank has returned from a call whose match is not known yet. Settle must follow when the match is
// known, or never will be.
func (c *Clocks) Wait(rank int32) { c.lines[rank].open++ }

// Settle ends a Wait: the rank may have gained any knowledge by the time it had written n records.
func (c *Clocks) Settle(rank int32, n int64) {
	c.lines[rank].open--
	c.Heard(rank, n)
}

// Meet returns the joint knowledge of the ranks of a group in a collective call; entered are their points of
// entry.
func (c *Clocks) Meet(entered []Point) Snapshot {
	if len(entered) == len(c.lines) { // all ranks: the result is a new base
		if b := c.newBase(entered); b != nil {
			return Snapshot{base: b}
		}
	}
	return After(entered...)
}

// newBase returns a base in which every rank is at least as far as in all earlier bases. It returns nil if some
// rank is not: threads can let all ranks meet in two calls at once, in any order.
func (c *Clocks) newBase(entered []Point) *base {
	b := &base{1, make([]int64, len(c.lines))}
	for i := range entered {
		b.n[entered[i].Rank] = entered[i].N
	}
	if l := c.last; l != nil {
		for r := range b.n {
			if b.n[r] < l.n[r] {
				return nil
			}
		}
		b.number = l.number + 1
	}
	c.last = b
	return b
}

// Join gives a rank the knowledge that its group had in a collective call from which the rank has returned.
func (c *Clocks) Join(rank int32, n int64, g Group, s Snapshot) {
	c.gain(rank, n, s)
	l := &c.lines[rank]
	for i := range l.joins {
		if l.joins[i].group == g {
			l.joins[i].n = n
			return
		}
	}
	if len(l.joins) == maxJoins { // forget the oldest join: it counts as knowledge gained outside of joins
		oldest := 0
		for i := range l.joins {
			if l.joins[i].n < l.joins[oldest].n {
				oldest = i
			}
		}
		c.Heard(rank, l.joins[oldest].n)
		l.joins[oldest] = join{g, n}
		return
	}
	l.joins = append(l.joins, join{g, n})
}

// gain adds to the knowledge of a rank. A new base, from a meeting of all ranks, ends earlier vagueness.
func (c *Clocks) gain(rank int32, n int64, s Snapshot) {
	l := &c.lines[rank]
	whole := s.base != nil && s.more == nil && !s.vague && s.base.n[rank] > l.vague
	know := &c.know[rank]
	*know = know.with(s)
	c.news.of(rank)
	switch {
	case whole:
		know.vague, l.vague = false, 0
	case s.vague:
		l.vague = max(l.vague, n)
	}
}

// Edge gives a rank the knowledge of another rank at an operation that the rank has waited for.
func (c *Clocks) Edge(from Point, rank int32, n int64) {
	l := &c.lines[rank]
	if from.Rank != rank {
		know := &c.know[rank]
		*know = know.after(&from, rank)
		if c.news.of(rank); from.know.vague {
			l.vague = max(l.vague, n)
		}
	}
	c.Heard(rank, n)
}

// Learn gives a rank the knowledge of others at operations that the rank has waited for.
func (c *Clocks) Learn(rank int32, n int64, s Snapshot) {
	c.gain(rank, n, s)
	c.Heard(rank, n)
}

// May notes that a rank may have waited for others, and so may have gained their knowledge.
func (c *Clocks) May(rank int32, n int64, s Snapshot) {
	l := &c.lines[rank]
	know := &c.know[rank]
	*know = know.possibly(s)
	if c.news.of(rank); know.vague {
		l.vague = max(l.vague, n)
	}
	c.Heard(rank, n)
}

// After returns the knowledge at all of the operations, and that the operations are past; they are of different
// ranks.
func After(points ...Point) (s Snapshot) {
	if len(points) == 0 {
		return s
	}
	d := &delta{list: make([]entry, len(points))}
	sorted := true
	for i := range points {
		d.list[i] = entry{points[i].Rank, points[i].N}
		sorted = sorted && (i == 0 || points[i-1].Rank <= points[i].Rank)
	}
	if !sorted {
		slices.SortFunc(d.list, func(a, b entry) int { return cmp.Compare(a.rank, b.rank) })
	}
	s.more = d
	var last Snapshot
	for i := range points {
		if k := points[i].know; k != last { // mostly the ranks have met before, and have the same knowledge
			s, last = s.with(k), k
		}
	}
	return s.bounded(points...)
}

// With returns the union of both snapshots.
func (s Snapshot) With(o Snapshot) Snapshot { return s.with(o) }
