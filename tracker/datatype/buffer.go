package datatype

import (
	"cmp"
	"slices"
)

// Buffer is memory that a call reads or writes: count elements of a datatype
// from an address on.
type Buffer struct {
	Addr   int64
	Count  int64
	Type   *Type
	Writes bool // the call changes it
	// Window: it is memory of the rank's own window, reached by an RMA call
	// of the rank to itself.
	Window bool
}

// maxOverlapPieces bounds how closely two buffers are compared.
const maxOverlapPieces = 4096

// Overlaps reports whether two buffers are known to have bytes in common.
func (b *Buffer) Overlaps(o *Buffer) (yes bool) {
	if yes, known := b.regularMeets(o); known {
		return yes
	}
	if b.near(o) {
		b.both(o, func(int64, int64) bool {
			yes = true
			return false
		})
	}
	return yes
}

// Common returns the first run of bytes that two overlapping buffers have in common; if they have too many pieces to
// find it, the range in which it lies.
func (b *Buffer) Common(o *Buffer) (lo, hi int64) {
	known := b.both(o, func(a, b int64) bool {
		lo, hi = a, b
		return false
	})
	if !known {
		lo, hi = b.Hull()
		olo, ohi := o.Hull()
		lo, hi = max(lo, olo), min(hi, ohi)
	}
	return lo, hi
}

// both calls f for the bytes that both buffers have, in the order of their addresses, until it returns false. known is
// false if the bytes are not known, or if there are too many pieces.
func (b *Buffer) both(o *Buffer, f func(lo, hi int64) bool) (known bool) {
	mine, known := b.pieces()
	theirs, alsoKnown := o.pieces()
	if !known || !alsoKnown {
		return false
	}
	for i, k := 0, 0; i < len(mine) && k < len(theirs); {
		if lo, hi := max(mine[i][0], theirs[k][0]), min(mine[i][1], theirs[k][1]); lo < hi && !f(lo, hi) {
			break
		}
		if mine[i][1] < theirs[k][1] {
			i++
		} else {
			k++
		}
	}
	return true
}

// Contiguous reports whether the buffer is known to be all bytes from its first to its last.
func (b *Buffer) Contiguous() bool {
	g, ok := regularOf(b.Type, b.Count)
	return ok && g.N == 1
}

// Hull returns the bytes [lo, hi) from the first byte that the buffer touches to the last.
func (b *Buffer) Hull() (lo, hi int64) {
	lo, hi = Span(b.Type, b.Count)
	return b.Addr + lo, b.Addr + hi
}

// near reports whether the hulls of two buffers have bytes in common.
func (b *Buffer) near(o *Buffer) bool {
	lo, hi := b.Hull()
	olo, ohi := o.Hull()
	return lo < hi && olo < ohi && lo < ohi && olo < hi
}

// regularMeets is Overlaps of buffers that are rows, columns or tiles; known is false
// for others.
func (b *Buffer) regularMeets(o *Buffer) (yes, known bool) {
	x, ok := regularOf(b.Type, b.Count)
	y, also := regularOf(o.Type, o.Count)
	if !ok || !also {
		return false, false
	}
	return x.moved(b.Addr).meets(y.moved(o.Addr))
}

// pieces returns the bytes of the buffer, in order of their addresses and joined;
// false if they are not known, or too many.
func (b *Buffer) pieces() (out [][2]int64, known bool) {
	known = Segments(b.Type, b.Count, maxOverlapPieces, func(lo, hi int64) {
		out = append(out, [2]int64{b.Addr + lo, b.Addr + hi})
	})
	slices.SortFunc(out, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	joined := out[:0]
	for _, p := range out {
		if last := len(joined) - 1; last >= 0 && p[0] <= joined[last][1] {
			joined[last][1] = max(joined[last][1], p[1])
			continue
		}
		joined = append(joined, p)
	}
	return joined, known
}

// CommonBytes returns the first byte that both buffers have, and how many there are; -1:
// they have too many pieces.
func (b *Buffer) CommonBytes(o *Buffer) (first, n int64) {
	known := b.both(o, func(lo, hi int64) bool {
		if n == 0 {
			first = lo
		}
		n += hi - lo
		return true
	})
	if !known {
		return 0, -1
	}
	return first, n
}
