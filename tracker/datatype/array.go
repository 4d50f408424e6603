package datatype

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Subarrays and distributed arrays.

// rowMajor reports whether an array is in C order; ok is false for an order other than C's and Fortran's.
func (b *builder) rowMajor() (yes, ok bool) {
	f, order := b.t.mpi(), b.arg("order")
	return order == f.OrderC, order == f.OrderC || order == f.OrderFortran
}

// subarray builds a block of a larger array: a vector for each dimension, the innermost for the dimension that varies
// fastest.
func (b *builder) subarray() {
	sizes, subsizes, starts := b.array(0), b.array(1), b.array(2)
	rowMajor, ok := b.rowMajor()
	old := b.oldtype()
	if b.failed || !ok || len(sizes) != len(subsizes) || len(sizes) != len(starts) {
		b.failed = true
		return
	}
	b.uses(old)
	elements, stride := int64(1), old.Extent
	l, spacing := old.layout, old.Extent
	for i := range sizes {
		dim := i
		if rowMajor {
			dim = len(sizes) - 1 - i
		}
		l = newVector(l, spacing, 1, subsizes[dim], 0, MulSat(starts[dim], stride))
		elements = MulSat(elements, subsizes[dim])
		stride = MulSat(stride, sizes[dim])
		spacing = stride
	}
	b.repeat(old, elements)
	b.d.layout = l
}

// darray builds this process's part of an array distributed over processes. If the model and the MPI library disagree
// on its elements, only their number is known, which follows from the size, and that they are distinct and within the
// array.
func (b *builder) darray() {
	old := b.oldtype()
	if b.failed || old.Size == 0 || b.d.Size%old.Size != 0 {
		b.failed = true
		return
	}
	b.uses(old)
	b.repeat(old, b.d.Size/old.Size)
	l := b.distributed(old)
	if l == nil || l.size != b.d.Size || l.lo < b.d.TrueLB || l.hi > b.d.TrueUB() {
		l = opaqueOf(b.d.Size, b.d.TrueLB, b.d.TrueUB())
	}
	b.d.layout = l
}

// distributed returns the bytes of this process's part: a layout for each dimension, the innermost for the dimension
// that varies fastest; nil if they are not known. Processes count in row-major order.
func (b *builder) distributed(old *Type) *layout {
	sizes, kinds, lengths, procs := b.array(0), b.array(1), b.array(2), b.array(3)
	rowMajor, ok := b.rowMajor()
	rank, n := b.arg("rank"), len(sizes)
	if !ok || rank < 0 || len(kinds) != n || len(lengths) != n || len(procs) != n {
		return nil
	}
	place := make([]int64, n)
	for i := n - 1; i >= 0; i-- {
		if procs[i] <= 0 {
			return nil
		}
		place[i], rank = rank%procs[i], rank/procs[i]
	}
	l, spacing := old.layout, old.Extent
	for i := range n {
		dim := i
		if rowMajor {
			dim = n - 1 - i
		}
		if l = share(b.t.mpi(), l, spacing, sizes[dim], kinds[dim], lengths[dim], procs[dim], place[dim]); l == nil {
			return nil
		}
		spacing = MulSat(spacing, sizes[dim])
	}
	return l
}

// share returns a process's share of size children that are spacing bytes apart.
func share(f *calls.Flavour, child *layout, spacing, size, kind, length, procs, place int64) *layout {
	switch {
	case size <= 0:
		return nil
	case kind == f.DistributeNone:
		length, procs, place = size, 1, 0
	case kind != f.DistributeBlock && kind != f.DistributeCyclic:
		return nil
	case length == f.DistributeArg && kind == f.DistributeBlock:
		length = (size + procs - 1) / procs
	case length == f.DistributeArg:
		length = 1
	}
	first, round := MulSat(place, length), MulSat(procs, length)
	switch {
	case length <= 0:
		return nil
	case first >= size:
		return emptyLayout
	}
	whole := (size - first) / round // rounds
	last := AddSat(first, MulSat(whole, round))
	rest := min(length, size-last)
	if rest == length {
		whole, rest = whole+1, 0
	}
	rows := newVector(child, spacing, whole, length, MulSat(round, spacing), MulSat(first, spacing))
	if rest <= 0 {
		return rows
	}
	return newStruct([]layoutBlock{
		{n: 1, child: rows},
		{n: rest, child: child, spacing: spacing, at: MulSat(last, spacing)},
	})
}
