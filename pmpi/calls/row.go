package calls

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Kind numbers a call in the log. Kinds of calls are below 1024; numbers from
// 1024 on belong to records other than calls (package event).
type Kind uint16

// Mode says which records a wrapper writes for a call.
type Mode uint8

const (
	// None: no wrapper.
	None Mode = iota
	// Now: no record; only the thread's "in this call" cell is set, so that a
	// hung or killed run can say where each rank was.
	Now
	// Local: a record before the call is forwarded.
	Local
	// Both: a record before the call (enter) and a record after it (leave).
	Both
)

// Row is a C procedure of the standard.
//
// Proto is its C prototype with these additions:
//
//	T|U     the type is T, and U in the large-count variant (name_c);
//	        a row with such a type, or with +, has a _c variant
//	+T      the argument exists in the large-count variant only
//	>name   OUT argument, <>name INOUT argument
//	=name   array or string whose content the record keeps; >=name: the leave record
//	[len]   the argument that gives the array's length, or a word of lengths
//
// The other columns hold facts that the prototype does not; Of returns both together.
// A column that is left out says that the call does nothing of the kind. Where
// it holds names of arguments, they are separated by blanks.
type Row struct {
	Kind  Kind
	Proto string
	Rec   Mode

	// Over names the argument (communicator, window, file) over whose group
	// the call is collective; empty for calls that are not collective.
	Over string
	// Unordered: the call is collective, but has no place in the order of the calls on its object, because its effect
	// is local in practice, or because it meets another job.
	Unordered bool
	// As is the kind as which the call matches, if that is another kind.
	As Kind
	// Match says how the call meets calls of other ranks; left out where Over says it.
	Match Match
	Flow  Flow
	// Blocks is left out of collective calls: all block except calls that return the
	// request of an operation they have started.
	Blocks Blocks
	// Same names arguments that must be the same on all ranks, besides root and
	// op: the value, or the content of the array, string or object.
	Same string
	Each string // buffers with a block of their count for each rank or neighbor
	// Topology says where the communicator that the call creates gets its neighbors from.
	Topology Topology

	// Makes and Frees name the argument whose object the call creates or frees.
	// Makes is left out for handles that the prototype shows to be OUT.
	Makes, Frees string
	// Existing: the returned object may have existed before.
	Existing bool
	Attr     AttrStep

	Send       SendMode
	Persistent bool // its request is started by MPI_Start
	Completes  Completion
	Keeps      bool // requests that the call finds complete continue to exist
	Step       RequestStep

	Epoch   EpochStep
	RMA     RMAOp
	Pointer Pointer
	Begun   Kind // for the end of a split collective operation: the kind of its begin
	Idle    bool // the program must complete all requests on the file before

	Job JobStep
	// Anytime: MPI-4.1, MPI Functionality that is Always Available; also calls
	// of sessions, and calls that create error handlers of any class.
	Anytime bool

	// Enter and Leave name the words that the wrapper adds to the records,
	// besides the words of every new communicator and datatype.
	Enter, Leave string

	args []Arg // parsed once, see Args
}

// Dir is the direction of an argument.
type Dir uint8

// Directions of arguments, as the standard marks them.
const (
	In Dir = iota
	Out
	InOut
)

// Arg is a parsed argument of a prototype.
type Arg struct {
	Name  string
	Type  string // C type without pointer stars, e.g. "const void", "MPI_Win"
	Large string // C type in the _c variant; equal to Type where they agree
	Stars string // "*", "**" ... as written before the name
	// Array is the bracket part ("[count]", "[n][3]", "[]"), empty if none.
	Array     string
	Dir       Dir
	Capture   bool // the record keeps the content
	LargeOnly bool
	Variadic  bool
}

// Len returns the name of the argument that gives the array's length, or "".
func (a Arg) Len() string {
	if i := strings.IndexByte(a.Array, ']'); i > 1 {
		return a.Array[1:i]
	}
	return ""
}

// lengths are the lengths that an array of a collective call may have if no argument gives its length: the number of
// ranks with which the rank exchanges data (on an intercommunicator, of the remote group), of ranks of its own group,
// or of its neighbors in the topology. The array is recorded only on ranks where the call reads it: for calls with a
// root, at the root; an array for the send buffer, only if the send buffer is not MPI_IN_PLACE.
var lengths = []string{"ranks", "members", "sources", "destinations"}

// PerRank reports whether the length of the array is in lengths.
func (a Arg) PerRank() bool { return slices.Contains(lengths, a.Len()) }

// Pointer reports whether the argument is an address in C.
func (a Arg) Pointer() bool { return a.Stars != "" || a.Array != "" }

// IsHandle reports whether the argument's base type is an MPI object handle.
func (a Arg) IsHandle() bool { return handles[a.Type] != 0 }

var handles = map[string]Class{
	"MPI_Comm": ClassComm, "MPI_Datatype": ClassDatatype, "MPI_Request": ClassRequest, "MPI_Info": ClassInfo,
	"MPI_File": ClassFile, "MPI_Win": ClassWin, "MPI_Group": ClassGroup, "MPI_Op": ClassOp,
	"MPI_Errhandler": ClassErrhandler, "MPI_Session": ClassSession, "MPI_Message": ClassMessage,
}

// Class returns the class of the object that the argument is a handle, a key or
// the address of; 0 for other arguments.
func (a Arg) Class() Class {
	switch {
	case a.Type == "int" && strings.HasSuffix(a.Name, "keyval"):
		return ClassKeyval
	case a.Type == "void" && (a.Name == "base" || a.Name == "baseptr"):
		return ClassMemory
	case strings.HasPrefix(a.Type, "MPI_T_"):
		return ClassTool
	}
	return handles[strings.TrimPrefix(a.Type, "const ")]
}

// Result reports whether the argument is the address at which the call leaves a single value or text, so that it must
// not be NULL. Other addresses may be NULL: that of a status, which may be ignored, of a text of length 0, and of data
// of count 0.
func (a Arg) Result() bool {
	if a.Dir == In || a.Array != "" || a.Stars != "*" || a.Variadic {
		return false
	}
	switch a.Type {
	case "MPI_Status":
		return false
	case "void":
		return a.Name == "baseptr" || a.Name == "attribute_val"
	case "char":
		return a.Name != "value" && a.Name != "pset_name"
	}
	return true
}

// Scalar reports whether the argument is an OUT or INOUT address of a single value
// that a leave record keeps: a handle, an integer, or the base address that
// the window and memory allocation calls return.
func (a Arg) Scalar() bool {
	if a.Dir == In || a.Array != "" || a.Stars != "*" {
		return false
	}
	if a.Name == "baseptr" || a.IsHandle() {
		return true
	}
	switch a.Type {
	case "int", "MPI_Aint", "MPI_Count", "MPI_Offset":
		return true
	}
	return false
}

// Name returns the C name.
func (r *Row) Name() string {
	s := r.Proto[strings.IndexByte(r.Proto, ' ')+1:]
	return s[:strings.IndexByte(s, '(')]
}

// Ret returns the C return type.
func (r *Row) Ret() string { return r.Proto[:strings.IndexByte(r.Proto, ' ')] }

// HasLarge reports whether the standard has a large-count (_c) variant.
func (r *Row) HasLarge() bool { return strings.ContainsAny(r.Proto, "|+") }

// Extension reports whether the standard does not have the procedure.
func (r *Row) Extension() bool { return strings.HasPrefix(r.Name(), "MPIX_") }

// HasX reports whether libraries had the procedure as an MPIX_ function before the standard had it: Open MPI 4.1 has
// persistent collective operations.
func (r *Row) HasX() bool { return r.Persistent && r.Over != "" }

// Args returns the arguments of the prototype; the caller must not change the
// slice. It panics on a malformed row: the table is source code, and a test
// parses every row.
func (r *Row) Args() []Arg {
	if r.args == nil {
		r.args = r.parse()
	}
	return r.args
}

// Params yields the arguments of a variant in C, with large counts or without, with their positions. In
// both variants these are the positions of the words in an enter record (Sem.Enter).
func (r *Row) Params(large bool) iter.Seq2[int, Arg] {
	return func(yield func(int, Arg) bool) {
		at := 0
		for _, a := range r.Args() {
			if a.LargeOnly && !large || a.Variadic {
				continue
			}
			if !yield(at, a) {
				return
			}
			at++
		}
	}
}

// parse is written out, without regular expressions: every process of a job
// parses the whole table when it starts.
func (r *Row) parse() []Arg {
	_, list, ok := strings.Cut(r.Proto, "(")
	list, closed := strings.CutSuffix(list, ")")
	if !ok || !closed {
		panic(fmt.Sprintf("calls: malformed prototype %q", r.Proto))
	}
	args := []Arg{}
	if list == "" {
		return args
	}
	args = slices.Grow(args, strings.Count(list, ", ")+1)
	for s := range strings.SplitSeq(list, ", ") {
		a, ok := parseArg(s)
		if !ok {
			panic(fmt.Sprintf("calls: malformed argument %q in %q", s, r.Proto))
		}
		args = append(args, a)
	}
	return args
}

// parseArg parses an argument of a prototype: its type, a blank, stars, the
// mark of its direction, the mark of a captured array or string, its name, and brackets.
func parseArg(s string) (Arg, bool) {
	if s == "..." {
		return Arg{Variadic: true}, true
	}
	var a Arg
	s, a.LargeOnly = strings.CutPrefix(s, "+")
	blank := strings.LastIndexByte(s, ' ')
	if blank < 0 {
		return a, false
	}
	types, s := s[:blank], s[blank+1:]
	name := strings.TrimLeft(s, "*")
	a.Stars = s[:len(s)-len(name)]
	if rest, ok := strings.CutPrefix(name, "<>"); ok {
		a.Dir, name = InOut, rest
	} else if rest, ok := strings.CutPrefix(name, ">"); ok {
		a.Dir, name = Out, rest
	}
	name, a.Capture = strings.CutPrefix(name, "=")
	if i := strings.IndexByte(name, '['); i >= 0 {
		name, a.Array = name[:i], name[i:]
	}
	a.Name = name
	small, large, poly := strings.Cut(types, "|")
	if !poly {
		large = small
	} else if strings.HasPrefix(small, "const ") {
		large = "const " + large
	}
	a.Type, a.Large = small, large
	return a, word(name) && typeName(small) && typeName(large) && brackets(a.Array)
}

// word reports whether s is a name in C.
func word(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}

// typeName reports whether s is the name of a C type, with its qualifiers.
func typeName(s string) bool {
	s = strings.TrimPrefix(s, "const ")
	return word(strings.TrimPrefix(s, "unsigned "))
}

// brackets reports whether s is any number of pairs, empty or with a word in each.
func brackets(s string) bool {
	for s != "" {
		in, rest, ok := strings.Cut(s, "]")
		if !ok || in == "" || in[0] != '[' || in != "[" && !word(in[1:]) {
			return false
		}
		s = rest
	}
	return true
}
