package reading

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Taker is a file that defines MPI functions of its own, or calls MPIX_ functions that gomarmot does not know: calls of
// these may be unrecorded.
type Taker struct {
	Path  string
	Calls []string // MPI_Put, MPI_Put_c ...
}

// Blind says which classes of objects are not fully known, because calls that create, change or free them may be
// unrecorded.
type Blind struct {
	Any, Wins, Files, Requests, Types, Comms, Groups, Infos, Ops, Errhandlers, Keyvals, Messages bool
}

// ToAll is Blind after records were lost.
var ToAll = Blind{true, true, true, true, true, true, true, true, true, true, true, true}

// blindTo derives Blind from the calls that may be unrecorded.
func blindTo(takers []Taker) Blind {
	var b Blind
	for _, t := range takers {
		for _, name := range t.Calls {
			if calls.Unrecorded(name) {
				b.unrecorded(name)
				continue
			}
			row := calls.ByName(name)
			if row == nil || row.Rec == calls.None || row.Rec == calls.Now {
				continue // not in the log anyway
			}
			b.Any = true
			b.Messages = b.Messages || calls.Of(row.Kind).Family == calls.FamilyMessages
			b.Infos = b.Infos || strings.HasPrefix(name, "MPI_Info_")
			b.Keyvals = b.Keyvals || strings.Contains(name, "_keyval")
			for _, a := range row.Args() {
				b.note(a)
			}
		}
	}
	return b
}

// note takes an argument of a call that may be unrecorded. For windows and files each call counts; for other objects
// only calls that create, change or free them.
func (b *Blind) note(a calls.Arg) {
	in := a.Dir == calls.In && !a.Pointer()
	switch a.Type {
	case "MPI_Win":
		b.Wins = true
	case "MPI_File":
		b.Files = true
	case "MPI_Request":
		b.Requests = b.Requests || a.Dir != calls.Out
	case "MPI_Datatype":
		b.Types = b.Types || !in && a.Array == ""
	case "MPI_Comm":
		b.Comms = b.Comms || !in
	case "MPI_Group":
		b.Groups = b.Groups || !in
	case "MPI_Info":
		b.Infos = b.Infos || !in
	case "MPI_Op":
		b.Ops = b.Ops || !in
	case "MPI_Errhandler":
		b.Errhandlers = b.Errhandlers || !in
	}
}

// unrecorded takes an MPIX_ function that the rank may call.
func (b *Blind) unrecorded(name string) {
	for _, c := range calls.Changes(name) {
		b.Any = true
		switch c {
		case calls.ClassWin:
			b.Wins = true
		case calls.ClassFile:
			b.Files = true
		case calls.ClassRequest:
			b.Requests = true
		case calls.ClassDatatype:
			b.Types = true
		case calls.ClassComm:
			b.Comms = true
		case calls.ClassGroup:
			b.Groups = true
		case calls.ClassInfo:
			b.Infos = true
		case calls.ClassOp:
			b.Ops = true
		case calls.ClassErrhandler:
			b.Errhandlers = true
		case calls.ClassMessage:
			b.Messages = true
		case calls.ClassKeyval:
			b.Keyvals = true
		}
	}
}
