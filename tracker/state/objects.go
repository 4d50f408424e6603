package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// objects are what the handles of a rank stand for, except those of requests, messages, windows and files.
type objects struct {
	reading *reading
	flavour *calls.Flavour

	types       datatype.Table
	comms       object.Table[*Comm]
	groups      object.Table[*Group]
	infos       object.Table[*Info]
	errhandlers object.Table[*Errhandler]
	ops         object.Table[*Operation]
	keyvals     map[keyvalID]*Keyval
	probes      map[int64]bool // whether the MPI library knows a handle
	groupSeq    map[uint64]int // communicators created from equal groups
	sessions    object.Table[*Session]
	ledger      ledger // where those come from that the program has to free

	ownHandlers bool // the program has created error handlers
	ownKeyvals  bool // and attribute keys
	selfHooks   bool // MPI_Finalize may call functions of the program: MPI_COMM_SELF has attributes
}

// begin makes the part ready for the first event.
func (o *objects) begin(d *reading) {
	o.reading, o.flavour, o.types.Flavour = d, d.Flavour, d.Flavour
	o.keyvals, o.probes, o.groupSeq = map[keyvalID]*Keyval{}, map[int64]bool{}, map[uint64]int{}
}

// Types returns the datatypes of the rank.
func (r *Rank) Types() *datatype.Table { return &r.objects.types }

// CommOf returns the communicator of a handle, freed ones included.
func (r *Rank) CommOf(h int64) *Comm { return r.objects.commOf(h) }

// ErrhandlerOf returns the error handler of a handle, freed ones included; nil
// if it is unknown.
func (r *Rank) ErrhandlerOf(h int64) *Errhandler { return r.objects.errhandlerOf(h) }

// Group returns the group of a handle, freed ones included; nil if unknown.
func (r *Rank) Group(h int64) *Group { return r.objects.group(h) }

// Head returns what every object has of the newest one with a handle, nil if it is
// unknown. c says for which objects a key is.
func (r *Rank) Head(class calls.Class, h int64, c *Call) *object.Header {
	return r.objects.head(class, h, c)
}

// InfoOf returns the info object of a handle, freed ones included; nil if it is
// unknown.
func (r *Rank) InfoOf(h int64) *Info { return r.objects.infoOf(h) }

// KeyvalOf returns the attribute key for objects of a class, freed ones
// included; nil if it is unknown, or predefined.
func (r *Rank) KeyvalOf(class calls.Class, keyval int64) *Keyval {
	return r.objects.keyvalOf(class, keyval)
}

// Left returns the places where the program has made objects that it has not freed,
// those with the most first.
func (r *Rank) Left() []Kept { return r.objects.left() }

// OpOf returns the reduction operation of a handle, freed ones included; nil if it
// is unknown.
func (r *Rank) OpOf(h int64) *Operation { return r.objects.opOf(h) }

// Probed says whether the MPI library itself knows the handle of an object that
// was not created by a recorded call; known is false if the library was not
// asked. In no MPI does an object have the handle 0.
func (r *Rank) Probed(h int64) (valid, known bool) { return r.objects.probed(h) }
