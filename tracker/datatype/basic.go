package datatype

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// basicKey numbers the classes of predefined datatypes that match: same class, same size. The standard matches
// datatypes by name, but a program that uses different names for the same data works everywhere, so gomarmot does not
// report it.
func basicKey(d *Type) uint64 {
	g := d.Predef.Group
	switch g {
	case calls.MultiType, calls.CharType:
		g = calls.IntType
	}
	return uint64(g)<<32 | uint64(d.Size)
}

// BasicType returns the predefined datatype that d consists of; if several differ, the first, and homogeneous is false.
// A datatype without components, or an unknown datatype, counts as homogeneous and gives nil.
//
// Predefined datatypes of the same class, size and signedness, such as MPI_INT and MPI_INT32_T, do not count as
// different.
func BasicType(d *Type) (p *calls.Predef, homogeneous bool) {
	if d == nil || d.Unknown || d.basic == nil {
		return nil, true
	}
	return d.basic.Predef, d.other == nil
}

// OtherBasic returns a predefined datatype that d contains beside its
// BasicType, nil if there is none.
func OtherBasic(d *Type) *calls.Predef {
	if d == nil || d.Unknown || d.other == nil {
		return nil
	}
	return d.other.Predef
}

// SameBasic reports whether the first basic components of two datatypes stand
// for the same data. Datatypes that are not known count as the same.
func SameBasic(a, b *Type) bool {
	if a == nil || b == nil || a.Unknown || b.Unknown || a.basic == nil || b.basic == nil {
		return true
	}
	return sameBasic(a.basic, b.basic)
}

// OtherC returns the C types of which two datatypes consist, if they have the same size but different names, such as
// MPI_INT and MPI_UNSIGNED, or MPI_LONG and MPI_LONG_LONG. It returns nil for other datatypes: of Fortran, of fixed
// width, and of components that differ in size, class or sign.
func OtherC(a, b *Type) (x, y *calls.Predef) {
	if a == nil || b == nil || a == b || a.Unknown || b.Unknown || a.basic == nil || b.basic == nil || a.other != nil ||
		b.other != nil {
		return nil, nil
	}
	x, y = a.basic.Predef, b.basic.Predef
	if x.ID == y.ID || basicKey(a.basic) != basicKey(b.basic) || !isC(x) || !isC(y) {
		return nil, nil
	}
	return x, y
}

// isC reports whether a predefined datatype stands for an integer or character type of C, and is not named after its
// width.
func isC(p *calls.Predef) bool {
	switch p.Group {
	case calls.IntType, calls.CharType:
		return !strings.HasSuffix(p.Name, "_T") && !strings.Contains(p.Name, "INTEGER") && p.Name != "MPI_CHARACTER"
	}
	return false
}

// BasicSize returns the size of the basic components of d; 0 if they differ or are not known.
func BasicSize(d *Type) int64 {
	if d == nil || d.Unknown || d.basic == nil || d.other != nil {
		return 0
	}
	return d.basic.Size
}

// sameBasic reports whether two predefined datatypes stand for the same data
// on this machine, whatever language or typedef they are named after.
func sameBasic(a, b *Type) bool {
	if a == b || a.Predef.ID == b.Predef.ID {
		return true
	}
	if a.Predef.Group == calls.PairType || b.Predef.Group == calls.PairType {
		return false
	}
	return basicKey(a) == basicKey(b) && unsigned(a.Predef) == unsigned(b.Predef)
}

func unsigned(p *calls.Predef) bool {
	return strings.Contains(p.Name, "UNSIGNED") || strings.Contains(p.Name, "UINT")
}

// mergeBasic adds the basic components of part to d's.
func (d *Type) mergeBasic(part *Type) {
	switch {
	case part.basic == nil:
	case d.basic == nil:
		d.basic, d.other = part.basic, part.other
	case d.other != nil:
	case !sameBasic(d.basic, part.basic):
		d.other = part.basic
	default:
		d.other = part.other
	}
}
