package datatype

import "math"

// Bytes is the datatype of single bytes.
var Bytes = &Type{Name: "bytes", Size: 1, Extent: 1, TrueExtent: 1, Committed: true, layout: newRun(0, 1)}

// maxPartRuns bounds the runs of a part of a datatype.
const maxPartRuns = 1 << 12

// maxParts bounds the parts that a table remembers.
const maxParts = 1 << 12

// dense reports whether elements of d that follow each other are a single run of bytes.
func dense(d *Type) bool {
	return d != nil && !d.Unknown && d.layout != nil && d.layout.kind == runLayout && d.layout.size == d.Extent &&
		d.Extent > 0
}

// part returns bytes [from, to) of the data of an element of d as count elements of a datatype, which begin at byte at
// of the element. ok is false if they are not known, or too scattered.
func (t *Table) part(d *Type, from, to int64) (p *Type, at, count int64, ok bool) {
	if d == nil || d.Unknown || d.layout == nil || d.layout.opaque || from < 0 || from >= to || to > d.layout.size {
		return nil, 0, 0, false
	}
	key := part{d, from, to}
	if p = t.parts[key]; p != nil {
		return p, 0, 1, true
	}
	var runs []layoutBlock
	one := layoutBlock{}
	n := 0
	ok = d.layout.walkData(0, from, to, func(lo, hi int64) bool {
		if n++; n == 1 {
			one = layoutBlock{at: lo, n: hi - lo}
			return true
		}
		if n == 2 {
			runs = append(runs, one)
		}
		runs = append(runs, layoutBlock{at: lo, n: hi - lo})
		return n <= maxPartRuns
	})
	switch {
	case !ok:
		return nil, 0, 0, false
	case n == 1:
		return Bytes, one.at, one.n, true
	}
	l := newBlocks(Bytes.layout, 1, runs)
	p = &Type{Name: "part of " + d.String(), Size: l.size, LB: d.LB, Extent: d.Extent, TrueLB: l.lo,
		TrueExtent: l.hi - l.lo, Committed: true, layout: l}
	if t.parts == nil || len(t.parts) == maxParts {
		t.parts = map[part]*Type{}
	}
	t.parts[key] = p
	return p, 0, 1, true
}

// walkData calls emit for the runs of bytes [from, to) of the data of an element, in the order of walk.
func (l *layout) walkData(base, from, to int64, emit func(lo, hi int64) bool) bool {
	from, to = max(from, 0), min(to, l.size)
	if from >= to {
		return true
	}
	switch l.kind {
	case runLayout:
		return emit(base+l.lo+from, base+l.lo+to)
	case vectorLayout:
		row := MulSat(l.length, l.child.size)
		for i := from / row; i*row < to; i++ {
			if !l.child.walkRowData(base+l.first+i*l.stride, l.length, l.spacing, from-i*row, to-i*row, emit) {
				return false
			}
		}
	case bitsLayout:
		return l.walkBits(base, func(lo, hi int64) bool {
			first, end := max(from, 0), min(to, hi-lo)
			from, to = from-(hi-lo), to-(hi-lo)
			return first >= end || emit(lo+first, lo+end)
		})
	case blocksLayout, structLayout:
		for _, b := range l.blocks {
			child, spacing := l.child, l.spacing
			if l.kind == structLayout {
				child, spacing = b.child, b.spacing
			}
			row := MulSat(b.n, child.size)
			if from < row && !child.walkRowData(base+b.at, b.n, spacing, from, to, emit) {
				return false
			}
			if from, to = from-row, to-row; to <= 0 {
				return true
			}
		}
	}
	return true
}

// walkRowData is walkData for n elements that are spacing bytes apart.
func (l *layout) walkRowData(base, n, spacing, from, to int64, emit func(lo, hi int64) bool) bool {
	from = max(from, 0)
	switch {
	case l.size == 0:
		return true
	case l.tight(spacing):
		to = min(to, n*l.size)
		return from >= to || emit(base+l.lo+from, base+l.lo+to)
	}
	for i := from / l.size; i < n && i*l.size < to; i++ {
		if !l.walkData(base+i*spacing, from-i*l.size, to-i*l.size, emit) {
			return false
		}
	}
	return true
}

// Cover calls f for the bytes that n bytes of data reach, from byte start of the data on, in consecutive elements of d:
// each call has count elements of a datatype, the first at byte at. It returns false where that is not known.
func (t *Table) Cover(d *Type, start, n int64, f func(at, count int64, d *Type)) bool {
	if d == nil || d.Unknown || d.layout == nil || d.layout.opaque || d.Size <= 0 || start < 0 || n <= 0 ||
		start > math.MaxInt64/2-n {
		return false
	}
	if dense(d) {
		f(d.layout.lo+start, n, Bytes)
		return true
	}
	first, last := start/d.Size, (start+n-1)/d.Size
	from, to := start-first*d.Size, start+n-last*d.Size
	if MulSat(last+1, max(d.Extent, -d.Extent)) > math.MaxInt64/4 {
		return false
	}
	piece := func(tile, from, to int64) bool {
		p, at, count, ok := t.part(d, from, to)
		if ok {
			f(tile*d.Extent+at, count, p)
		}
		return ok
	}
	if first == last && (from > 0 || to < d.Size) {
		return piece(first, from, to)
	}
	if from > 0 {
		if !piece(first, from, d.Size) {
			return false
		}
		first++
	}
	if to < d.Size {
		if !piece(last, 0, to) {
			return false
		}
		last--
	}
	if first <= last {
		f(first*d.Extent, last-first+1, d)
	}
	return true
}
