package datatype

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Type is an MPI datatype. Its layout never changes; Name, Committed and Freed follow the program. A freed datatype
// remains as a part of the datatypes derived from it.
//
// Bounds, extents and the size are in bytes; they are the MPI library's own numbers where the log has them.
type Type struct {
	object.Header
	Kind calls.Kind // the call that created a derived datatype
	Name string     // predefined name, or the name that MPI_Type_set_name gave

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

	listed   int64        // blocks or dimensions of its constructor, plus 1; 0: none, or not known
	spares   int          `code:"-"` // further references that MPI returned
	overlaps atomic.Int64 `code:"-"` // cache of overlapCount, plus 1; 0: not computed
}

// Unset stands for the handle 0, which no object has in any MPI library: the value of a variable that was never set.
var Unset = &Type{Header: object.NoObject(), Unknown: true}

// Usable reports whether communication and file access may use the datatype: it is committed, and not freed. An unknown
// datatype, which is nil, counts as usable.
func (d *Type) Usable() bool { return d == nil || d.Committed && d.Alive() }

// SectionKinds are the calls with which the Fortran layer of an MPI library describes a section of an array.
var SectionKinds = []calls.Kind{calls.TypeContiguous, calls.TypeVector, calls.TypeCreateHvector}

// Section reports whether the Fortran layer of an MPI library has made the datatype, not the program: it creates and
// commits the datatype within the same call of the program, so that both have the same return address.
func (d *Type) Section() bool {
	return d.Made.PC != 0 && d.CommittedAt.Call == calls.TypeCommit && d.CommittedAt.PC == d.Made.PC &&
		slices.Contains(SectionKinds, d.Kind)
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

// TrueUB returns the end of the bytes that an element touches.
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

// A type signature is the sequence of basic datatypes of a datatype. It is kept as a tree of runs, repetitions and
// concatenations. Each node holds a polynomial hash of its whole sequence, so that sequences of any length are compared
// without being written out: different hashes mean different sequences. Different sequences have equal hashes, and a
// mismatch is missed, with a chance of about length / 2^61.

// signature is a node: a run (basic set), body repeated, or parts in a row. The zero value is the empty sequence.
type signature struct {
	seq    hashSeq
	basic  *Type // run: seq.n elements of this predefined type
	body   *signature
	parts  []*signature
	before []hashSeq // before[i]: the sequence in front of parts[i]

	uniform uint64 // key of all elements; 0 if they differ or there are none
	packed  bool   // MPI_PACKED occurs
}

// Segments calls emit for the byte runs [lo, hi) of count elements of d,
// relative to the buffer's address and in the order of the type map; runs that
// touch are joined. It returns false, having emitted what it could, where
// there are more than max pieces or the layout is not known.
func Segments(d *Type, count, max int64, emit func(lo, hi int64)) bool {
	if d == nil || d.Unknown || d.layout == nil || d.layout.opaque {
		return false
	}
	if count <= 0 || d.layout.size == 0 {
		return true
	}
	var lo, hi, pieces int64
	done := d.layout.walkRow(0, count, d.Extent, func(a, b int64) bool {
		if pieces++; pieces > max {
			return false
		}
		if pieces > 1 && a == hi {
			hi = b
			return true
		}
		if pieces > 1 {
			emit(lo, hi)
		}
		lo, hi = a, b
		return true
	})
	if pieces > 0 {
		emit(lo, hi)
	}
	return done
}
