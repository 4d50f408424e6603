package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
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

	later       map[calls.Class]bool // objects of these classes were freed after MPI_Finalize, which of them is unknown
	ownHandlers bool                 // the program has created error handlers
	ownKeyvals  bool                 // and attribute keys
	selfHooks   bool                 // MPI_Finalize may call functions of the program: MPI_COMM_SELF has attributes
}

// begin makes the part ready for the first event.
func (o *objects) begin(d *reading) {
	o.reading, o.flavour, o.types.Flavour = d, d.Flavour, d.Flavour
	o.keyvals, o.probes, o.groupSeq = map[keyvalID]*Keyval{}, map[int64]bool{}, map[uint64]int{}
}

// freedLater takes the class of an object that was freed after MPI_Finalize.
func (o *objects) freedLater(class calls.Class) {
	if o.later == nil {
		o.later = map[calls.Class]bool{}
	}
	o.later[class] = true
}

// perhapsFreed reports whether objects of a class that exist at MPI_Finalize were perhaps freed after it, or may still
// be.
func (o *objects) perhapsFreed(class calls.Class) bool {
	return o.later[class] || o.reading.GoesOn && freedAnytime[class]
}

// freedAnytime are the classes of objects that MPI lets the program free after MPI_Finalize. A session is not one of
// them: the last one that is finalized ends MPI itself.
var freedAnytime = func() map[calls.Class]bool {
	classes := map[calls.Class]bool{}
	for i := range calls.Table {
		if s := calls.Of(calls.Table[i].Kind); s.Anytime && s.Frees != 0 && s.Frees != calls.ClassSession {
			classes[s.Frees] = true
		}
	}
	return classes
}()

// group returns the group of a handle, freed ones included; nil if unknown.
func (o *objects) group(h int64) *Group { return o.groups.Get(h) }

// commOf returns the communicator of a handle, freed ones included.
func (o *objects) commOf(h int64) *Comm { return o.comms.Get(h) }

// probed says whether the MPI library itself knows the handle of an object that
// was not created by a recorded call; known is false if the library was not
// asked. In no MPI does an object have the handle 0.
func (o *objects) probed(h int64) (valid, known bool) {
	if h == 0 {
		return false, true
	}
	valid, known = o.probes[h]
	return valid, known
}

// predefined takes the handle of a predefined object, which this record names.
func (o *objects) predefined(p *calls.Predef, h int64, record *event.Event) {
	switch p.Class {
	case calls.ClassDatatype:
		o.types.Predef(record)
	case calls.ClassOp:
		o.ops.Put(h, predefOp(p))
	case calls.ClassComm:
		o.comms.Put(h, o.predefComm(p))
	case calls.ClassGroup:
		o.groups.Put(h, &Group{Header: object.Predefined(p)})
	case calls.ClassInfo:
		o.infos.Put(h, &Info{Header: object.Predefined(p), Unknown: p.Name == "MPI_INFO_ENV"})
	case calls.ClassSession:
		o.sessions.Put(h, &Session{Header: object.Predefined(p)})
	case calls.ClassErrhandler:
		o.errhandlers.Put(h, &Errhandler{Header: object.Predefined(p)})
	}
}

// probe takes what the MPI library says of a handle: 1 it knows it, 0 it does not; below it was not asked.
func (o *objects) probe(h, answer int64) {
	if answer >= 0 {
		o.probes[h] = answer == 1
	}
}

// handlesErrors reports whether the program has created error handlers.
func (o *objects) handlesErrors() bool { return o.ownHandlers }

// hasKeyvals reports whether the program has created attribute keys.
func (o *objects) hasKeyvals() bool { return o.ownKeyvals }

// mayCallAtEnd reports whether MPI_Finalize may call functions of the program: MPI_COMM_SELF has attributes.
func (o *objects) mayCallAtEnd() bool { return o.selfHooks }

// forget takes back what is known of objects that calls which are missing may have changed or freed.
func (o *objects) forget(b *blind) {
	o.sessions.Forget(func(*Session) bool { return true })
	if b.groups {
		o.groups.Forget(func(*Group) bool { return true })
	}
	if b.comms {
		o.comms.Forget(func(*Comm) bool { return true })
	}
	if b.ops {
		o.ops.Forget(func(*Operation) bool { return true })
	}
	if b.infos {
		o.infos.All(func(_ int64, i *Info) {
			i.Unknown, i.KV, i.Header = true, nil, object.Header{Origin: object.Lost, Predef: i.Predef}
		})
	}
	if b.errhandlers {
		o.errhandlers.Forget(func(*Errhandler) bool { return true })
	}
	if b.keyvals {
		clear(o.keyvals)
	}
	if b.types {
		o.types.Forget()
	}
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
	return r.objects.head(class, h, &c.recorded)
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

// combines reports whether a call reduces by a function of the program.
func (o *objects) combines(c *recorded) bool {
	if c.Sem.Op < 0 || c.Sem.Exchange == calls.NoExchange {
		return false
	}
	op := o.ops.Get(c.In[c.Sem.Op])
	return op != nil && op.Predef == nil && op.Alive()
}
