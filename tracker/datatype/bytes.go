package datatype

import "math/bits"

// Memory is a datatype of one byte, which no call has described.
var Memory = Runs(1, 1)

// Runs returns a datatype whose elements are runs of bytes, stride bytes from one to the next.
func Runs(width, stride int64) *Type {
	return &Type{Size: width, Extent: stride, TrueExtent: width, Committed: true, layout: newRun(0, width)}
}

// Bits returns a datatype of the units of bytes whose bits are set: bit i of word k, from the lowest one on, is unit
// 64k+i.
func Bits(unit int64, words []int64) *Type {
	var blocks []layoutBlock
	for k, w := range words {
		for left := uint64(w); left != 0; {
			from := bits.TrailingZeros64(left)
			n := bits.TrailingZeros64(^(left >> from))
			blocks = append(blocks, layoutBlock{at: (int64(k)*64 + int64(from)) * unit, n: int64(n)})
			if from+n == 64 {
				break
			}
			left &^= 1<<(from+n) - 1
		}
	}
	l := newBlocks(newRun(0, unit), unit, blocks)
	return &Type{Size: l.size, Extent: l.hi - l.lo, TrueLB: l.lo, TrueExtent: l.hi - l.lo, Committed: true, layout: l}
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
