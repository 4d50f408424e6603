package tracker

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Pointer says by which position a data access call finds its place in the
// file.
type Pointer uint8

// The kinds of positioning.
const (
	Explicit   Pointer = iota + 1 // an offset argument: MPI_File_read_at and its like
	Individual                    // the individual file pointer
	SharedPtr                     // the shared file pointer
)

// SplitHalf says which half of a split collective operation a call is.
type SplitHalf uint8

// The halves.
const (
	NoSplit    SplitHalf = iota
	SplitBegin           // MPI_File_..._begin
	SplitEnd             // MPI_File_..._end
)

// IO holds the arguments of a data access call on a file.
type IO struct {
	Write       bool
	Pointer     Pointer
	Collective  bool
	Nonblocking bool
	Split       SplitHalf

	Offset     int64 // explicit offset, in etypes of the view
	Buf        int64 // address
	Count      int64 // elements; an end call has none
	TypeHandle int64
	Type       *Datatype // nil: unknown handle

	// Digest is of the write buffer's content at a begin or end, 0 where none
	// was taken. Mapped, at an end: whether the memory that the begin named is
	// still mapped (1), not (0), or unknown (-1).
	Digest, Mapped int64
}

// Bytes is how many bytes the call moves at most; -1 if that is unknown.
func (x *IO) Bytes() int64 {
	switch {
	case x.Count == 0:
		return 0
	case x.Type == nil || x.Type.Unknown || x.Count < 0:
		return -1
	}
	return mulSat(x.Count, x.Type.Size)
}

// ioShape gives the argument positions of a data access call; -1: none.
type ioShape struct {
	fixed                     IO
	offset, buf, count, dtype int
	mapped, digestAt          int // words after the arguments; -1: none
}

func ioShapeOf(row *calls.Row) *ioShape {
	name, ok := strings.CutPrefix(row.Name(), "MPI_File_")
	if !ok {
		return nil
	}
	at := func(arg string) int { return calls.ArgIndex(row.Kind, arg) }
	s := &ioShape{offset: at("offset"), buf: at("buf"), count: at("count"), dtype: at("datatype"), mapped: -1, digestAt: -1}
	if s.buf < 0 {
		return nil
	}
	x := &s.fixed
	x.Nonblocking = at("request") >= 0
	x.Collective = row.Over != ""
	x.Write = strings.Contains(name, "write")
	switch {
	case strings.Contains(name, "shared"), strings.Contains(name, "ordered"):
		x.Pointer = SharedPtr
	case strings.Contains(name, "_at"):
		x.Pointer = Explicit
	default:
		x.Pointer = Individual
	}
	switch {
	case strings.HasSuffix(name, "_begin"):
		x.Split = SplitBegin
		if x.Write {
			s.digestAt = arguments(row)
		}
	case strings.HasSuffix(name, "_end"):
		x.Split = SplitEnd
		s.mapped = arguments(row)
		s.digestAt = s.mapped + 1
	}
	return s
}

// arguments counts the words that an enter record holds of the arguments.
func arguments(row *calls.Row) int {
	n := 0
	for _, a := range row.Args() {
		if !a.LargeOnly && !a.Variadic {
			n++
		}
	}
	return n
}

// decode fills c.IO from the call's words.
func (s *ioShape) decode(r *Rank, c *Call) {
	x := &c.IO
	*x = s.fixed
	x.Buf = c.In[s.buf]
	if s.offset >= 0 {
		x.Offset = c.In[s.offset]
	}
	if s.count >= 0 {
		x.Count = c.In[s.count]
	}
	if s.dtype >= 0 {
		x.TypeHandle = c.In[s.dtype]
		x.Type = r.Types.Lookup(x.TypeHandle)
	}
	x.Mapped = -1
	if s.mapped >= 0 && s.mapped < c.NIn {
		x.Mapped = c.In[s.mapped]
	}
	if s.digestAt >= 0 && s.digestAt < c.NIn {
		x.Digest = c.In[s.digestAt]
	}
}

// IsIO reports whether kind k is a data access call on a file.
func IsIO(k calls.Kind) bool { return k < calls.MaxKind && shapes[k].io != nil }

// IOOf returns what is fixed about a data access call: direction, pointer,
// collective or not. It is the zero IO for other calls.
func IOOf(k calls.Kind) IO {
	if !IsIO(k) {
		return IO{}
	}
	return shapes[k].io.fixed
}

// Begins returns the call that begins the split collective operation that
// call k ends; 0 if k is no such call.
func Begins(k calls.Kind) calls.Kind { return begins[k] }

var begins = func() *[calls.MaxKind]calls.Kind {
	var t [calls.MaxKind]calls.Kind
	for i := range calls.Table {
		row := &calls.Table[i]
		if op, ok := strings.CutSuffix(row.Name(), "_end"); ok && strings.HasPrefix(op, "MPI_File_") {
			t[row.Kind] = calls.ByName(op + "_begin").Kind
		}
	}
	return &t
}()
