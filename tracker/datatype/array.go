package datatype

// Subarrays and distributed arrays.

// arrayOrder is the order of a multidimensional array in memory.
type arrayOrder uint8

const (
	unknownOrder arrayOrder = iota
	rowMajor                // MPI_ORDER_C
	columnMajor             // MPI_ORDER_FORTRAN
)

// orderOf translates the constant: 0 and 1 in Open MPI, 56 and 57 in MPICH.
func orderOf(v int64) arrayOrder {
	switch v {
	case 0, 56:
		return rowMajor
	case 1, 57:
		return columnMajor
	}
	return unknownOrder
}

// subarray builds a block of a larger array. Its layout is a vector for each
// dimension, the one that varies fastest innermost.
func (b *builder) subarray() {
	sizes, subsizes, starts := b.array(0), b.array(1), b.array(2)
	old, order := b.oldtype(), orderOf(b.arg("order"))
	if b.failed || order == unknownOrder || len(sizes) != len(subsizes) || len(sizes) != len(starts) {
		b.failed = true
		return
	}
	b.uses(old)
	elements, stride := int64(1), old.Extent
	l, spacing := old.layout, old.Extent
	for i := range sizes {
		dim := i
		if order == rowMajor {
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

// darray builds this process's part of an array distributed over processes.
// The number of elements follows from the size; which ones they are is not
// modeled, only that they are distinct and within the array.
func (b *builder) darray() {
	old := b.oldtype()
	if b.failed || old.Size == 0 || b.d.Size%old.Size != 0 {
		b.failed = true
		return
	}
	b.uses(old)
	b.repeat(old, b.d.Size/old.Size)
	b.d.layout = opaqueOf(b.d.Size, b.d.TrueLB, b.d.TrueUB())
}
