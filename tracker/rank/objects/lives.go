package objects

import (
	"maps"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// OpOf returns the reduction operation of a handle, even if freed; nil if unknown.
func (o *Objects) OpOf(h int64) *Operation { return o.Ops.Get(h) }

func (o *Objects) NewOp(c *record.Call) {
	o.ownOps = true
	op := &Operation{Commutes: c.Arg("commute") != 0}
	op.Born(c.Site, c.End)
	o.Ops.Put(c.Made(), op)
}

// InfoOf returns the info object of a handle, even if freed; nil if unknown.
func (o *Objects) InfoOf(h int64) *Info { return o.Infos.Get(h) }

// ErrhandlerOf returns the error handler of a handle, even if freed; nil if unknown.
func (o *Objects) ErrhandlerOf(h int64) *Errhandler { return o.errhandlers.Get(h) }

// KeyvalOf returns the keyval for objects of a class, even if freed; nil if it is unknown or predefined.
func (o *Objects) KeyvalOf(class calls.Class, keyval int64) *Keyval {
	return o.keyvals[keyvalID{class, keyval}]
}

// Info returns the info object of a handle while it exists.
func (o *Objects) Info(h int64) *Info {
	if i := o.Infos.Get(h); i != nil && i.Freed.IsZero() {
		return i
	}
	return nil
}

// NewInfo registers the info object that a call has returned. The keys of an info object that comes from the MPI
// library are unknown.
func (o *Objects) NewInfo(c *record.Call) {
	n := &Info{Unknown: c.Kind != calls.InfoCreate}
	n.Born(c.Site, c.End)
	if c.Kind == calls.InfoDup {
		n.Unknown = false
		if old := o.Info(c.Arg("info")); old != nil {
			n.Unknown, n.KV = old.Unknown, maps.Clone(old.KV)
		}
	}
	o.Infos.Put(c.Made(), n)
}

// SetInfo applies MPI_Info_set.
func (o *Objects) SetInfo(c *record.Call) {
	i, s := o.Info(c.Arg("info")), event.Strings(c.InBlob)
	if i == nil || len(s) < 2 {
		return
	}
	if i.KV == nil {
		i.KV = map[string]string{}
	}
	i.KV[s[0]] = strings.TrimSpace(s[1]) // spaces around a value have no meaning
}

// DeleteInfo applies MPI_Info_delete.
func (o *Objects) DeleteInfo(c *record.Call) {
	i, s := o.Info(c.Arg("info")), event.Strings(c.InBlob)
	if i != nil && len(s) > 0 {
		delete(i.KV, s[0])
	}
}

// NewErrhandler applies a call that creates an error handler, or that returns the error handler of an object. The
// latter adds a reference that must be freed, too, and shows that an error handler marked freed still exists.
func (o *Objects) NewErrhandler(c *record.Call) {
	if !c.Sem.Existing {
		o.ownHandlers = true
		e := &Errhandler{For: c.Sem.For, refs: 1}
		e.Born(c.Site, c.End)
		o.errhandlers.Put(c.Made(), e)
		return
	}
	e := o.errhandlers.Get(c.Made())
	if e == nil {
		return
	}
	if !e.Freed.IsZero() {
		e.refs, e.Freed = 0, tracker.Site{}
		e.Born(e.Made, c.End)
	}
	e.refs++
}

func (o *Objects) FreeErrhandler(c *record.Call) {
	e := o.errhandlers.Get(c.Freed())
	if e == nil || e.Younger(c.Time) {
		return
	}
	if e.refs = max(e.refs-1, 0); e.refs == 0 {
		e.Free(c.Site, c.Time)
	}
}

func (o *Objects) NewSession(c *record.Call) {
	o.sessions = true
	s := &Session{}
	s.Born(c.Site, c.End)
	o.Sessions.Put(c.Made(), s)
}

// AskedPsets applies an MPI_Session_get_num_psets that has returned.
func (o *Objects) AskedPsets(c *record.Call) {
	if s := o.Sessions.Get(c.Arg("session")); s != nil && c.Ok() {
		s.Psets, s.Asked = c.LeaveWord("npset_names"), c.Site
	}
}

// SessionOf returns the session that a group or communicator comes from; nil: from none, or that is unknown.
func (o *Objects) SessionOf(h *object.Header) *Session { return o.ledger.from[h] }

// OpenSession reports whether a handle names a session that is known to be open.
func (o *Objects) OpenSession(h int64) bool {
	s := o.Sessions.Get(h)
	return s != nil && s.Alive()
}

func (o *Objects) NewKeyval(c *record.Call) {
	o.ownKeyvals = true
	k := &Keyval{holders: map[any]bool{}}
	k.Born(c.Site, c.End)
	o.keyvals[keyvalID{c.Sem.For, c.Made()}] = k
}

// UseKeyval applies a call that sets or deletes an attribute of h, nil if unknown, or that frees the keyval.
func (o *Objects) UseKeyval(c *record.Call, h any) {
	k := o.KeyvalOf(c.Sem.For, c.In[c.Sem.Keyval])
	if k == nil {
		return
	}
	if c.Sem.Frees == calls.ClassKeyval {
		k.Free(c.Site, c.Time)
		return
	}
	switch {
	case h == nil:
		k.unsure = true
	case c.Sem.Attr == calls.SetsAttr:
		k.holders[h] = true
		if x, ok := h.(interface{ Head() *object.Header }); ok {
			x.Head().Attach(1)
		}
	default:
		delete(k.holders, h)
	}
}

// NoHolder notes that object h is freed, with all its attributes.
func (o *Objects) NoHolder(h any) {
	for _, k := range o.keyvals {
		delete(k.holders, h)
	}
}

// Copied notes that object h was duplicated: the program's copy functions decide which attributes the copy has.
func (o *Objects) Copied(h any) {
	for _, k := range o.keyvals {
		k.unsure = k.unsure || k.holders[h]
	}
}
