package race

import (
	"math"
	"math/bits"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/fact"
)

// Space holds the accesses to the memory of a rank, by address: each access in buckets as large as itself, so that
// it is in at most two of them.
type Space struct {
	levels  [levels]map[int64]*bucket
	taken   [levels]uint64 // bits for the last 6 bits of the numbers of existing buckets
	used    uint32         // the levels with buckets, as bits
	large   uint32         // the levels whose maps have become large, as bits
	n       int
	queries int64
	free    []*bucket // empty buckets
}

// bucket holds the accesses to a piece of memory, by mode. mixed: its accumulates are not all alike.
type bucket struct {
	by    [modes][]*Access
	mixed bool
}

// The buckets of level k have 64 * 8^k bytes.
const (
	levels   = 19
	smallest = 6 // bits
	growth   = 3 // bits
)

func shiftOf(level int) uint { return uint(smallest + growth*level) }

// levelOf returns the first level whose buckets are as large as the access.
func levelOf(size int64) int {
	if size <= 1<<smallest {
		return 0
	}
	return min((bits.Len64(uint64(size-1))-smallest+growth-1)/growth, levels-1)
}

// Len is how many accesses there are.
func (s *Space) Len() int { return s.n }

// Meets appends the accesses whose hulls overlap the hull of b, and which conflict with b if they reach the same bytes.
func (s *Space) Meets(b *Access, to []*Access) []*Access {
	s.queries++
	s.buckets(b.Lo, b.Hi, func(_ int, _ int64, k *bucket) {
		for mode := fact.Reads; mode < modes; mode++ {
			if mode == fact.Reads && b.Mode == fact.Reads || mode == fact.Updates && b.Mode == fact.Updates &&
				k.alike(b) {
				continue
			}
			for _, a := range k.by[mode] {
				if a.Lo < b.Hi && b.Lo < a.Hi && a.mark != s.queries && !a.Dead {
					a.mark = s.queries
					to = append(to, a)
				}
			}
		}
	})
	return to
}

// within appends the accesses whose hulls have bytes of [lo, hi).
func (s *Space) within(lo, hi int64, to []*Access) []*Access {
	s.queries++
	s.buckets(lo, hi, func(_ int, _ int64, k *bucket) {
		for mode := range k.by {
			for _, a := range k.by[mode] {
				if a.Lo < hi && lo < a.Hi && a.mark != s.queries && !a.Dead {
					a.mark = s.queries
					to = append(to, a)
				}
			}
		}
	})
	return to
}

// alike reports whether no accumulate of the bucket conflicts with accumulate b.
func (k *bucket) alike(b *Access) bool {
	if k.mixed {
		return false
	}
	list := k.by[fact.Updates]
	return len(list) == 0 || list[0].alike(b)
}

// buckets calls f for the buckets that may hold accesses to [lo, hi), with their levels and numbers.
func (s *Space) buckets(lo, hi int64, f func(level int, at int64, k *bucket)) {
	for used := s.used; used != 0; used &= used - 1 {
		level := bits.TrailingZeros32(used)
		shift := shiftOf(level)
		first, last := lo>>shift, (hi-1)>>shift
		if s.taken[level]&numbers(first, last) == 0 {
			continue
		}
		all := s.levels[level]
		if last-first >= int64(len(all)) {
			for at, k := range all {
				if first <= at && at <= last {
					f(level, at, k)
				}
			}
			continue
		}
		for at := first; at <= last; at++ {
			if k := all[at]; k != nil {
				f(level, at, k)
			}
		}
	}
}

// numbers returns the last 6 bits of the numbers from first to last, each as a bit.
func numbers(first, last int64) uint64 {
	if last-first >= 63 {
		return math.MaxUint64
	}
	return bits.RotateLeft64(1<<(last-first+1)-1, int(first&63))
}

// Add adds an access. An earlier access of the same call to the same bytes is forgotten: the new access has the
// same conflicts. The earlier access is returned if no bucket holds it any more.
func (s *Space) Add(a *Access) (past *Access) {
	s.each(a, func(k *bucket, first bool) {
		switch o := k.put(a); {
		case !first && o != past: // another bucket may still have it
			past = nil
		case first && o == nil:
			s.n++
		case first:
			past = o
		}
	})
	if past != nil {
		past.gone = true
	}
	return past
}

// insert adds an access beside all others.
func (s *Space) insert(a *Access) {
	s.each(a, func(k *bucket, first bool) {
		k.mix(a)
		k.by[a.Mode] = append(k.by[a.Mode], a)
		if first {
			s.n++
		}
	})
}

// remove takes an access out.
func (s *Space) remove(a *Access) {
	s.each(a, func(k *bucket, first bool) {
		if i := slices.Index(k.by[a.Mode], a); i >= 0 {
			k.by[a.Mode] = slices.Delete(k.by[a.Mode], i, i+1)
			if first {
				s.n--
			}
		}
	})
}

// each calls f for the buckets that an access belongs to.
func (s *Space) each(a *Access, f func(k *bucket, first bool)) {
	level := levelOf(a.Hi - a.Lo)
	shift := shiftOf(level)
	all := s.levels[level]
	if all == nil {
		all = map[int64]*bucket{}
		s.levels[level] = all
	}
	s.used |= 1 << level
	first, last := a.Lo>>shift, (a.Hi-1)>>shift
	for at := first; at <= last; at++ {
		k := all[at]
		if k == nil {
			k = s.bucket()
			all[at] = k
			s.taken[level] |= numbers(at, at)
			if len(all) > mostFree {
				s.large |= 1 << level
			}
		}
		f(k, at == first)
	}
}

// mostFree bounds the empty buckets that are kept.
const mostFree = 1 << 6

// bucket returns an empty bucket.
func (s *Space) bucket() *bucket {
	n := len(s.free) - 1
	if n < 0 {
		return &bucket{}
	}
	k := s.free[n]
	s.free = s.free[:n]
	return k
}

// frees keeps an empty bucket for the next memory that is accessed.
func (s *Space) frees(k *bucket) {
	if len(s.free) < mostFree {
		k.mixed = false
		s.free = append(s.free, k)
	}
}

// mix notes whether a further accumulate is like the others.
func (k *bucket) mix(a *Access) {
	if list := k.by[fact.Updates]; a.Mode == fact.Updates && !k.mixed && len(list) > 0 {
		k.mixed = !list[0].alike(a)
	}
}

// put adds an access. It returns the access that it replaces; nil if there is none.
func (k *bucket) put(a *Access) *Access {
	list := k.by[a.Mode]
	k.mix(a)
	for i := range list {
		if o := list[i]; o.same(a) {
			if a.Local {
				o.next(a)
			} else if a.Fetches {
				o.repeated(a)
			}
			list[i] = a
			return o
		}
	}
	k.by[a.Mode] = append(list, a)
	return nil
}

// Drop forgets the accesses for which dead is true, and calls forgotten once for each of them; forgotten may be nil.
func (s *Space) Drop(dead func(*Access) bool, forgotten func(*Access)) {
	s.n = 0
	for level, all := range s.levels {
		s.taken[level] = 0
		for at, k := range all {
			left, begin, _ := k.sweep(level, at, func(a *Access) bool { return a.Dead || dead(a) }, forgotten)
			s.n += begin
			if left == 0 {
				delete(all, at)
				s.frees(k)
				continue
			}
			s.taken[level] |= numbers(at, at)
		}
		s.emptied(level)
	}
}

// dropWithin is Drop for accesses whose bytes are all in [lo, hi).
func (s *Space) dropWithin(lo, hi int64, dead func(*Access) bool, forgotten func(*Access)) {
	s.buckets(lo, hi, func(level int, at int64, k *bucket) {
		left, _, gone := k.sweep(level, at, dead, forgotten)
		s.n -= gone
		if left == 0 {
			delete(s.levels[level], at)
			s.frees(k)
			s.emptied(level)
		}
	})
}

// sweep drops accesses of a bucket. Of those left, and of those that are gone, begin and gone are how many begin there.
func (k *bucket) sweep(level int, at int64, dead func(*Access) bool, forgotten func(*Access)) (left, begin, gone int) {
	shift := shiftOf(level)
	for mode := range k.by {
		kept := k.by[mode][:0]
		for _, a := range k.by[mode] {
			begins := 0
			if a.Lo>>shift == at {
				begins = 1
			}
			if !dead(a) {
				kept = append(kept, a)
				begin += begins
				continue
			}
			if gone += begins; !a.gone && forgotten != nil {
				forgotten(a)
			}
			a.gone, a.then = true, nil
		}
		clear(k.by[mode][len(kept):])
		k.by[mode] = kept
		left += len(kept)
	}
	return left, begin, gone
}

// emptied takes that buckets of a level are gone.
func (s *Space) emptied(level int) {
	if len(s.levels[level]) > 0 {
		return
	}
	s.taken[level] = 0
	s.used &^= 1 << level
	if s.large&(1<<level) != 0 { // an empty map keeps its memory
		s.large &^= 1 << level
		s.levels[level] = nil
	}
}
