package datatype

import (
	"math"
	"math/bits"
)

// Memory is a datatype of one byte, which no call has described.
var Memory = Runs(1, 1)

// Runs returns a datatype whose elements are runs of bytes, stride bytes from one to the next.
func Runs(width, stride int64) *Type {
	return &Type{Size: width, Extent: stride, TrueExtent: width, Committed: true, layout: newRun(0, width)}
}

// bitmap is a datatype of bits and all that belongs to it: programs that jump about make many.
type bitmap struct {
	Type
	layout layout
	words  [8]int64
}

// Bits returns a datatype of the units of bytes whose bits are set: bit i of word k, from the lowest one on, is unit
// 64k+i.
func Bits(unit int64, words []int64) *Type {
	b := &bitmap{}
	b.layout = layout{kind: bitsLayout, spacing: unit, words: append(b.words[:0], words...)}
	l := &b.layout
	for k, w := range words {
		if w == 0 {
			continue
		}
		if l.size == 0 {
			l.lo = int64(64*k+bits.TrailingZeros64(uint64(w))) * unit
		}
		l.hi = int64(64*k+bits.Len64(uint64(w))) * unit
		l.size += int64(bits.OnesCount64(uint64(w))) * unit
	}
	if l.size == l.hi-l.lo {
		*l = *newRun(l.lo, l.size)
	}
	b.Size, b.Extent, b.TrueLB, b.TrueExtent, b.Committed, b.Type.layout = l.size, l.hi-l.lo, l.lo, l.hi-l.lo, true, l
	return &b.Type
}

// walkBits is walk for bits.
func (l *layout) walkBits(base int64, emit func(lo, hi int64) bool) bool {
	base += l.first
	for k, w := range l.words {
		for left := uint64(w); left != 0; {
			from := bits.TrailingZeros64(left)
			to := from + bits.TrailingZeros64(^(left >> from))
			if !emit(base+int64(64*k+from)*l.spacing, base+int64(64*k+to)*l.spacing) {
				return false
			}
			left &= uint64(math.MaxUint64) << to // of 64, nothing
		}
	}
	return true
}

// Clip calls f for those of the bytes that lie in [lo, hi): for runs that are within as one, and for each of the two
// that may be so in part.
func (g Regular) Clip(lo, hi int64, f func(Regular)) {
	if g.At >= lo && g.End() <= hi {
		f(g)
		return
	}
	if g.N == 1 {
		if from, to := max(lo, g.At), min(hi, g.End()); from < to {
			f(Regular{from, to - from, 0, 1})
		}
		return
	}
	first := max(0, floorDiv(lo-g.At-g.Width, g.Stride)+1) // the first run that ends after lo
	last := min(g.N-1, floorDiv(hi-1-g.At, g.Stride))      // the last one that begins before hi
	part := func(i int64) bool {
		at := g.At + i*g.Stride
		return first <= last && (at < lo || at+g.Width > hi)
	}
	edge := func(i int64) {
		Regular{g.At + i*g.Stride, g.Width, 0, 1}.Clip(lo, hi, f)
	}
	if part(first) {
		edge(first)
		first++
	}
	cut := part(last)
	if cut {
		last--
	}
	if first == last {
		f(Regular{g.At + first*g.Stride, g.Width, 0, 1})
	} else if first < last {
		f(Regular{g.At + first*g.Stride, g.Width, g.Stride, last - first + 1})
	}
	if cut {
		edge(last + 1)
	}
}
