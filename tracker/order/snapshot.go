package order

import (
	"slices"
)

// Snapshot is what was known of all ranks at some time: of each, how many of its
// records were past. It never changes. All ranks mostly share one base, created
// when all of them met, and differ from it in few entries.
type Snapshot struct {
	base *base
	more *delta
}

// base is what all ranks knew when all of them met. A later one knows no less
// of any rank.
type base struct {
	number int64
	n      []int64 // by rank in MPI_COMM_WORLD
}

// delta is newer than the base, for some ranks.
type delta struct {
	ranks []int32 // ascending
	n     []int64
}

// maxDelta bounds the entries beside the base; of more, the newest match alone
// is kept.
const maxDelta = 1 << 12

// Of returns how many records of the rank were past.
func (s Snapshot) Of(rank int32) int64 {
	n := int64(0)
	if s.base != nil {
		n = s.base.n[rank]
	}
	if s.more != nil {
		if i, ok := slices.BinarySearch(s.more.ranks, rank); ok {
			n = max(n, s.more.n[i])
		}
	}
	return n
}

// with returns what both know.
func (s Snapshot) with(o Snapshot) Snapshot {
	switch {
	case s.base == nil || o.base != nil && o.base.number > s.base.number:
		s.base = o.base
	}
	switch {
	case s.more.covers(o.more):
	case o.more.covers(s.more): // mostly so after a collective call: its ranks share what they learned
		s.more = o.more
	default:
		s.more = s.more.merge(o.more)
	}
	return s.trimmed()
}

// after adds an operation, and what its rank knew there.
func (s Snapshot) after(p Point) Snapshot {
	return s.with(p.know).with(Snapshot{more: deltaOf([]int32{p.Rank}, []int64{p.N})}).bounded([]int32{p.Rank})
}

// trimmed leaves out what the base knows as well.
func (s Snapshot) trimmed() Snapshot {
	if s.base == nil || s.more == nil {
		return s
	}
	for i, r := range s.more.ranks {
		if s.more.n[i] > s.base.n[r] {
			return s
		}
	}
	s.more = nil
	return s
}

// bounded keeps only the entries of the given ranks if there are too many.
func (s Snapshot) bounded(keep []int32) Snapshot {
	if s.more == nil || len(s.more.ranks) <= maxDelta {
		return s
	}
	n := make([]int64, len(keep))
	for i, r := range keep {
		n[i] = s.Of(r)
	}
	s.more = deltaOf(keep, n)
	return s
}

func deltaOf(ranks []int32, n []int64) *delta {
	if len(ranks) == 0 {
		return nil
	}
	d := &delta{slices.Clone(ranks), slices.Clone(n)}
	if !slices.IsSorted(d.ranks) {
		at := make([]int, len(ranks))
		for i := range at {
			at[i] = i
		}
		slices.SortFunc(at, func(a, b int) int { return int(ranks[a] - ranks[b]) })
		for i, k := range at {
			d.ranks[i], d.n[i] = ranks[k], n[k]
		}
	}
	return d
}

// covers reports whether d is as new as o for every rank.
func (d *delta) covers(o *delta) bool {
	if d == o || o == nil {
		return true
	}
	if d == nil || len(d.ranks) < len(o.ranks) {
		return false
	}
	i := 0
	for k, r := range o.ranks {
		for i < len(d.ranks) && d.ranks[i] < r {
			i++
		}
		if i == len(d.ranks) || d.ranks[i] != r || d.n[i] < o.n[k] {
			return false
		}
	}
	return true
}

// merge returns the newer entry of each rank.
func (d *delta) merge(o *delta) *delta {
	m := &delta{make([]int32, 0, len(d.ranks)+len(o.ranks)), make([]int64, 0, len(d.ranks)+len(o.ranks))}
	i, k := 0, 0
	for i < len(d.ranks) || k < len(o.ranks) {
		switch {
		case k == len(o.ranks) || i < len(d.ranks) && d.ranks[i] < o.ranks[k]:
			m.ranks, m.n = append(m.ranks, d.ranks[i]), append(m.n, d.n[i])
			i++
		case i == len(d.ranks) || d.ranks[i] > o.ranks[k]:
			m.ranks, m.n = append(m.ranks, o.ranks[k]), append(m.n, o.n[k])
			k++
		default:
			m.ranks, m.n = append(m.ranks, d.ranks[i]), append(m.n, max(d.n[i], o.n[k]))
			i, k = i+1, k+1
		}
	}
	return m
}
