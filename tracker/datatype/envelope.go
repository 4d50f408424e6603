package datatype

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Envelope is how much MPI_Type_get_contents returns of a datatype.
type Envelope struct{ Integers, Addresses, Datatypes int64 }

// Envelope returns the numbers that MPI_Type_get_envelope returns; false if they are not known. The removed
// constructors may have other numbers in Fortran, and constructors with large counts return a further number.
func (d *Type) Envelope() (Envelope, bool) {
	if d == nil || d.Large {
		return Envelope{}, false
	}
	n := d.listed - 1 // blocks, or dimensions
	switch d.Kind {
	case calls.TypeDup:
		return Envelope{0, 0, 1}, true
	case calls.TypeContiguous:
		return Envelope{1, 0, 1}, true
	case calls.TypeVector:
		return Envelope{3, 0, 1}, true
	case calls.TypeCreateHvector:
		return Envelope{2, 1, 1}, true
	case calls.TypeCreateResized:
		return Envelope{0, 2, 1}, true
	}
	if n < 0 {
		return Envelope{}, false
	}
	switch d.Kind {
	case calls.TypeIndexed:
		return Envelope{2*n + 1, 0, 1}, true
	case calls.TypeCreateHindexed:
		return Envelope{n + 1, n, 1}, true
	case calls.TypeCreateIndexedBlock:
		return Envelope{n + 2, 0, 1}, true
	case calls.TypeCreateHindexedBlock:
		return Envelope{2, n, 1}, true
	case calls.TypeCreateStruct:
		return Envelope{n + 1, n, n}, true
	case calls.TypeCreateSubarray:
		return Envelope{3*n + 2, 0, 1}, true
	case calls.TypeCreateDarray:
		return Envelope{4*n + 4, 0, 1}, true
	}
	return Envelope{}, false
}

// list notes how many blocks or dimensions the constructor was given.
func (d *Type) list(kind calls.Kind, in []int64) {
	i := max(calls.ArgIndex(kind, "count"), calls.ArgIndex(kind, "ndims"))
	if i >= 0 && i < len(in) && in[i] >= 0 {
		d.listed = in[i] + 1
	}
}
