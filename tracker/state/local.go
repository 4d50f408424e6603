package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Calls that send, receive, read a file or reach other windows may use memory of a window: that of
// their own rank, or in a window of shared memory that of another one. For the window these are
// loads and stores.

// touches adds the loads and stores of window memory that a call begins which has been entered.
func (o teller) touches(r *Rank, c *Call) {
	if !r.windows.haveMemory() {
		return
	}
	until := op.UntilReturn
	switch part := useParts[c.Kind]; {
	case part == usesRequests:
		o.startTouches(r, c)
		return
	case part == usesNothing, part == usesPartitions, c.Sem.Persistent, c.Sem.IO.Half == calls.SplitBegin: // the last is SPLIT010
		return
	case part == usesRMA:
		until = op.UntilSettled
	case c.Sem.Starts != calls.NoOperation:
		until = op.UntilComplete
		if !r.Watches(calls.FamilyMessages) { // perhaps its end is not recorded
			return
		}
	}
	message := int64(0)
	if messageParts[c.Kind] != noPart {
		message = c.told.received.id
	}
	for i := range r.memory.of(c) {
		m := &c.used.list[i]
		touches := !m.Window && !m.Array && o.touch(r, c, m, c.told.touched, until, message)
		if touches && c.told.touched == 0 {
			c.told.touched = r.windows.lastTouch()
		}
	}
}

// syncsMemory adds a call that orders the loads and stores of shared memory.
func (o teller) syncsMemory(r *Rank, c *Call) {
	if r.windows.share() && c.Sem.Epoch != calls.NoEpochStep {
		o.SyncsMemory(r.head(c, nil))
	}
}

// startTouches is touches of a call that starts persistent requests.
func (o teller) startTouches(r *Rank, c *Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Persistent() || q.Active || q.Parts != nil {
			continue
		}
		q.told.touched = 0
		for x := r.memory.inUse.of(q); x != nil; x = x.more {
			if !x.Array && o.touch(r, c, &x.Memory, q.told.touched, op.UntilComplete, q.told.receive.id) {
				q.told.touched = r.windows.lastTouch()
			}
		}
	}
}

// mostTouches bounds the blocks of one buffer.
const mostTouches = 64

// touch adds what is in window memory of a buffer; false: nothing. Those with one number end together: 0
// is a new one.
func (o teller) touch(r *Rank, c *Call, m *Memory, number int64, until op.Until, message int64) bool {
	e := r.windows.memoryAt(m.lo, m.hi)
	if e == nil {
		return false
	}
	on := e.win.Place()
	if on == nil || !e.own() && (m.lo < e.lo || m.hi > e.hi) {
		return false
	}
	if number == 0 {
		number = r.windows.newTouch()
	}
	locks := o.heldLocks(r, nil, 0)
	if !m.Writes {
		message = 0
	}
	left := mostTouches
	m.each(func(b datatype.Buffer) bool {
		if lo, hi := b.Hull(); b.Type == nil || b.Type.Unknown || r.windows.memoryAt(lo, hi) == nil {
			return true
		}
		x := o.Touches(r.head(c, on))
		x.Owner, x.Number, x.Until, x.Message, x.Locks, x.All = e.rank, number, until, message, locks, r.windows.heldOfAll()
		x.Data = op.Data{Disp: e.disp(b.Addr), Count: b.Count, Type: b.Type, Writes: m.Writes}
		left--
		return left > 0
	})
	return true
}

// endTouches adds that a call has returned which has touched window memory. Where it has failed, whether it
// did is unknown.
func (o teller) endTouches(r *Rank, c *Call) {
	switch {
	case c.Sem.Step == calls.RequestActivate:
		for g := c.Given(); g.Next() && !c.ok(); {
			if q := g.Request; q != nil && !q.Active {
				o.endTouch(r, c, &q.told.touched, true)
			}
		}
	case c.told.touched == 0 || c.Sem.RMA != calls.NoRMA:
	case !c.ok(), c.Sem.Starts == calls.NoOperation, c.request() == r.requests.nullHandle(): // it is complete
		o.endTouch(r, c, &c.told.touched, !c.ok())
	}
}

// endTouch adds that the touches with a number have ended.
func (o teller) endTouch(r *Rank, c *Call, number *int64, unsure bool) {
	if *number > 0 {
		x := o.HasTouched(r.head(c, nil))
		x.Number, x.Unsure = *number, unsure
		*number = 0
	}
}
