package datatype

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Declared is the variable or array that the program has declared at an address that it passes to MPI, as far as the
// compiler has described it: elements of a type.
type Declared struct {
	Arg int8
	// bound is the number of elements; 0: not known, as it is behind a pointer.
	bound int64
	Size  int64 // of an element
	Name  string
	// scalars are the scalars of an element. Bytes that no scalar covers may be anything.
	scalars []scalar
}

// Noted is the notes of a compiler on the arguments of a call.
type Noted struct {
	Types     []Declared
	Variables []Variable
	Owners    []Owner
	constants []constant
}

// constant is an argument of a Fortran call that is a constant: an integer of size bytes, or a constant of MPI, with
// its name in lower case.
type constant struct {
	arg  int8
	size int64
	name string
}

// Owner is a C++ object with pointers that cannot be copied byte by byte, and its place in an element of the declared
// type.
type Owner struct {
	Arg          int8
	at, size     int64
	Member, Type string // the member that has the pointers; "": no member has a name
}

// Reference reports whether the member is a reference.
func (o *Owner) Reference() bool { return o.Type == "&" }

// Variable is the variable that an argument points into: Rest of its bytes follow from there.
type Variable struct {
	Arg  int8
	Rest int64
	Name string
}

// ParseNoted reads the notes of a compiler on the arguments of a call. It leaves out notes that it cannot read.
func ParseNoted(texts []string) (n Noted) {
	for _, text := range texts {
		if v, ok := parseVariable(text); ok {
			n.Variables = append(n.Variables, v)
		} else if x, ok := parseConstant(text); ok {
			n.constants = append(n.constants, x)
		} else if o, ok := parseOwner(text); ok {
			n.Owners = append(n.Owners, o)
		} else if d, ok := parseDeclared(text); ok {
			n.Types = append(n.Types, d)
		}
	}
	return n
}

// Integer returns the bytes of the integer, or of an element of the array of integers, that a Fortran program passes as
// an argument; 0 if that is not known.
func (n *Noted) Integer(arg int8) int64 {
	for _, x := range n.constants {
		if x.arg == arg && x.size > 0 {
			return x.size
		}
	}
	for i := range n.Types {
		d := &n.Types[i]
		if s := d.scalars; d.Arg == arg && d.Fortran() && len(s) == 1 && s[0].kind == signedScalar &&
			s[0].size == d.Size {
			return d.Size
		}
	}
	return 0
}

// MPIConstant returns the name of the constant of MPI that a Fortran program passes as an argument, in lower case; ""
// for other arguments.
func (n *Noted) MPIConstant(arg int8) string {
	for _, x := range n.constants {
		if x.arg == arg && x.name != "" {
			return x.name
		}
	}
	return ""
}

// parseConstant reads an argument's position, and the bytes of the number or the name of the constant, such as "1 const
// 4" or "3 is mpi_status_ignore".
func parseConstant(text string) (c constant, ok bool) {
	words := strings.Split(text, " ")
	if len(words) != 3 {
		return c, false
	}
	arg, err := strconv.ParseInt(words[0], 10, 8)
	if err != nil || arg < 0 {
		return c, false
	}
	c.arg = int8(arg)
	switch words[1] {
	case "is":
		c.name = words[2]
		return c, c.name != ""
	case "const":
		c.size, err = strconv.ParseInt(words[2], 10, 64)
		return c, err == nil && c.size > 0
	}
	return c, false
}

// parseVariable reads an argument's position, the bytes from there on, and the variable's name, such
// as "0 of 80 heat".
func parseVariable(text string) (v Variable, ok bool) {
	words := strings.Split(text, " ")
	if len(words) != 4 || words[1] != "of" {
		return v, false
	}
	arg, err := strconv.ParseInt(words[0], 10, 8)
	rest, err1 := strconv.ParseInt(words[2], 10, 64)
	return Variable{Arg: int8(arg), Rest: rest, Name: words[3]}, cmp.Or(err, err1) == nil && arg >= 0 && rest > 0
}

// parseOwner reads an argument's position, where a member is and how many bytes it has, and the member's name and type,
// such as "0 owns 8 24 path vector".
func parseOwner(text string) (o Owner, ok bool) {
	words := strings.Split(text, " ")
	if len(words) != 6 || words[1] != "owns" {
		return o, false
	}
	arg, err := strconv.ParseInt(words[0], 10, 8)
	at, err1 := strconv.ParseInt(words[2], 10, 64)
	size, err2 := strconv.ParseInt(words[3], 10, 64)
	o = Owner{Arg: int8(arg), at: at, size: size}
	if words[4] != "-" {
		o.Member, o.Type = words[4], words[5]
	}
	return o, cmp.Or(err, err1, err2) == nil && arg >= 0 && at >= 0 && size > 0
}

// CopiedBy reports whether count elements of a datatype, from byte at on, are the object's bytes, copied as such.
func (o *Owner) CopiedBy(t *Type, count, at int64) bool {
	return t != nil && t.Predef != nil && t.Size == 1 && at <= o.at && AddSat(at, count) >= AddSat(o.at, o.size)
}

// scalar is count numbers in a row.
type scalar struct {
	at, size, count int64
	kind            byte
}

// The kinds of scalars.
const (
	signedScalar   = 'i'
	unsignedScalar = 'u'
	anyInteger     = 'n' // an enumeration
	floatScalar    = 'f'
	boolScalar     = 'b'
	pointerScalar  = 'p'
	charScalar     = 'c' // a byte, which may be a part of anything
)

// parseDeclared reads a compiler's note on an argument: its position, the number of elements, their size, their scalars
// and the name of their type, such as "0 10 16 0:f8x1,8:i4x2 struct cell".
func parseDeclared(text string) (d Declared, ok bool) {
	words := strings.SplitN(text, " ", 5)
	if len(words) < 5 {
		return d, false
	}
	arg, err := strconv.ParseInt(words[0], 10, 8)
	bound, err1 := strconv.ParseInt(words[1], 10, 64)
	size, err2 := strconv.ParseInt(words[2], 10, 64)
	if cmp.Or(err, err1, err2) != nil || arg < 0 || bound < 0 || size <= 0 {
		return d, false
	}
	d = Declared{Arg: int8(arg), bound: bound, Size: size, Name: words[4]}
	for part := range strings.SplitSeq(words[3], ",") {
		s := scalar{}
		if _, err := fmt.Sscanf(part, "%d:%c%dx%d", &s.at, &s.kind, &s.size, &s.count); err != nil ||
			s.at < 0 || s.size <= 0 || s.count <= 0 || s.at > size || s.count > (size-s.at)/s.size {
			return d, false
		}
		d.scalars = append(d.scalars, s)
	}
	return d, len(d.scalars) > 0
}

// Fortran reports whether a Fortran compiler has written the note.
func (d *Declared) Fortran() bool { return strings.Contains(d.Name, "(kind=") }

// Misfit says where a datatype has another kind of data than the program has declared.
type Misfit struct {
	At       int64  // byte from the address
	Declared string // in words: "an integer of 4 bytes"
	// DeclaredAt is the offset of the declared scalar in its element.
	DeclaredAt int64
	Cut        bool   // the datatype's data begins inside the declared scalar, or reaches a part of it
	Basic      *Type  // the datatype's element there
	Instead    string // the predefined datatype that fits; "" if none certainly does
	// Slight: the bytes are the same in both, such as of an integer with and without a sign.
	Slight bool
	// Steps: the first element of the datatype fits and later elements do not, as its extent is not the size of the
	// declared type. Only At is set beside it.
	Steps bool
}

// mostCompared bounds how many basic elements are compared.
const mostCompared = 256

// CompareDeclared compares count elements of a datatype, from byte at on, with the declaration. It returns nil if they
// fit, or if that is not known: bytes, unions, memory behind the declared elements.
func CompareDeclared(t *Type, count int64, d *Declared, at int64) (m *Misfit) {
	if t == nil || t.Unknown || count <= 0 || t.sig == nil || t.sig.packed || t.layout == nil || t.layout.opaque {
		return nil
	}
	elements := t.sig.seq.n
	if elements <= 0 {
		return nil
	}
	var n int64
	_, uniform := BasicType(t)
	t.layout.walkRow(at, count, t.Extent, func(lo, hi int64) bool {
		for lo < hi && n < mostCompared {
			basic := t.sig.at(n % elements)
			n++
			if basic.Size <= 0 {
				return false
			}
			if m = d.compare(basic, lo, uniform); m != nil {
				return false
			}
			lo += basic.Size
		}
		return n < mostCompared
	})
	if !d.stepsWrong(t) || count < 2 {
		return m
	}
	if m != nil && n > elements || m == nil && at == 0 && d.bound == count {
		return &Misfit{At: at, Steps: true}
	}
	return m
}

// stepsWrong reports whether a struct datatype covers members of the declared type, but has another extent.
func (d *Declared) stepsWrong(t *Type) bool {
	return t.Kind == calls.TypeCreateStruct && t.LB == 0 && t.Extent != d.Size && t.TrueExtent <= d.Size &&
		d.Size > d.scalars[0].size
}

// known is how many bytes are declared for certain.
func (d *Declared) known() int64 { return MulSat(max(d.bound, 1), d.Size) }

// scalarAt is the scalar that begins at a byte; nil if none does, or if it is not known. Behind a pointer to a scalar,
// more of the same follow if all of the datatype is alike: if not, the datatype may name other variables beside the
// first.
func (d *Declared) scalarAt(at int64, uniform bool) *scalar {
	many := d.bound == 0 && uniform && len(d.scalars) == 1 && d.scalars[0].size*d.scalars[0].count == d.Size
	if at < 0 || !many && at >= d.known() {
		return nil
	}
	at %= d.Size
	for i := range d.scalars {
		s := &d.scalars[i]
		if from := at - s.at; from >= 0 && from < s.size*s.count && from%s.size == 0 {
			return s
		}
	}
	return nil
}

// cutBy is the first scalar of which the size bytes at a place cover a part although none begins there, and where that
// scalar begins; nil if there is none. align is the alignment of the data: the compiler leaves no room where the data
// would fit, so data that begins there may be in a union or a bit-field.
func (d *Declared) cutBy(at, size, align int64) (cut *scalar, begins int64) {
	if at < 0 || at >= d.known() {
		return nil, 0
	}
	end := min(at+size, d.known())
	for element := at - at%d.Size; element < end; element += d.Size {
		for i := range d.scalars {
			s := &d.scalars[i]
			from := element + s.at
			switch {
			case from+s.size*s.count <= at || from >= end:
				continue
			case from < at: // in the middle of it
				from += (at - from) / s.size * s.size
				return s, from % d.Size
			case at%align != 0 && s.kind != charScalar && (cut == nil || from < begins):
				cut, begins = s, from
			}
		}
	}
	return cut, begins % d.Size
}

// compare compares a basic element with the scalar at its place. A complex number counts as two floating point numbers.
func (d *Declared) compare(basic *Type, at int64, uniform bool) *Misfit {
	size := basic.Size
	if basic.Predef.Group == calls.ComplexType {
		size /= 2
	}
	s := d.scalarAt(at, uniform)
	if s == nil && size > 1 {
		if s, begins := d.cutBy(at, basic.Size, size); s != nil {
			return &Misfit{At: at, Declared: s.words(), DeclaredAt: begins, Cut: true, Basic: basic}
		}
	}
	// C has no type for it
	if s == nil || basic.Predef.Name == "MPI_LOGICAL" && !d.Fortran() && s.size == size && s.kind == signedScalar {
		return nil
	}
	fits, slight := s.fits(basic.Predef, size)
	if fits {
		return nil
	}
	return &Misfit{At: at, Declared: s.words(), DeclaredAt: at % d.Size, Basic: basic, Slight: slight,
		Instead: s.datatype(d.Fortran())}
}

// fits reports whether a predefined datatype of so many bytes is for the scalar; slight:
// if not, both have the same bits.
func (s *scalar) fits(p *calls.Predef, size int64) (fits, slight bool) {
	if s.kind == charScalar || size == 1 && p.Group != calls.LogicalType {
		return true, false
	}
	switch p.Group {
	case calls.IntType, calls.CharType, calls.MultiType:
		if s.kind == floatScalar || size != s.size {
			return false, false
		}
		switch s.kind {
		case signedScalar, unsignedScalar:
			signs := p.Group != calls.IntType || unsigned(p) == (s.kind == unsignedScalar)
			return signs, true
		case boolScalar:
			return false, true
		}
		return true, false // an enumeration, an address
	case calls.LogicalType:
		alike := size == s.size && s.kind != floatScalar && s.kind != pointerScalar
		return alike && s.kind == boolScalar, alike
	case calls.FloatType, calls.ComplexType:
		return s.kind == floatScalar && size == s.size, false
	}
	return true, false
}

// words describes the scalar.
func (s *scalar) words() string {
	what := map[byte]string{signedScalar: "a signed integer", unsignedScalar: "an unsigned integer",
		anyInteger:  "an enumeration",
		floatScalar: "a floating point number", boolScalar: "a logical value", pointerScalar: "a pointer"}[s.kind]
	return fmt.Sprintf("%s of %d bytes", what, s.size)
}

// datatypes are the predefined datatypes for scalars, in C and in Fortran.
var datatypes = map[string][2]string{
	"i2": {"MPI_SHORT", "MPI_INTEGER2"}, "i4": {"MPI_INT", "MPI_INTEGER"}, "i8": {"MPI_LONG", "MPI_INTEGER8"},
	"u2": {"MPI_UNSIGNED_SHORT"}, "u4": {"MPI_UNSIGNED"}, "u8": {"MPI_UNSIGNED_LONG"},
	"f4": {"MPI_FLOAT", "MPI_REAL"}, "f8": {"MPI_DOUBLE", "MPI_DOUBLE_PRECISION"},
	"f16": {"MPI_LONG_DOUBLE", "MPI_REAL16"},
	"b1":  {"MPI_C_BOOL"}, "b4": {"", "MPI_LOGICAL"}, "n4": {"MPI_INT", "MPI_INTEGER"},
}

func (s *scalar) datatype(fortran bool) string {
	names := datatypes[fmt.Sprintf("%c%d", s.kind, s.size)]
	if fortran {
		return names[1]
	}
	return names[0]
}

// handles are the types of handles, in lower case: type names of Fortran are.
var handles = []string{"mpi_comm", "mpi_datatype", "mpi_errhandler", "mpi_file", "mpi_group", "mpi_info", "mpi_message",
	"mpi_op", "mpi_request", "mpi_session", "mpi_win"}

// Handle reports whether the elements are handles of MPI.
func (d *Declared) Handle() bool {
	return slices.Contains(handles, strings.ToLower(strings.TrimSpace(d.Name)))
}

// Plain reports whether the declared type has scalars of one kind only.
func (d *Declared) Plain() bool { return len(d.scalars) == 1 }
