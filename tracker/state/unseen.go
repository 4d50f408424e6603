package state

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Taker is a file that has MPI functions of its own: calls of them may not be
// in the log.
type Taker struct {
	Path  string
	Calls []string // MPI_Put, MPI_Put_c ...
}

// blind says about which objects not all is known, because calls that create,
// change or free them may be missing.
type blind struct {
	any, wins, files, requests, types, comms, groups, infos, ops, errhandlers, keyvals, messages bool
}

// toAll says how much is unknown about objects after events were lost.
var toAll = blind{true, true, true, true, true, true, true, true, true, true, true, true}

// blindTo derives it from the calls that may be missing.
func blindTo(takers []Taker) blind {
	var b blind
	for _, t := range takers {
		for _, name := range t.Calls {
			row := calls.ByName(name)
			if row == nil || row.Rec == calls.None || row.Rec == calls.Now {
				continue // not in the log anyway
			}
			b.any = true
			b.messages = b.messages || calls.Of(row.Kind).Family == calls.FamilyMessages
			b.infos = b.infos || strings.HasPrefix(name, "MPI_Info_")
			b.keyvals = b.keyvals || strings.Contains(name, "_keyval")
			for _, a := range row.Args() {
				b.note(a)
			}
		}
	}
	return b
}

// note takes one argument of a call that may be missing. Windows and files have
// a history of all calls on them; others are only created, changed and freed.
func (b *blind) note(a calls.Arg) {
	in := a.Dir == calls.In && !a.Pointer()
	switch a.Type {
	case "MPI_Win":
		b.wins = true
	case "MPI_File":
		b.files = true
	case "MPI_Request":
		b.requests = b.requests || a.Dir != calls.Out
	case "MPI_Datatype":
		b.types = b.types || !in && a.Array == ""
	case "MPI_Comm":
		b.comms = b.comms || !in
	case "MPI_Group":
		b.groups = b.groups || !in
	case "MPI_Info":
		b.infos = b.infos || !in
	case "MPI_Op":
		b.ops = b.ops || !in
	case "MPI_Errhandler":
		b.errhandlers = b.errhandlers || !in
	}
}
