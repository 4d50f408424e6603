package datatype

// Regular is N runs of Width bytes, which begin Stride bytes apart, the first at byte At: a row, a column or a tile of
// an array.
type Regular struct{ At, Width, Stride, N int64 }

// regularOf returns the bytes of count elements of d, relative to the buffer's
// address; false if they are not regular, or not known.
func regularOf(d *Type, count int64) (g Regular, ok bool) {
	if d == nil || d.Unknown || d.layout == nil || d.layout.opaque || d.layout.size == 0 || count <= 0 {
		return g, false
	}
	switch l := d.layout; {
	case l.kind == runLayout && count > 1 && d.Extent == l.size:
		return Regular{l.lo, MulSat(count, l.size), 0, 1}, true
	case l.kind == runLayout:
		return Regular{l.lo, l.size, d.Extent, count}.ascending()
	case l.kind != vectorLayout || l.child.kind != runLayout:
		return g, false
	case l.length == 1 && (count == 1 || d.Extent == MulSat(l.count, l.stride)):
		return Regular{l.first + l.child.lo, l.child.size, l.stride, MulSat(count, l.count)}.ascending()
	case l.count == 1 && count == 1:
		return Regular{l.first + l.child.lo, l.child.size, l.spacing, l.length}.ascending()
	}
	return g, false
}

// ascending turns runs around that lie in descending order; false if runs overlap.
func (g Regular) ascending() (Regular, bool) {
	switch {
	case g.N == 1:
		return Regular{g.At, g.Width, 0, 1}, true
	case g.Stride < 0:
		g.At, g.Stride = AddSat(g.At, MulSat(g.N-1, g.Stride)), -g.Stride
	}
	return g, g.Stride >= g.Width
}

// moved returns the runs moved by d bytes.
func (g Regular) moved(d int64) Regular {
	g.At = AddSat(g.At, d)
	return g
}

// End is the offset behind the last byte.
func (g Regular) End() int64 { return AddSat(g.At, AddSat(MulSat(g.N-1, g.Stride), g.Width)) }

// meets reports whether g and o have a byte in common. known is false where both have several runs, at different
// strides: then meets is not computed.
func (g Regular) meets(o Regular) (meets, known bool) {
	switch {
	case g.At >= o.End() || o.At >= g.End():
		return false, true
	case g.N == 1:
		return o.within(g.At, g.End()), true
	case o.N == 1:
		return g.within(o.At, o.End()), true
	case g.Stride != o.Stride:
		return false, false
	}
	// Run i of g and run k of o meet if (i-k)*Stride lies between these bounds.
	d := o.At - g.At
	first := floorDiv(d-g.Width, g.Stride) + 1
	last := -floorDiv(-(d+o.Width), g.Stride) - 1
	return max(first, 1-o.N) <= min(last, g.N-1), true
}

// within reports whether a byte of the runs lies in [lo, hi).
func (g Regular) within(lo, hi int64) bool {
	if g.N == 1 {
		return g.At < hi && lo < g.End()
	}
	first := max(0, floorDiv(lo-g.At-g.Width, g.Stride)+1) // the first run that ends after lo
	return first < g.N && g.At+first*g.Stride < hi
}

// Clip calls f for the bytes that lie in [lo, hi): once for all runs that are whole, and once for each of the two runs
// that may be cut.
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
	last := min(g.N-1, floorDiv(hi-1-g.At, g.Stride))      // the last run that begins before hi
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
