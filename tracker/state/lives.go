package state

import (
	"maps"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Info is an info object as far as the program's own calls show.
type Info struct {
	object.Header
	KV      map[string]string
	Unknown bool // its keys came from the MPI library
}

// Errhandler is an error handler.
type Errhandler struct {
	object.Header
	For  calls.Class // of the objects that it was created for
	refs int         // created, and returned by an object, less freed
}

// Borrowed reports whether calls have returned the error handler more often than
// the program has freed it: then it may be freed, even if it is predefined.
func (e *Errhandler) Borrowed() bool { return e.refs > 0 }

// Session is a session.
type Session struct{ object.Header }

// Keyval is an attribute key. A freed one exists as long as an object has an
// attribute of it.
type Keyval struct {
	object.Header
	holders map[any]bool // objects that have an attribute of it, by their address
	unsure  bool         // so may another object
}

// InUse reports whether an object has, or may have, an attribute of the key.
func (k *Keyval) InUse() bool { return len(k.holders) > 0 || k.unsure }

// keyvalID is a key with the class of objects that it is for: MPI libraries may
// number the keys of each class from the same number on.
type keyvalID struct {
	class  calls.Class
	keyval int64
}

// OpOf returns the reduction operation of a handle, freed ones included; nil if it
// is unknown.
func (r *Rank) OpOf(h int64) *Operation { return r.objects.ops.Get(h) }

// InfoOf returns the info object of a handle, freed ones included; nil if it is
// unknown.
func (r *Rank) InfoOf(h int64) *Info { return r.objects.infos.Get(h) }

// ErrhandlerOf returns the error handler of a handle, freed ones included; nil
// if it is unknown.
func (r *Rank) ErrhandlerOf(h int64) *Errhandler { return r.objects.errhandlers.Get(h) }

// KeyvalOf returns the attribute key for objects of a class, freed ones
// included; nil if it is unknown, or predefined.
func (r *Rank) KeyvalOf(class calls.Class, keyval int64) *Keyval {
	return r.objects.keyvals[keyvalID{class, keyval}]
}

// info returns the info object of a handle while it exists.
func (r *Rank) info(h int64) *Info {
	if i := r.objects.infos.Get(h); i != nil && i.Freed.IsZero() {
		return i
	}
	return nil
}

// newInfo registers the info object that a call has returned. The keys of
// those that come from the MPI library are unknown.
func (r *Rank) newInfo(c *Call) {
	n := &Info{Unknown: c.Kind != calls.InfoCreate}
	n.Born(c.Site, c.End)
	if c.Kind == calls.InfoDup {
		n.Unknown = false
		if old := r.info(c.Arg("info")); old != nil {
			n.Unknown, n.KV = old.Unknown, maps.Clone(old.KV)
		}
	}
	r.objects.infos.Put(c.made(), n)
}

// setInfo applies MPI_Info_set.
func (r *Rank) setInfo(c *Call) {
	i, s := r.info(c.Arg("info")), event.Strings(c.InBlob)
	if i == nil || len(s) < 2 {
		return
	}
	if i.KV == nil {
		i.KV = map[string]string{}
	}
	i.KV[s[0]] = strings.TrimSpace(s[1]) // spaces around a value have no meaning
}

// deleteInfo applies MPI_Info_delete.
func (r *Rank) deleteInfo(c *Call) {
	i, s := r.info(c.Arg("info")), event.Strings(c.InBlob)
	if i != nil && len(s) > 0 {
		delete(i.KV, s[0])
	}
}

// newErrhandler applies a call that creates an error handler, or that returns
// the one of an object: that is one more reference, to be freed too, and one
// that had been freed still existed there.
func (r *Rank) newErrhandler(c *Call) {
	if !c.Sem.Existing {
		r.objects.ownHandlers = true
		e := &Errhandler{For: c.Sem.For, refs: 1}
		e.Born(c.Site, c.End)
		r.objects.errhandlers.Put(c.made(), e)
		return
	}
	e := r.objects.errhandlers.Get(c.made())
	if e == nil {
		return
	}
	if !e.Freed.IsZero() {
		e.refs, e.Freed = 0, tracker.Site{}
		e.Born(e.Made, c.End)
	}
	e.refs++
}

func (r *Rank) freeErrhandler(c *Call) {
	e := r.objects.errhandlers.Get(c.freed())
	if e == nil || e.Younger(c.Time) {
		return
	}
	if e.refs = max(e.refs-1, 0); e.refs == 0 {
		e.Free(c.Site, c.Time)
	}
}

func (r *Rank) newSession(c *Call) {
	s := &Session{}
	s.Born(c.Site, c.End)
	r.sessions.table.Put(c.made(), s)
	r.sessions.staying++
	if r.sessions.first.IsZero() {
		r.sessions.first = c.Site
	}
}

// SessionsOnly reports whether MPI_COMM_WORLD and MPI_COMM_SELF do not exist in the process: it has opened sessions, and is
// known never to have called MPI_Init.
func (r *Rank) SessionsOnly() bool {
	return !r.sessions.first.IsZero() && r.sessions.initBy.IsZero() && !r.Gap && len(r.Unseen) == 0
}

// leaveSession takes an MPI_Session_finalize that was entered. That of the last session ends MPI
// in a process that has never called MPI_Init.
func (r *Rank) leaveSession(c *Call) {
	if s := r.sessions.table.Get(c.freed()); s == nil || !s.Alive() {
		return
	}
	r.sessions.staying--
	if r.sessions.staying == 0 && r.sessions.initBy.IsZero() && !r.Gap {
		r.sessions.finalized, r.sessions.finalizedAt = true, c.Site
	}
}

// keepSession takes one that has failed: the session is still open.
func (r *Rank) keepSession(c *Call) {
	if s := r.sessions.table.Get(c.freed()); s == nil || !s.Alive() {
		return
	}
	r.sessions.staying++
	if r.sessions.finalizedAt == c.Site {
		r.sessions.finalized, r.sessions.finalizedAt = false, tracker.Site{}
	}
}

func (r *Rank) newKeyval(c *Call) {
	r.objects.ownKeyvals = true
	k := &Keyval{holders: map[any]bool{}}
	k.Born(c.Site, c.End)
	r.objects.keyvals[keyvalID{c.Sem.For, c.made()}] = k
}

// useKeyval applies a call that sets or deletes an attribute of an object, or
// that frees the attribute key.
func (r *Rank) useKeyval(c *Call) {
	k := r.KeyvalOf(c.Sem.For, c.In[c.Sem.Keyval])
	if k == nil {
		return
	}
	if c.Sem.Frees == calls.ClassKeyval {
		k.Free(c.Site, c.Time)
		return
	}
	switch o := r.holder(c); {
	case o == nil:
		k.unsure = true
	case c.Sem.Attr == calls.SetsAttr:
		k.holders[o] = true
	default:
		delete(k.holders, o)
	}
}

// holder returns the object whose attribute a call sets or deletes, nil if it is
// unknown.
func (r *Rank) holder(c *Call) any {
	switch c.Sem.For {
	case calls.ClassWin:
		if c.Win != nil {
			return c.Win
		}
	case calls.ClassComm:
		if c.Comm != nil {
			return c.Comm
		}
	case calls.ClassDatatype:
		if d := r.objects.types.Lookup(c.Arg("datatype")); d != nil {
			return d
		}
	}
	return nil
}

// noHolder notes that an object is freed, with all its attributes.
func (r *Rank) noHolder(o any) {
	for _, k := range r.objects.keyvals {
		delete(k.holders, o)
	}
}

// copied notes that an object was duplicated: the program's copy functions
// decide which attributes the new one has.
func (r *Rank) copied(o any) {
	for _, k := range r.objects.keyvals {
		k.unsure = k.unsure || k.holders[o]
	}
}
