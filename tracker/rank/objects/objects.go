package objects

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Objects are the objects that the handles of a rank name, except requests, messages, windows and files.
type Objects struct {
	reading *reading.Reading
	flavour *calls.Flavour

	Types       datatype.Table
	comms       object.Table[*Comm]
	groups      object.Table[*Group]
	Infos       object.Table[*Info]
	errhandlers object.Table[*Errhandler]
	Ops         object.Table[*Operation]
	keyvals     map[keyvalID]*Keyval
	probes      map[int64]bool // by handle, whether the MPI library knows it
	world       *Comm          // see World
	groupSeq    map[uint64]int // communicators created from equal groups
	Sessions    object.Table[*Session]
	ledger      ledger // origins of the objects that the program has to free
	// Links are the calls that have linked the job with other jobs, up to MostLinks.
	Links []Link
	// Spanning are the communicators that have processes of several jobs.
	Spanning []uint64

	later       map[calls.Class]bool // classes of which objects were freed after MPI_Finalize; the objects are unknown
	sessions    bool                 // the program has opened sessions
	ownHandlers bool                 // the program has created error handlers
	ownKeyvals  bool                 // the program has created keyvals
	ownOps      bool                 // the program has created reduction operations
	selfHooks   bool                 // MPI_COMM_SELF has attributes, so MPI_Finalize may call functions of the program
}

// Begin makes the part ready for the first event.
func (o *Objects) Begin(d *reading.Reading) {
	o.reading, o.flavour, o.Types.Flavour = d, d.Flavour, d.Flavour
	o.keyvals, o.probes, o.groupSeq = map[keyvalID]*Keyval{}, map[int64]bool{}, map[uint64]int{}
}

// FreedLater notes that an object of a class was freed after MPI_Finalize.
func (o *Objects) FreedLater(class calls.Class) {
	if o.later == nil {
		o.later = map[calls.Class]bool{}
	}
	o.later[class] = true
}

// perhapsFreed reports whether objects of a class that exist at MPI_Finalize may have been freed after it, or may still
// be.
func (o *Objects) perhapsFreed(class calls.Class) bool {
	return o.later[class] || o.reading.GoesOn && FreedAnytime[class]
}

// FreedAnytime are the classes of objects that may be freed after MPI_Finalize. Sessions are not: finalizing the last
// session ends MPI itself.
var FreedAnytime = func() map[calls.Class]bool {
	classes := map[calls.Class]bool{}
	for i := range calls.Table {
		if s := calls.Of(calls.Table[i].Kind); s.Anytime && s.Frees != 0 && s.Frees != calls.ClassSession {
			classes[s.Frees] = true
		}
	}
	return classes
}()

// Group returns the group of a handle, even if freed; nil if unknown.
func (o *Objects) Group(h int64) *Group { return o.groups.Get(h) }

// CommOf returns the communicator of a handle, even if freed; nil if unknown.
func (o *Objects) CommOf(h int64) *Comm { return o.comms.Get(h) }

// Probed returns whether the MPI library knows the handle of an object whose creation is unrecorded; known is false if
// the library was not asked. Handle 0 is valid in no MPI library.
func (o *Objects) Probed(h int64) (valid, known bool) {
	if h == 0 {
		return false, true
	}
	valid, known = o.probes[h]
	return valid, known
}

// Probe stores the MPI library's answer about a handle: 1 known, 0 unknown, negative: not asked.
func (o *Objects) Probe(h, answer int64) {
	if answer >= 0 {
		o.probes[h] = answer == 1
	}
}

// HandlesErrors reports whether the program has created error handlers.
func (o *Objects) HandlesErrors() bool { return o.ownHandlers }

// HasOperations reports whether the program has created reduction operations.
func (o *Objects) HasOperations() bool { return o.ownOps }

// HasKeyvals reports whether the program has created attribute keys.
func (o *Objects) HasKeyvals() bool { return o.ownKeyvals }

// MayCallAtEnd reports whether MPI_Finalize may call functions of the program, because MPI_COMM_SELF has attributes.
func (o *Objects) MayCallAtEnd() bool { return o.selfHooks }

// Forget discards the state of objects that missing calls may have changed or freed.
func (o *Objects) Forget(b *reading.Blind) {
	o.Sessions.Forget(func(*Session) bool { return true })
	if b.Groups {
		o.groups.Forget(func(*Group) bool { return true })
	}
	if b.Comms {
		o.comms.Forget(func(*Comm) bool { return true })
	}
	if b.Ops {
		o.Ops.Forget(func(*Operation) bool { return true })
	}
	if b.Infos {
		o.Infos.All(func(_ int64, i *Info) {
			i.Unknown, i.KV, i.Header = true, nil, object.Header{Origin: object.Lost, Predef: i.Predef}
		})
	}
	if b.Errhandlers {
		o.errhandlers.Forget(func(*Errhandler) bool { return true })
	}
	if b.Keyvals {
		clear(o.keyvals)
	}
	if b.Types {
		o.Types.Forget()
	}
}

// Combines reports whether a call reduces with a function of the program.
func (o *Objects) Combines(c *record.Call) bool {
	if c.Sem.Op < 0 || c.Sem.Exchange == calls.NoExchange {
		return false
	}
	op := o.Ops.Get(c.In[c.Sem.Op])
	return op != nil && op.Predef == nil && op.Alive()
}
