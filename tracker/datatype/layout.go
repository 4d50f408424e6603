package datatype

import (
	"math"
	"math/bits"
	"sync/atomic"
)

// A layout describes the bytes of an element of a datatype: the tree of constructors that the program built, with
// adjacent parts joined. Datatypes that differ only in extent or name share a layout.

type layoutKind uint8

const (
	runLayout    layoutKind = iota // the bytes [lo, hi)
	vectorLayout                   // count blocks of length children, stride bytes apart
	blocksLayout                   // blocks of children at given displacements
	structLayout                   // blocks of different children
	bitsLayout                     // units of spacing bytes, where the bit is set
	opaqueLayout                   // not modeled: the bytes are unknown
)

// layout is a node; kind decides which of the fields are used.
type layout struct {
	kind layoutKind

	child   *layout
	spacing int64 // bytes from the start of a child to the next child's in a block

	count, length int64 // vector
	stride        int64
	first         int64 // vector: displacement of the first block; bits: of the first unit

	words []int64 // bits

	blocks []layoutBlock // blocks, struct

	size   int64 // bytes of data
	lo, hi int64 // hull of the bytes; equal if there are none
	opaque bool  // a part of it is opaque

	overlap *overlapMemo // nil in runs
}

// layoutBlock is a row of n children from byte at on. child and spacing are
// only set in a struct.
type layoutBlock struct {
	at, n   int64
	child   *layout
	spacing int64
}

var emptyLayout = &layout{kind: runLayout}

func newRun(lo, size int64) *layout {
	return &layout{kind: runLayout, size: size, lo: lo, hi: lo + size}
}

// tight reports whether children that are spacing bytes apart join into a single ascending run.
func (l *layout) tight(spacing int64) bool {
	return l.kind == runLayout && l.size == spacing
}

// newVector returns count blocks of length children each; the children of a
// block are spacing bytes apart, the blocks stride bytes, from byte first on.
func newVector(child *layout, spacing, count, length, stride, first int64) *layout {
	switch {
	case count <= 0 || length <= 0 || child.size == 0 && !child.opaque:
		return emptyLayout
	case count == 1:
		stride = 0
	case stride == MulSat(length, spacing):
		count, length, stride = 1, MulSat(count, length), 0
	}
	if child.tight(spacing) {
		child, spacing, length = newRun(child.lo, MulSat(length, spacing)), 0, 1
	}
	if count == 1 && length == 1 {
		return child.shifted(first)
	}
	v := &layout{
		kind: vectorLayout, child: child, spacing: spacing,
		count: count, length: length, stride: stride, first: first,
		size: MulSat(child.size, MulSat(count, length)), opaque: child.opaque,
		overlap: new(overlapMemo),
	}
	across, along := MulSat(count-1, stride), MulSat(length-1, spacing)
	v.lo = AddSat(first+child.lo, AddSat(min(0, across), min(0, along)))
	v.hi = AddSat(first+child.hi, AddSat(max(0, across), max(0, along)))
	return v
}

// shifted returns the layout moved by d bytes.
func (l *layout) shifted(d int64) *layout {
	if d == 0 || l.size == 0 {
		return l
	}
	m := *l
	m.lo, m.hi = AddSat(l.lo, d), AddSat(l.hi, d)
	switch l.kind {
	case vectorLayout, bitsLayout:
		m.first += d
	case blocksLayout, structLayout:
		m.blocks = make([]layoutBlock, len(l.blocks))
		for i, b := range l.blocks {
			b.at += d
			m.blocks[i] = b
		}
	}
	return &m
}

// newBlocks returns rows of children at the displacements of blocks.
func newBlocks(child *layout, spacing int64, blocks []layoutBlock) *layout {
	blocks = joinBlocks(blocks, spacing)
	if len(blocks) == 0 || child.size == 0 && !child.opaque {
		return emptyLayout
	}
	if v := regularBlocks(child, spacing, blocks); v != nil {
		return v
	}
	l := &layout{
		kind: blocksLayout, child: child, spacing: spacing, blocks: blocks,
		opaque: child.opaque, lo: math.MaxInt64, hi: math.MinInt64, overlap: new(overlapMemo),
	}
	for _, b := range blocks {
		l.addBlock(b, child, spacing)
	}
	return l
}

// addBlock widens the layout's hull and size by a block.
func (l *layout) addBlock(b layoutBlock, child *layout, spacing int64) {
	along := MulSat(b.n-1, spacing)
	l.size = AddSat(l.size, MulSat(b.n, child.size))
	l.lo = min(l.lo, AddSat(AddSat(b.at, child.lo), min(0, along)))
	l.hi = max(l.hi, AddSat(AddSat(b.at, child.hi), max(0, along)))
}

// joinBlocks drops empty blocks, and joins each block with a block that follows without a gap. It may reuse its
// argument.
func joinBlocks(blocks []layoutBlock, spacing int64) []layoutBlock {
	out := blocks[:0]
	for _, b := range blocks {
		if b.n <= 0 {
			continue
		}
		if k := len(out) - 1; k >= 0 && out[k].at+MulSat(out[k].n, spacing) == b.at {
			out[k].n += b.n
			continue
		}
		out = append(out, b)
	}
	return out
}

// regularBlocks returns equal blocks at equal distances as a vector, else nil.
func regularBlocks(child *layout, spacing int64, blocks []layoutBlock) *layout {
	stride := int64(0)
	if len(blocks) > 1 {
		stride = blocks[1].at - blocks[0].at
	}
	for i, b := range blocks {
		if b.n != blocks[0].n || i > 0 && b.at-blocks[i-1].at != stride {
			return nil
		}
	}
	return newVector(child, spacing, int64(len(blocks)), blocks[0].n, stride, blocks[0].at)
}

// newStruct returns rows of different children.
func newStruct(blocks []layoutBlock) *layout {
	l := &layout{kind: structLayout, lo: math.MaxInt64, hi: math.MinInt64, overlap: new(overlapMemo)}
	for _, b := range blocks {
		if b.n <= 0 || b.child.size == 0 && !b.child.opaque {
			continue
		}
		l.blocks = l.appendRow(b)
	}
	switch {
	case len(l.blocks) == 0:
		return emptyLayout
	case len(l.blocks) == 1:
		b := l.blocks[0]
		return newVector(b.child, b.spacing, 1, b.n, 0, b.at)
	}
	for _, b := range l.blocks {
		l.opaque = l.opaque || b.child.opaque
		l.addBlock(b, b.child, b.spacing)
	}
	return l
}

// appendRow appends a row to the blocks of a struct; runs that touch join.
func (l *layout) appendRow(b layoutBlock) []layoutBlock {
	if b.child.tight(b.spacing) {
		b = layoutBlock{at: b.at, n: 1, child: newRun(b.child.lo, MulSat(b.n, b.spacing))}
	}
	k := len(l.blocks) - 1
	if k < 0 || b.n != 1 || b.child.kind != runLayout {
		return append(l.blocks, b)
	}
	p := &l.blocks[k]
	if p.n == 1 && p.child.kind == runLayout && p.at+p.child.hi == b.at+b.child.lo {
		p.child = newRun(p.child.lo, p.child.size+b.child.size)
		return l.blocks
	}
	return append(l.blocks, b)
}

// opaqueOf is a layout whose bytes are unknown except for its numbers.
func opaqueOf(size, lo, hi int64) *layout {
	return &layout{kind: opaqueLayout, size: size, lo: lo, hi: hi, opaque: true}
}

// walk calls emit for the runs of an element at byte base, in the order of the type map; adjacent runs are not always
// joined. It stops and returns false when emit does.
func (l *layout) walk(base int64, emit func(lo, hi int64) bool) bool {
	switch l.kind {
	case runLayout:
		return l.size == 0 || emit(base+l.lo, base+l.hi)
	case vectorLayout:
		for i := range l.count {
			if !l.child.walkRow(base+l.first+i*l.stride, l.length, l.spacing, emit) {
				return false
			}
		}
	case bitsLayout:
		return l.walkBits(base, emit)
	case blocksLayout:
		for _, b := range l.blocks {
			if !l.child.walkRow(base+b.at, b.n, l.spacing, emit) {
				return false
			}
		}
	case structLayout:
		for _, b := range l.blocks {
			if !b.child.walkRow(base+b.at, b.n, b.spacing, emit) {
				return false
			}
		}
	}
	return true
}

// walkRow walks n elements that are spacing bytes apart.
func (l *layout) walkRow(base, n, spacing int64, emit func(lo, hi int64) bool) bool {
	if l.tight(spacing) {
		return n <= 0 || emit(base+l.lo, base+l.lo+n*spacing)
	}
	for i := range n {
		if !l.walk(base+i*spacing, emit) {
			return false
		}
	}
	return true
}

// overlapMemo remembers whether a layout overlaps itself; layouts that differ
// by a displacement share it.
type overlapMemo struct{ answer atomic.Int32 }

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
