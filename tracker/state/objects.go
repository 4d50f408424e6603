package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// objects are what the handles of a rank stand for, except those of requests, messages, windows, files and sessions.
type objects struct {
	types       datatype.Table
	comms       object.Table[*Comm]
	groups      object.Table[*Group]
	infos       object.Table[*Info]
	errhandlers object.Table[*Errhandler]
	ops         object.Table[*Operation]
	keyvals     map[keyvalID]*Keyval
	probes      map[int64]bool // whether the MPI library knows a handle
	groupSeq    map[uint64]int // communicators created from equal groups
	ledger      ledger         // where those come from that the program has to free

	ownHandlers bool // the program has created error handlers
	ownKeyvals  bool // and attribute keys
}

// begin makes the part ready for the first event.
func (o *objects) begin(f *calls.Flavour) {
	o.types.Flavour = f
	o.keyvals, o.probes, o.groupSeq = map[keyvalID]*Keyval{}, map[int64]bool{}, map[uint64]int{}
}

// Types returns the datatypes of the rank.
func (r *Rank) Types() *datatype.Table { return &r.objects.types }
