package spell

import (
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Names turns the words of a rank's records back into the constants and handles that the program wrote.
type Names struct {
	flavour *calls.Flavour // nil: not known
	handles map[handleKey]string
}

// handleKey identifies an object: handles of objects of different classes may be equal.
type handleKey struct {
	class  calls.Class
	handle int64
}

// New returns the names of a rank that ran under the MPI library of a flavour, "" if that is not known.
func New(flavour string) *Names {
	return &Names{flavour: calls.FlavourByName(flavour), handles: map[handleKey]string{}}
}

// Learn adds the predefined handle that an event.Predef describes. It may come after records that need it.
func (n *Names) Learn(e *event.Event) {
	if p := calls.PredefByID(uint16(e.A[2])); p != nil {
		n.handles[handleKey{calls.Class(e.A[0]), e.A[1]}] = p.Name
	}
}

// Line returns a record as a single line of text.
func (n *Names) Line(e *event.Event) string {
	row := calls.ByKind(e.Kind)
	if row == nil {
		return n.other(e)
	}
	if e.Phase != event.Leave {
		return Call(e) + "(" + arguments(n.Arguments(e)) + ")"
	}
	line := Call(e) + " returned"
	if rc := Returned(e); rc != 0 {
		line += " with error " + strconv.FormatInt(rc, 10)
	}
	return line + results(n.Results(e))
}

// Call returns the name of the function of a record of a call: MPI_Send or MPI_Send_c.
func Call(e *event.Event) string {
	if e.Large {
		return e.Kind.String() + "_c"
	}
	return e.Kind.String()
}

// handleClasses are the classes of the handles that may be predefined.
var handleClasses = map[string]calls.Class{
	"MPI_Comm": calls.ClassComm, "MPI_Datatype": calls.ClassDatatype, "MPI_Group": calls.ClassGroup,
	"MPI_Op": calls.ClassOp, "MPI_Win": calls.ClassWin, "MPI_File": calls.ClassFile, "MPI_Info": calls.ClassInfo,
	"MPI_Request": calls.ClassRequest,
}

// word returns the value of an argument.
func (n *Names) word(a *calls.Arg, v int64) any {
	if class, ok := handleClasses[a.Type]; ok && a.Array == "" {
		if name := n.handles[handleKey{class, v}]; name != "" {
			return Word(name)
		}
	}
	if a.Pointer() && !a.Scalar() || a.IsHandle() || a.Name == "baseptr" {
		return address(v)
	}
	if s := n.constant(a.Name, v); s != "" {
		return Word(s)
	}
	return v
}

func address(v int64) Word { return Word("0x" + strconv.FormatUint(uint64(v), 16)) }

// element returns the value of an element of an array argument.
func (n *Names) element(a *calls.Arg, v int64) any {
	class, ok := handleClasses[a.Type]
	if !ok {
		return v
	}
	if name := n.handles[handleKey{class, v}]; name != "" {
		return Word(name)
	}
	return address(v)
}

// constant returns the name of a constant whose value differs between MPI libraries; "" for other values.
func (n *Names) constant(arg string, v int64) string {
	f := n.flavour
	if f == nil {
		return ""
	}
	switch arg {
	case "lock_type":
		return nameOf(v, constant{f.LockExclusive, "MPI_LOCK_EXCLUSIVE"}, constant{f.LockShared, "MPI_LOCK_SHARED"})
	case "whence":
		return nameOf(v, constant{f.SeekSet, "MPI_SEEK_SET"}, constant{f.SeekCur, "MPI_SEEK_CUR"},
			constant{f.SeekEnd, "MPI_SEEK_END"})
	case "target_rank", "rank", "source", "dest":
		return nameOf(v, constant{f.ProcNull, "MPI_PROC_NULL"}, constant{f.AnySource, "MPI_ANY_SOURCE"})
	case "tag", "recvtag":
		return nameOf(v, constant{f.AnyTag, "MPI_ANY_TAG"})
	case "assert":
		return bits(v, []constant{
			{f.ModeNoCheck, "MPI_MODE_NOCHECK"}, {f.ModeNoStore, "MPI_MODE_NOSTORE"}, {f.ModeNoPut, "MPI_MODE_NOPUT"},
			{f.ModeNoPrecede, "MPI_MODE_NOPRECEDE"}, {f.ModeNoSucceed, "MPI_MODE_NOSUCCEED"},
		})
	case "amode":
		return bits(v, []constant{
			{f.ModeCreate, "MPI_MODE_CREATE"}, {f.ModeRdonly, "MPI_MODE_RDONLY"}, {f.ModeWronly, "MPI_MODE_WRONLY"},
			{f.ModeRdwr, "MPI_MODE_RDWR"}, {f.ModeDeleteOnClose, "MPI_MODE_DELETE_ON_CLOSE"},
			{f.ModeUniqueOpen, "MPI_MODE_UNIQUE_OPEN"}, {f.ModeExcl, "MPI_MODE_EXCL"},
			{f.ModeAppend, "MPI_MODE_APPEND"},
			{f.ModeSequential, "MPI_MODE_SEQUENTIAL"},
		})
	}
	return ""
}

// named returns a number, or its name if the number is a special value of the argument.
func (n *Names) named(arg string, v int64) any {
	if s := n.constant(arg, v); s != "" {
		return Word(s)
	}
	return v
}

type constant struct {
	value int64
	name  string
}

// nameOf returns the name of the constant v; "" if all does not have it.
func nameOf(v int64, all ...constant) string {
	for i := range all {
		if all[i].value == v {
			return all[i].name
		}
	}
	return ""
}

// bits names the bits of v; "" if v is 0 or has a bit without a name.
func bits(v int64, all []constant) string {
	var names []string
	for _, b := range all {
		if v&b.value != 0 {
			names = append(names, b.name)
			v &^= b.value
		}
	}
	if v != 0 {
		return ""
	}
	return strings.Join(names, "|")
}
