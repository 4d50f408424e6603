package datatype

import (
	"math/bits"
)

// Memory is a datatype of one byte for memory that no call has described.
var Memory = Runs(1, 1)

// Runs returns a datatype whose elements are runs of width bytes, stride bytes apart.
func Runs(width, stride int64) *Type {
	return &Type{Size: width, Extent: stride, TrueExtent: width, Committed: true, layout: newRun(0, width)}
}

// bitmap is a datatype of bits and all that belongs to it: programs that jump about make many.
type bitmap struct {
	Type
	layout layout
	words  [8]int64
}

// Bits returns a datatype of the units of bytes whose bits are set: bit i of word k, counted from the lowest, is unit
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
