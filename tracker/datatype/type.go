package datatype

import (
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Type is an MPI datatype. What it describes never changes; Name,
// Committed and Freed follow the program. A freed datatype stays usable as a
// part of the datatypes derived from it.
//
// Bounds, extents and the size are in bytes and are the MPI library's own
// numbers where the log has them.
type Type struct {
	object.Header
	Kind calls.Kind // the call that created a derived datatype
	Name string     // predefined name, or the one of MPI_Type_set_name

	Size       int64
	LB         int64
	Extent     int64
	TrueLB     int64
	TrueExtent int64

	Committed bool
	// Unknown: created in a way that cannot be modeled. Only the numbers above
	// can be used; every question about its contents is answered such that
	// no rule reports.
	Unknown bool

	CommittedAt tracker.Site
	Large       bool // its constructor takes large counts

	sig    *signature
	layout *layout
	basic  *Type   // the first basic component; itself if predefined
	other  *Type   // a basic component of another predefined type, if any
	parts  []*Type // the derived datatypes it consists of, as often as named

	listed   int64        // blocks or dimensions of its constructor, plus one; 0: none, or not known
	spares   int          `code:"-"` // further references that MPI returned
	overlaps atomic.Int64 `code:"-"` // cache of overlapCount, plus one; 0: not computed
}

// Usable reports whether communication and file access may use the datatype: it is committed, and not freed. So is an
// unknown one, which is nil.
func (d *Type) Usable() bool { return d == nil || d.Committed && d.Alive() }

// SectionKinds are the calls with which the Fortran layer of an MPI library describes a section of an array.
var SectionKinds = []calls.Kind{calls.TypeContiguous, calls.TypeVector, calls.TypeCreateHvector}

// Section reports whether such a layer has made the datatype, not the program: it has made and committed it within one call of
// the program, so that both have the same return address.
func (d *Type) Section() bool {
	return d.Made.PC != 0 && d.CommittedAt.Call == calls.TypeCommit && d.CommittedAt.PC == d.Made.PC && slices.Contains(SectionKinds, d.Kind)
}

// String names the datatype in messages: "MPI_INT", `"row"` (the name that
// the program gave it), "MPI_Type_vector datatype".
func (d *Type) String() string {
	switch {
	case d == nil:
		return "an unknown datatype"
	case d.Predef != nil:
		return d.Name
	case d.Name != "":
		return `"` + strings.ToValidUTF8(d.Name, "?") + `"`
	case d.Section():
		return "section of an array"
	case d.Kind != 0:
		return d.Kind.String() + " datatype"
	}
	return "an unknown datatype"
}

// TrueUB returns the end of the bytes that one element touches.
func (d *Type) TrueUB() int64 { return AddSat(d.TrueLB, d.TrueExtent) }

// Span returns the bytes [lo, hi) that count elements of d touch, relative to
// the buffer's address: the hull, holes included. It is empty (lo == hi) where
// nothing is touched.
func Span(d *Type, count int64) (lo, hi int64) {
	if d == nil || count <= 0 || d.Size == 0 || d.TrueExtent <= 0 {
		return 0, 0
	}
	last := MulSat(count-1, d.Extent)
	return AddSat(d.TrueLB, min(0, last)), AddSat(d.TrueUB(), max(0, last))
}

// BasicType returns the predefined datatype that d consists of. homogeneous is
// false if there are several that differ; the first is returned then. A
// datatype without components, or one that is not known, counts as
// homogeneous and gives nil.
//
// Predefined datatypes of one class, size and signedness, such as MPI_INT and
// MPI_INT32_T, do not count as different.
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

// BasicSize returns the bytes of one basic component of d; 0 if they differ or
// are not known.
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

// mergeBasic adds the components of part to those of d.
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

// AddSat adds, and saturates instead of wrapping around.
func AddSat(a, b int64) int64 {
	c := a + b
	if (c > a) == (b > 0) {
		return c
	}
	if b > 0 {
		return math.MaxInt64
	}
	return math.MinInt64
}

// MulSat multiplies, and saturates instead of wrapping around.
func MulSat(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	c := a * b
	if c/b == a && (a != -1 || b != math.MinInt64) && (b != -1 || a != math.MinInt64) {
		return c
	}
	if (a < 0) == (b < 0) {
		return math.MaxInt64
	}
	return math.MinInt64
}
