package signal

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/order"
)

const (
	// maxMarks bounds the accesses of a rank to a spot that are kept.
	maxMarks = 32
	// maxSpans bounds the times of earlier accesses.
	maxSpans = 8
)

// spot holds the accesses of ranks to it. If it has an owner, which loads and stores there by itself, ranks learn
// only from the owner, and the owner from all.
type spot struct {
	at    spotKey
	ranks map[int32]*marks
	owner int32 // rank in MPI_COMM_WORLD; -1: there is none
}

// marks are the accesses of a rank. released is when the rank has released locks under which it changed something.
type marks struct{ fetches, updates, released ring }

// ring is the last accesses of a rank, oldest first, and the times of earlier accesses.
type ring struct {
	at  []mark
	old []span
}

// mark is an access of a rank.
type mark struct {
	order.Point
	value *value // nil: unknown
}

// span is a time in which a rank has learned nothing new and, as far as known, has not fetched two different
// values: the first and the last of some accesses.
type span struct {
	first mark
	last  int64
}

// add adds an access, mostly a later one than all others.
func (r *ring) add(p order.Point, v *value) {
	if n := len(r.at); n > 0 && p.N <= r.at[n-1].N {
		r.addEarlier(p, v)
		return
	}
	r.append(p, v)
}

// addEarlier adds an access that is not later than all others: the program's loads are added when a change comes for
// which they may have waited.
func (r *ring) addEarlier(p order.Point, v *value) {
	i, known := slices.BinarySearchFunc(r.at, p.N, func(m mark, n int64) int { return cmp.Compare(m.N, n) })
	switch n := len(r.old); {
	case known && v == nil:
		r.at[i].value = nil
	case i == 0 && n > 0:
		first := &r.old[n-1].first
		first.N, first.value = min(first.N, p.N), nil
	case i == len(r.at)-1 && known:
		r.append(p, v)
	default:
		last := r.at[len(r.at)-1]
		copy(r.at[i+1:], r.at[i:])
		r.at[i] = mark{p, v}
		r.append(last.Point, last.value)
	}
}

func (r *ring) append(p order.Point, v *value) {
	if len(r.at) == maxMarks {
		for i := range maxMarks / 2 {
			if !r.at[i].value.changesNothing() {
				r.drop(&r.at[i])
			}
		}
		r.at = slices.Delete(r.at, 0, maxMarks/2)
	}
	r.at = append(r.at, mark{p, v})
}

func (r *ring) drop(p *mark) {
	if n := len(r.old); n > 0 && r.old[n-1].first.Alike(&p.Point) {
		if v, ok := r.old[n-1].first.value.with(p.value); ok {
			r.old[n-1].first.value, r.old[n-1].last = v, p.N
			return
		}
	}
	if len(r.old) == maxSpans {
		r.old[1].first = mark{r.old[0].first.Point, nil}
		r.old = slices.Delete(r.old, 0, 1)
	}
	r.old = append(r.old, span{*p, p.N})
}

// after returns the first access that is later than n records and fits, or how early it may have been.
func (r *ring) after(n int64, fits func(*mark) bool) (int64, bool) {
	for i := range r.old {
		if x := &r.old[i]; x.last > n && fits(&x.first) {
			return max(n+1, x.first.N), true
		}
	}
	for i := range r.at {
		if r.at[i].N > n && fits(&r.at[i]) {
			return r.at[i].N, true
		}
	}
	return 0, false
}
func (x *spot) rank(r int32) *marks {
	m := x.ranks[r]
	if m == nil {
		m = &marks{}
		x.ranks[r] = m
	}
	return m
}
