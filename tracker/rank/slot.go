package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// enterSlot returns the call that is kept in the slot of an enter record; nil if the record has no slot.
func (r *Rank) enterSlot(t *threads.Thread, e *event.Event) *call.Call {
	x, moved := t.Slots.Of(e, r.Slots)
	if x == nil || x.Busy {
		return nil
	}
	c := &x.Call
	if x.Changes != r.Changes {
		t.Push(c)
		x.Busy = true
		r.fill(c, t, e)
		c.Judged, x.Stores = call.Judged{}, true
		if x.Changes = call.NotKept; r.keeps(c) {
			x.Changes = r.Changes
		}
		c.Calm, c.Alone = x.Changes != call.NotKept && r.calm(), len(t.Stack) == 1
		return c
	}
	c.Site.Seq = e.Seq
	t.Begin(c, e)
	t.Push(c)
	x.Busy, c.Alone = true, len(t.Stack) == 1
	if moved != 0 {
		r.move(c, e)
	}
	return c
}

// keeps reports whether every object that a call names is known, so that its slot stays valid.
func (r *Rank) keeps(c *call.Call) bool {
	s := c.Sem
	switch {
	case s.Win >= 0 && (c.Win == nil || !c.Win.Alive() || !c.Win.Known()):
		return false
	case s.Comm >= 0 && (c.Comm == nil || !c.Comm.Alive() || c.Comm.Making):
		return false
	case s.Comm >= 0 && c.Comm.Predef != nil && r.Sessions.SessionsOnly():
		return false
	case s.RMA != calls.NoRMA:
		m := &c.RMA
		return m.OType != nil && m.TType != nil && (m.RType != nil || s.Result.Type < 0)
	}
	return true
}

// calm reports whether a call that has a slot can change no part of the rank except the objects that it names.
func (r *Rank) calm() bool {
	return !r.Threads.Several() && !r.Sessions.Finalized && len(r.Files.Splits) == 0 && !r.Messages.Bsend.Attached &&
		!r.Memory.Declares()
}

// move takes the varying arguments of a record, of which some differ from the previous call of the slot.
func (r *Rank) move(c *call.Call, e *event.Event) {
	copy(c.In[:], e.A[:e.N])
	c.Used.Known, c.Used.Parts[0].Known, c.Used.Parts[1].Known, c.Slot.Stores = false, false, false, true
	c.Judged.Moving, c.Judged.Silent = false, false
	if m := messages.MessageShapes[c.Kind]; m != nil {
		r.decodeMessage(m, c)
	}
	if s, m := c.Sem, &c.RMA; s.RMA != calls.NoRMA {
		m.Disp, m.Origin = c.In[s.Remote.Addr], c.In[s.Origin.Addr]
		if s.Result.Addr >= 0 {
			m.Result = c.In[s.Result.Addr]
		}
	}
}

// Judged returns where rules may store results about the arguments of a call, to be reused by the next call of its
// slot; nil if they would not be kept. In that case the object that the call acts on may be unknown.
func (r *Rank) Judged(c *call.Call) *call.Judged {
	if c.Slot == nil || c.Slot.Changes != r.Changes {
		return nil
	}
	return &c.Judged
}
