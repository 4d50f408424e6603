package order

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// Snapshot holds, for each rank, how many of its records were known to be past at some time. It never changes.
// Snapshots mostly share a base, created when all ranks met, and differ from it in few entries.
type Snapshot struct {
	base *base
	more *delta
	// may is additional knowledge that may exist: from calls in which ranks may wait for each other, and need not.
	may *delta
	// vague: any further knowledge may exist, without a match.
	vague bool
}

// base is the joint knowledge of all ranks when all of them met. A later base knows no less of any rank.
type base struct {
	number int64
	n      []int64 // by rank in MPI_COMM_WORLD
}

// delta is newer than the base, for some ranks.
type delta struct {
	list []entry // ascending
	few  [2]entry
}

type entry struct {
	rank int32
	n    int64
}

// maxDelta bounds the entries in addition to the base; if there are more, only the newest
// match is kept.
const maxDelta = 1 << 12

// Of returns how many records of the rank were past.
func (s *Snapshot) Of(rank int32) int64 {
	n := int64(0)
	if s.base != nil {
		n = s.base.n[rank]
	}
	if e := s.more.of(rank); e != nil {
		n = max(n, e.n)
	}
	return n
}

// mayOf returns how many records of the rank may have been past.
func (s *Snapshot) mayOf(rank int32) int64 {
	n := s.Of(rank)
	if e := s.may.of(rank); e != nil {
		n = max(n, e.n)
	}
	return n
}

// of returns the entry of a rank, nil if there is none.
func (d *delta) of(rank int32) *entry {
	if d == nil {
		return nil
	}
	list := d.list
	if len(list) > 8 {
		i := sort.Search(len(list), func(i int) bool { return list[i].rank >= rank })
		list = list[i:]
	}
	for i := range list {
		if list[i].rank >= rank {
			if list[i].rank == rank {
				return &list[i]
			}
			return nil
		}
	}
	return nil
}

// with returns the union of both snapshots.
func (s Snapshot) with(o Snapshot) Snapshot {
	s.base, s.vague = newer(s.base, o.base), s.vague || o.vague
	s.more, s.may = union(s.base, s.more, o.more), union(s.base, s.may, o.may)
	return s
}

// union returns the newest entry of each rank, as far as the base does not know it.
func union(b *base, d, o *delta) *delta {
	switch {
	case d.covers(o):
	case o.covers(d): // mostly so after a collective call: its ranks share their knowledge
		d = o
	default:
		d = merge(b, d, o)
	}
	if d != nil && d.dead(b) {
		return nil
	}
	return d
}

// possibly adds o as knowledge that may exist.
func (s Snapshot) possibly(o Snapshot) Snapshot {
	s.vague = s.vague || o.vague
	s.may = union(s.base, merge(s.base, merge(s.base, s.may, o.more), o.may), o.base.beyond(s.base))
	if s.may != nil && len(s.may.list) > maxDelta {
		s.may, s.vague = nil, true
	}
	return s
}

// beyond returns the entries of a base that are newer than in an earlier base.
func (b *base) beyond(o *base) *delta {
	if b == nil || b == o || newer(b, o) != b {
		return nil
	}
	d := &delta{}
	for r, n := range b.n {
		if o == nil || n > o.n[r] {
			d.list = append(d.list, entry{int32(r), n})
		}
	}
	return d
}

func newer(a, b *base) *base {
	if a == nil || b != nil && b.number > a.number {
		return b
	}
	return a
}

// after adds an operation, and the knowledge of its rank there, to the knowledge of rank me.
func (s Snapshot) after(p *Point, me int32) Snapshot {
	s.vague = s.vague || p.know.vague
	if p.N <= s.Of(p.Rank) { // the knowledge at p is included already
		return s
	}
	s.base = newer(s.base, p.know.base)
	s.more = mergeWith(s.base, me, s.more, p.know.more, entry{p.Rank, p.N})
	s.may = union(s.base, s.may, p.know.may)
	return s.bounded(*p)
}

// dead reports whether the base knows no less.
func (d *delta) dead(b *base) bool {
	if b == nil {
		return false
	}
	for _, e := range d.list {
		if e.n > b.n[e.rank] {
			return false
		}
	}
	return true
}

// bounded keeps only the entries of the ranks of some operations if there are too many.
func (s Snapshot) bounded(keep ...Point) Snapshot {
	if s.more == nil || len(s.more.list) <= maxDelta {
		return s
	}
	d := &delta{}
	for i := range keep {
		d.list = append(d.list, entry{keep[i].Rank, s.Of(keep[i].Rank)})
	}
	slices.SortFunc(d.list, func(a, b entry) int { return cmp.Compare(a.rank, b.rank) })
	s.more, s.vague = d, true
	return s
}

// covers reports whether d is as new as o for every rank.
func (d *delta) covers(o *delta) bool {
	if d == o || o == nil {
		return true
	}
	if d == nil || len(d.list) < len(o.list) {
		return false
	}
	i, mine := 0, d.list
	for _, e := range o.list {
		for i < len(mine) && mine[i].rank < e.rank {
			i++
		}
		if i == len(mine) || mine[i].rank != e.rank || mine[i].n < e.n {
			return false
		}
	}
	return true
}

// none stands for no rank at all.
const none = -1

// merge returns the newest entry of each rank, as far as the base does not know it.
func merge(b *base, d, o *delta) *delta { return mergeWith(b, none, d, o, entry{rank: none}) }

// mergeWith is merge with an additional entry, and leaves out a rank.
func mergeWith(b *base, but int32, d, o *delta, more entry) *delta {
	var x, y []entry
	if d != nil {
		x = d.list
	}
	if o != nil {
		y = o.list
	}
	var scratch [32]entry
	list := scratch[:0]
	if n := len(x) + len(y) + 1; n > len(scratch) {
		list = make([]entry, 0, n)
	}
	for len(x) > 0 || len(y) > 0 {
		var e entry
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].rank < y[0].rank:
			e, x = x[0], x[1:]
		case len(x) == 0 || y[0].rank < x[0].rank:
			e, y = y[0], y[1:]
		default:
			e = entry{x[0].rank, max(x[0].n, y[0].n)}
			x, y = x[1:], y[1:]
		}
		if e.rank >= more.rank {
			if e.rank == more.rank {
				e.n = max(e.n, more.n)
			} else if more.news(b, but) {
				list = append(list, more)
			}
			more.rank = math.MaxInt32
		}
		if e.news(b, but) {
			list = append(list, e)
		}
	}
	if more.rank != math.MaxInt32 && more.news(b, but) {
		list = append(list, more)
	}
	return deltaOf(list)
}

// news reports whether the base does not know the entry; the entry of one rank never counts.
func (e *entry) news(b *base, but int32) bool {
	return e.rank != but && (b == nil || e.n > b.n[e.rank])
}

// deltaOf returns a delta of a copy of the entries; nil: there are none.
func deltaOf(list []entry) *delta {
	switch n := len(list); {
	case n == 0:
		return nil
	case n <= len(delta{}.few):
		m := &delta{}
		m.list = m.few[:copy(m.few[:], list)]
		return m
	}
	return &delta{list: slices.Clone(list)}
}

// Point is an operation among others: its position in its rank, and its rank's knowledge of other ranks.
type Point struct {
	Rank int32
	N    int64 // the rank's records up to it; 0: no operation
	know Snapshot
}
