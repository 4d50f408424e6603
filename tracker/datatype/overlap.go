package datatype

import (
	"cmp"
	"slices"
)

// maxOverlapRuns bounds how many byte runs of a datatype are compared with
// each other. Beyond it Overlaps returns false.
const maxOverlapRuns = 1 << 16

// Overlaps reports whether count elements of d touch a byte more than once.
// It is exact, except for datatypes whose interleaved parts have more than
// maxOverlapRuns runs, or whose layout is unknown: for these it returns false.
func Overlaps(d *Type, count int64) bool {
	if d == nil || d.Unknown || d.layout == nil || count <= 0 || d.Size == 0 {
		return false
	}
	n := d.overlaps.Load() - 1
	if n < 0 {
		n = d.layout.overlapCount(d.Extent)
		d.overlaps.Store(n + 1)
	}
	return n > 0 && count >= n
}

// overlapCount returns the smallest number of elements, spacing bytes apart,
// that touch a byte more than once; 0 if no number does.
func (l *layout) overlapCount(spacing int64) int64 {
	if l.selfOverlaps() {
		return 1
	}
	return l.rowOverlapCount(spacing)
}

const (
	memoNo  = 1
	memoYes = 2
)

// selfOverlaps reports whether an element touches a byte more than once.
func (l *layout) selfOverlaps() bool {
	if l.overlap == nil {
		return false
	}
	if a := l.overlap.answer.Load(); a != 0 {
		return a == memoYes
	}
	yes := l.findOverlap()
	if yes {
		l.overlap.answer.Store(memoYes)
	} else {
		l.overlap.answer.Store(memoNo)
	}
	return yes
}

func (l *layout) findOverlap() bool {
	switch l.kind {
	case vectorLayout:
		return l.vectorOverlaps()
	case blocksLayout:
		return l.blocksOverlap()
	case structLayout:
		return l.rowsOverlap()
	}
	return false
}

func (l *layout) vectorOverlaps() bool {
	if l.child.selfOverlaps() || reaches(l.length, l.child.rowOverlapCount(l.spacing)) {
		return true
	}
	if l.count == 1 {
		return false
	}
	row := newVector(l.child, l.spacing, 1, l.length, 0, 0)
	return reaches(l.count, row.rowOverlapCount(l.stride))
}

func reaches(n, limit int64) bool { return limit > 0 && n >= limit }

func (l *layout) blocksOverlap() bool {
	if l.child.selfOverlaps() {
		return true
	}
	limit := l.child.rowOverlapCount(l.spacing)
	hulls := make([]span, len(l.blocks))
	for i, b := range l.blocks {
		if reaches(b.n, limit) {
			return true
		}
		hulls[i] = rowHull(b, l.child, l.spacing)
	}
	return spansMeet(hulls) && l.runsMeet()
}

func (l *layout) rowsOverlap() bool {
	hulls := make([]span, len(l.blocks))
	for i, b := range l.blocks {
		if b.child.selfOverlaps() || reaches(b.n, b.child.rowOverlapCount(b.spacing)) {
			return true
		}
		hulls[i] = rowHull(b, b.child, b.spacing)
	}
	return spansMeet(hulls) && l.runsMeet()
}

// span is a range of bytes [lo, hi).
type span struct{ lo, hi int64 }

func rowHull(b layoutBlock, child *layout, spacing int64) span {
	along := MulSat(b.n-1, spacing)
	return span{b.at + child.lo + min(0, along), b.at + child.hi + max(0, along)}
}

// spansMeet reports whether any two of the spans share a byte. It sorts them.
func spansMeet(s []span) bool {
	byStart := func(a, b span) int { return cmp.Compare(a.lo, b.lo) }
	if !slices.IsSortedFunc(s, byStart) {
		slices.SortFunc(s, byStart)
	}
	for i := 1; i < len(s); i++ {
		if s[i].lo < s[i-1].hi {
			return true
		}
	}
	return false
}

// runs returns the byte runs of an element, or nil if there are too many.
func (l *layout) runs() []span {
	var out []span
	ok := l.walk(0, func(lo, hi int64) bool {
		if len(out) == maxOverlapRuns {
			return false
		}
		out = append(out, span{lo, hi})
		return true
	})
	if !ok {
		return nil
	}
	return out
}

func (l *layout) runsMeet() bool { return spansMeet(l.runs()) }

// rowOverlapCount is overlapCount for an element that does not overlap itself.
//
// Two bytes of an element fall on each other in elements i and i+k if they are k*spacing apart. So the runs are laid
// around a circle of spacing bytes: where two of them meet there, having gone round it qa and qb times, elements
// |qa-qb| apart overlap.
func (l *layout) rowOverlapCount(spacing int64) int64 {
	circle := max(spacing, -spacing)
	switch {
	case l.size == 0 || l.opaque:
		return 0
	case circle == 0:
		return 2
	case circle >= l.hi-l.lo:
		return 0
	}
	arcs, wraps := l.arcs(circle)
	if wraps {
		return 2
	}
	near := closestMeeting(arcs)
	if near == 0 {
		return 0
	}
	return near + 1
}

// arc is a run, or a piece of a run, on the circle: [lo, hi) after turn rounds.
type arc struct{ lo, hi, turn int64 }

// arcs lays the runs of an element around a circle. wraps: a run is longer than the circle.
func (l *layout) arcs(circle int64) (arcs []arc, wraps bool) {
	for _, r := range l.runs() {
		n := r.hi - r.lo
		if n > circle {
			return nil, true
		}
		turn := floorDiv(r.lo, circle)
		at := r.lo - turn*circle
		if at+n <= circle {
			arcs = append(arcs, arc{at, at + n, turn})
			continue
		}
		arcs = append(arcs, arc{at, circle, turn}, arc{0, at + n - circle, turn + 1})
	}
	return arcs, false
}

// closestMeeting returns the smallest difference in turns of two arcs that
// share a byte; 0 if none do.
func closestMeeting(arcs []arc) int64 {
	slices.SortFunc(arcs, func(a, b arc) int {
		return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.turn, b.turn))
	})
	best := int64(0)
	meet := func(d int64) {
		if best == 0 || d < best {
			best = d
		}
	}
	var open []arc // by turn; arcs that have ended are dropped when met
	for _, a := range arcs {
		i, _ := slices.BinarySearchFunc(open, a.turn, func(o arc, t int64) int { return cmp.Compare(o.turn, t) })
		for i < len(open) && open[i].hi <= a.lo {
			open = slices.Delete(open, i, i+1)
		}
		for i > 0 && open[i-1].hi <= a.lo {
			open = slices.Delete(open, i-1, i)
			i--
		}
		if i < len(open) {
			meet(open[i].turn - a.turn)
		}
		if i > 0 {
			meet(a.turn - open[i-1].turn)
		}
		open = slices.Insert(open, i, a)
	}
	return best
}
