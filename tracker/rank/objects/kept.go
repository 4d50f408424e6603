package objects

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// mustFree are the classes of objects that the program has to free and that no other part of the rank follows.
var mustFree = map[calls.Class]bool{
	calls.ClassComm: true, calls.ClassGroup: true, calls.ClassDatatype: true, calls.ClassOp: true,
	calls.ClassInfo: true, calls.ClassErrhandler: true, calls.ClassKeyval: true, calls.ClassSession: true,
}

// Owning tells for each kind of call whether it creates or frees such objects, or sets an attribute, which keeps a
// keyval in use.
var Owning = func() *[calls.MaxKind]bool {
	var t [calls.MaxKind]bool
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		t[s.Kind] = mustFree[s.Makes] || mustFree[s.Frees] || s.Attr == calls.SetsAttr
	}
	return &t
}()

// Left returns the places in the program that created objects which are not freed, those with most such objects first.
func (o *Objects) Left() []Kept {
	var out []Kept
	again, ended := o.ledger.again(), o.ledger.ended()
	for _, k := range o.ledger.places {
		left := *k
		left.Again, left.Ended = again[k], ended[k]
		if o.ledger.thinned[k.Class] {
			left.Left -= o.ledger.strays[k.Class] // the strays may be objects of this place
		}
		if left.Left > 0 && !left.section && !o.perhapsFreed(k.Class) {
			out = append(out, left)
		}
	}
	slices.SortFunc(out, func(a, b Kept) int {
		return cmp.Or(cmp.Compare(b.Left, a.Left), cmp.Compare(a.Site.Ring, b.Site.Ring),
			cmp.Compare(a.Site.Seq, b.Site.Seq))
	})
	return out
}

// Head returns the header of the newest object with handle h; nil if it is unknown. c tells the class of objects that a
// keyval belongs to.
func (o *Objects) Head(class calls.Class, h int64, c *record.Call) *object.Header {
	switch class {
	case calls.ClassComm:
		return headOf(o.comms.Get(h))
	case calls.ClassGroup:
		return headOf(o.groups.Get(h))
	case calls.ClassDatatype:
		return headOf(o.Types.Lookup(h))
	case calls.ClassOp:
		return headOf(o.Ops.Get(h))
	case calls.ClassInfo:
		return headOf(o.Infos.Get(h))
	case calls.ClassErrhandler:
		return headOf(o.errhandlers.Get(h))
	case calls.ClassSession:
		return headOf(o.Sessions.Get(h))
	case calls.ClassKeyval:
		return headOf(o.KeyvalOf(c.Sem.For, h))
	}
	return nil
}

func headOf[P interface {
	comparable
	Head() *object.Header
}](o P) *object.Header {
	var none P
	if o == none {
		return nil
	}
	return o.Head()
}

// Replaced returns the object whose handle value a returned call has given to a new object; nil if there is none. It
// must be called before the call is applied.
func (o *Objects) Replaced(c *record.Call) *object.Header {
	if !mustFree[c.Sem.Makes] || !c.Ok() {
		return nil
	}
	return o.Head(c.Sem.Makes, c.Made(), c)
}

// Keep notes in the ledger a call that has just been applied. old is the object that had the handle value before: a
// handle value is given out again only when its object is gone, or as a further reference to the same object.
func (o *Objects) Keep(c *record.Call, old *object.Header) {
	s := c.Sem
	switch {
	case !c.Ok():
	case mustFree[s.Makes] && (!s.Existing || s.Makes == calls.ClassErrhandler):
		h := o.Head(s.Makes, c.Made(), c)
		if old != nil && old != h {
			o.ledger.drop(old)
		}
		if h != nil && h.Predef == nil {
			o.ledger.add(h, o.ledger.at(c, s.Makes))
			o.ledger.comesFrom(h, o.sessionOf(c))
			o.thin()
		}
	}
}

// sessionOf returns the session that the object which a call has made comes from: a session, or a group or communicator
// of one, that the call is given. nil: none is known.
func (o *Objects) sessionOf(c *record.Call) *Session {
	if !o.sessions || c.Sem.Makes != calls.ClassGroup && c.Sem.Makes != calls.ClassComm {
		return nil
	}
	for i, a := range calls.ByKind(c.Kind).Params(c.Large) {
		if a.Dir != calls.In || a.Stars != "" || !a.IsHandle() || i >= c.NIn {
			continue
		}
		switch class := a.Class(); class {
		case calls.ClassSession:
			return o.Sessions.Get(c.In[i])
		case calls.ClassGroup, calls.ClassComm:
			if s := o.ledger.from[o.Head(class, c.In[i], c)]; s != nil {
				return s
			}
		}
	}
	return nil
}

// LookInside applies MPI_Type_get_contents.
func (o *Objects) LookInside(c *record.Call) {
	a := event.Arrays(c.OutBlob)
	if len(a) == 0 {
		return
	}
	for _, part := range o.Types.Contents(c.In[0], a[0], c.Site) {
		o.ledger.add(&part.Header, o.ledger.at(c, calls.ClassDatatype))
	}
}

// Release notes in the ledger a call that is about to be applied, if it frees an object or leaves that to MPI_Finalize.
// on is the call's communicator, or nil.
func (o *Objects) Release(c *record.Call, on *Comm) {
	s := c.Sem
	if s.Attr == calls.SetsAttr && c.Ok() && on.self() {
		o.selfHooks = true
		// The key is in use until MPI_Finalize deletes the attribute.
		if k := o.KeyvalOf(s.For, c.In[s.Keyval]); k != nil {
			o.ledger.drop(&k.Header)
		}
	}
	if !mustFree[s.Frees] {
		return
	}
	h := o.Head(s.Frees, c.Freed(), c)
	switch {
	case o.ledger.held[h] == nil:
		if c.Ok() && (h == nil || h.Predef == nil) {
			o.ledger.stray(s.Frees)
		}
	case !c.Ok():
		o.ledger.drop(h) // whether it still exists is uncertain
	case !h.Younger(c.Time):
		o.ledger.remove(h)
	}
}

// Commit applies MPI_Type_commit. If the type describes a section of a Fortran array, other types created at the same
// place belong to the Fortran layer, too.
func (o *Objects) Commit(c *record.Call) {
	o.Types.Commit(c.In[0], c.Site)
	if d := o.Types.Lookup(c.In[0]); d == nil || !d.Section() {
		return
	}
	for _, kind := range datatype.SectionKinds {
		if k := o.ledger.places[madeAt{kind, c.Site.PC}]; k != nil {
			k.section = true
		}
	}
}

// When the ledger holds more than manyObjects objects, thin keeps the newest fewObjects of each place.
const (
	manyObjects = 1 << 16
	fewObjects  = 1 << 10
)

// thin bounds the objects that the ledger holds. Communicators are exempt, as MPI libraries bound their number.
func (o *Objects) thin() {
	l := &o.ledger
	if len(l.held) <= max(l.limit, manyObjects) {
		return
	}
	heads := slices.SortedFunc(maps.Keys(l.held), func(a, b *object.Header) int {
		return cmp.Or(cmp.Compare(b.Made.Seq, a.Made.Seq), cmp.Compare(b.Made.Ring, a.Made.Ring))
	})
	count, gone := map[*Kept]int{}, map[*object.Header]bool{}
	for _, h := range heads {
		at := oldest(l.held[h]).at
		if count[at]++; count[at] <= fewObjects || at.Class == calls.ClassComm {
			continue
		}
		gone[h] = true
		delete(l.held, h)
		delete(l.from, h)
		if l.thinned == nil {
			l.thinned = map[calls.Class]bool{}
		}
		l.thinned[at.Class] = true
	}
	l.limit = 2 * len(l.held)
	o.unknow(gone)
}

// unknow forgets objects: their handles are unknown from now on.
func (o *Objects) unknow(gone map[*object.Header]bool) {
	o.groups.Forget(func(x *Group) bool { return gone[&x.Header] })
	o.Infos.Forget(func(x *Info) bool { return gone[&x.Header] })
	o.Ops.Forget(func(x *Operation) bool { return gone[&x.Header] })
	o.errhandlers.Forget(func(x *Errhandler) bool { return gone[&x.Header] })
	o.Sessions.Forget(func(x *Session) bool { return gone[&x.Header] })
	o.Types.Drop(func(x *datatype.Type) bool { return gone[&x.Header] })
	maps.DeleteFunc(o.keyvals, func(_ keyvalID, x *Keyval) bool { return gone[&x.Header] })
}
