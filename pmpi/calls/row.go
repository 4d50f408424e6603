package calls

import (
	"fmt"
	"regexp"
	"strings"
)

// Kind numbers a call in the log. Kinds of calls are below 1024; numbers from
// 1024 on belong to records that are no call (package event).
type Kind uint16

// Mode says what a wrapper writes for a call.
type Mode uint8

const (
	// None: no wrapper.
	None Mode = iota
	// Now: no record; only the thread's "in this call" cell is set, so that a
	// hung or killed run can say where each rank was.
	Now
	// Local: one record before the call is forwarded.
	Local
	// Both: a record before the call (enter) and one after it (leave).
	Both
	// Request: as Both once the process has made a request gomarmot follows
	// (request-based RMA, nonblocking file access, nonblocking communicator
	// duplication), else as Now.
	Request
	// Split: as Local while a split collective is active in the process, else
	// as Now.
	Split
)

// Row is one C procedure of the standard.
//
// Proto is its C prototype with these additions:
//
//	T|U     the type is T, and U in the large-count variant (name_c);
//	        a row with such a type, or with +, has a _c variant
//	+T      the argument exists in the large-count variant only
//	>name   OUT argument, <>name INOUT argument
//	=name   array or string whose content the record keeps; >=name: on leave
//	[len]   the argument that gives the array's length
type Row struct {
	Kind  Kind
	Proto string
	Rec   Mode
	// Over names the argument (communicator, window, file) over whose group
	// the call is collective; empty for calls that are not collective.
	Over string

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

// Arg is one parsed argument of a prototype.
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

// Pointer reports whether the argument is an address in C.
func (a Arg) Pointer() bool { return a.Stars != "" || a.Array != "" }

// IsHandle reports whether the argument's base type is an MPI object handle.
func (a Arg) IsHandle() bool {
	switch a.Type {
	case "MPI_Comm", "MPI_Datatype", "MPI_Request", "MPI_Info", "MPI_File", "MPI_Win",
		"MPI_Group", "MPI_Op", "MPI_Errhandler", "MPI_Session", "MPI_Message":
		return true
	}
	return false
}

// Scalar reports whether the argument is an OUT or INOUT address of one value
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

var (
	protoRE = regexp.MustCompile(`^(\w+) (\w+)\((.*)\)$`)
	argRE   = regexp.MustCompile(`^(\+?)((?:const )?(?:unsigned )?[\w|]+) (\**)(<>|>)?(=?)(\w+)((?:\[\w*\])*)$`)
)

// Name returns the C name.
func (r *Row) Name() string {
	s := r.Proto[strings.IndexByte(r.Proto, ' ')+1:]
	return s[:strings.IndexByte(s, '(')]
}

// Ret returns the C return type.
func (r *Row) Ret() string { return r.Proto[:strings.IndexByte(r.Proto, ' ')] }

// HasLarge reports whether the standard has a large-count (_c) variant.
func (r *Row) HasLarge() bool { return strings.ContainsAny(r.Proto, "|+") }

// BeginsSplit reports whether the call begins a split collective.
func (r *Row) BeginsSplit() bool {
	return strings.HasPrefix(r.Name(), "MPI_File_") && strings.HasSuffix(r.Name(), "_begin")
}

// EndsSplit reports whether the call ends a split collective.
func (r *Row) EndsSplit() bool {
	return strings.HasPrefix(r.Name(), "MPI_File_") && strings.HasSuffix(r.Name(), "_end")
}

// WritesFile reports whether the call is a data access that writes.
func (r *Row) WritesFile() bool {
	return strings.HasPrefix(r.Name(), "MPI_File_write") || strings.HasPrefix(r.Name(), "MPI_File_iwrite")
}

// Args returns the arguments of the prototype; the caller must not change the
// slice. It panics on a malformed row: the table is source code, and a test
// parses every row.
func (r *Row) Args() []Arg {
	if r.args == nil {
		r.args = r.parse()
	}
	return r.args
}

func (r *Row) parse() []Arg {
	m := protoRE.FindStringSubmatch(r.Proto)
	if m == nil {
		panic(fmt.Sprintf("calls: malformed prototype %q", r.Proto))
	}
	if m[3] == "" {
		return []Arg{}
	}
	args := []Arg{}
	for _, s := range strings.Split(m[3], ", ") {
		args = append(args, parseArg(r.Proto, s))
	}
	return args
}

func parseArg(proto, s string) Arg {
	if s == "..." {
		return Arg{Variadic: true}
	}
	m := argRE.FindStringSubmatch(s)
	if m == nil {
		panic(fmt.Sprintf("calls: malformed argument %q in %q", s, proto))
	}
	a := Arg{LargeOnly: m[1] != "", Stars: m[3], Capture: m[5] != "", Name: m[6], Array: m[7]}
	switch m[4] {
	case ">":
		a.Dir = Out
	case "<>":
		a.Dir = InOut
	}
	small, large, poly := strings.Cut(m[2], "|")
	if !poly {
		large = small
	} else if strings.HasPrefix(small, "const ") {
		large = "const " + large
	}
	a.Type, a.Large = small, large
	return a
}
