package datatype

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// Coder codes datatypes for other processes with all they consist of, each once.
type Coder struct {
	*wire.Coder
	all       wire.Shared[*Coder, Type]
	sequences wire.Shared[*Coder, signature]
	layouts   wire.Shared[*Coder, layout]
}

// Forget invalidates all numbers that stand for datatypes.
func (c *Coder) Forget() {
	c.all.Forget()
	c.sequences.Forget()
	c.layouts.Forget()
}

// Again makes a writer write a changed datatype again.
func (c *Coder) Again(d *Type) { c.all.Again(d) }

// Type is a field that points to a datatype.
func (c *Coder) Type(l, x **Type) {
	if c.Differs(*l != *x) {
		c.At(x)
		*l = *x
	}
	*x = *l
}

// At codes a pointer to a datatype.
func (c *Coder) At(x **Type) { wire.Share(c.Coder, &c.all, x, c) }

// List is a field that is a list of datatypes.
func (c *Coder) List(l, x *[]*Type) { wire.List(c.Coder, l, x, c, (*Coder).At) }

func (c *Coder) signatureAt(l, x **signature) {
	if c.Differs(*l != *x) {
		c.sequenceAt(x)
		*l = *x
	}
	*x = *l
}

func (c *Coder) sequenceAt(x **signature) { wire.Share(c.Coder, &c.sequences, x, c) }

func (c *Coder) signatures(l, x *[]*signature) { wire.List(c.Coder, l, x, c, (*Coder).sequenceAt) }

func (c *Coder) layoutAt(l, x **layout) {
	if c.Differs(*l != *x) {
		wire.Share(c.Coder, &c.layouts, x, c)
		*l = *x
	}
	*x = *l
}

// overlaps codes whether there is a memo; a reader computes its content again.
func (c *Coder) overlaps(l, x **overlapMemo) {
	if c.Differs((*l != nil) != (*x != nil)) && c.Reads() {
		*x = &overlapMemo{}
	}
}

func (c *Coder) header(l, x *object.Header) {
	wire.Num(c.Coder, &l.Origin, &x.Origin)
	if c.Differs(x.Predef != nil) {
		n := uint64(0)
		if x.Predef != nil {
			n = uint64(x.Predef.ID)
		}
		if c.Uint(&n); c.Reads() {
			origin := x.Origin
			*x = object.Predefined(calls.PredefByID(uint16(n)))
			x.Origin = origin
		}
	}
	c.site(&l.Made, &x.Made)
	c.site(&l.Freed, &x.Freed)
}

// site is a field that is a call; zero: none.
func (c *Coder) site(l, x *tracker.Site) {
	if !c.Differs(*l != *x) {
		return
	}
	wire.Plain(c.Coder, &x.Rank)
	wire.Plain(c.Coder, &x.Call)
	wire.Plain(c.Coder, &x.Ring)
	wire.Plain(c.Coder, &x.Seq)
	wire.Plain(c.Coder, &x.Thread)
	c.Address(&x.PC)
}
