package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// A call that sends, receives, reads a file or communicates with other windows may use window memory as its buffer:
// memory of its own rank, or in a shared window of another rank. These are loads and stores of that window.

// touches emits the loads and stores of window memory that a call begins at entry.
func (o teller) touches(r *Rank, c *call.Call) {
	if !r.Windows.HaveMemory() {
		return
	}
	until := op.UntilReturn
	switch part := call.UseParts[c.Kind]; {
	case part == call.UsesRequests:
		o.startTouches(r, c)
		return
	// the last is SPLIT010
	case part == call.UsesNothing, part == call.UsesPartitions, c.Sem.Persistent, c.Sem.IO.Half == calls.SplitBegin:
		return
	case part == call.UsesRMA:
		until = op.UntilSettled
	case c.Sem.Starts != calls.NoOperation:
		until = op.UntilComplete
		if !r.Watches(calls.FamilyMessages) { // the completing call may be unrecorded
			return
		}
	}
	message := int64(0)
	if messages.MessageParts[c.Kind] != messages.NoPart {
		message = c.Told.Received.Id
	}
	for i := range r.Memory.Of(c) {
		m := &c.Used.List[i]
		touches := !m.Window && !m.Array && o.touch(r, c, m, c.Told.Touched, until, message)
		if touches && c.Told.Touched == 0 {
			c.Told.Touched = r.Windows.LastTouch()
		}
	}
}

// detaches emits a store to all memory that MPI_Win_detach detaches: from the entry of the call on, only the program
// may use this memory.
func (o teller) detaches(r *Rank, c *call.Call) {
	on, bytes := c.Win.Place(), r.Objects.Types.ByName("MPI_BYTE")
	if on == nil || bytes == nil {
		return
	}
	x := c.Win.AttachedAt(c.Arg("base"))
	if x == nil || x.Size <= 0 {
		return
	}
	t := o.Touches(r.head(c, on))
	t.Owner, t.Until, t.Locks, t.All = on.Me, op.UntilNow, r.Windows.Held(), r.Windows.HeldOfAll()
	t.Data = op.Data{Addr: x.Base, Count: x.Size, Type: bytes, Writes: true}
}

// syncsMemory adds a call that orders the loads and stores of shared memory.
func (o teller) syncsMemory(r *Rank, c *call.Call) {
	if r.Windows.Share() && c.Sem.Epoch != calls.NoEpochStep {
		o.SyncsMemory(r.head(c, c.Win.Place()))
	}
}

// startTouches emits the loads and stores of window memory by the persistent requests that a call starts.
func (o teller) startTouches(r *Rank, c *call.Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Persistent() || q.Active || q.Parts != nil {
			continue
		}
		q.Told.Touched = 0
		for x := r.Memory.InUse.Of(q); x != nil; x = x.More {
			if !x.Array && o.touch(r, c, &x.Memory, q.Told.Touched, op.UntilComplete, q.Told.Receive.Id) {
				q.Told.Touched = r.Windows.LastTouch()
			}
		}
	}
}

// touch emits the parts of a buffer that lie in window memory, and reports whether there are any. Touches with the same
// number end together; number 0 asks for a new number.
func (o teller) touch(r *Rank, c *call.Call, m *call.Memory, number int64, until op.Until, message int64) bool {
	if r.Windows.MemoryAt(m.Lo, m.Hi) == nil {
		return false
	}
	if number == 0 {
		number = r.Windows.NewTouch()
	}
	if !m.Writes {
		message = 0
	}
	any, left := false, memory.MostTouches
	emit := func(e *windows.Exposure, b datatype.Buffer) {
		x := o.Touches(r.head(c, e.Win.Place()))
		x.Owner, x.Number, x.Until, x.Message = e.Rank, number, until, message
		x.Locks, x.All, x.Cast = r.Windows.Held(), r.Windows.HeldOfAll(), r.cast(c)
		x.Data = op.Data{Addr: e.Disp(b.Addr), Count: b.Count, Type: b.Type, Writes: m.Writes}
		any = true
		left--
	}
	m.Each(func(b datatype.Buffer) bool {
		if b.Type != nil && !b.Type.Unknown {
			r.within(b, emit)
		}
		return left > 0
	})
	return any
}

// cast returns the communicator to whose other ranks a call broadcasts its buffer; nil: it does not broadcast.
func (r *Rank) cast(c *call.Call) *op.Place {
	if c.Sem.Flow != calls.FlowRootToAll || c.Sem.Exchange != calls.ExchangeSame || !r.IsRoot(c) {
		return nil
	}
	if on := c.Comm.Place(); on != nil && !on.Inter && !on.Alone() {
		return on
	}
	return nil
}

// within calls f for the parts of a buffer that lie in window memory. A buffer that reaches over parts of several ranks
// is cut where it is contiguous; else only what lies in the rank's own memory counts.
func (r *Rank) within(b datatype.Buffer, f func(*windows.Exposure, datatype.Buffer)) {
	lo, hi := b.Hull()
	e := r.Windows.MemoryAt(lo, hi)
	if e == nil || e.Win.Place() == nil {
		return
	}
	if e.Lo <= lo && hi <= e.Hi {
		f(e, b)
		return
	}
	bytes := r.Objects.Types.ByName("MPI_BYTE")
	switch {
	case r.Windows.Share() && bytes != nil && b.Contiguous():
		r.Windows.Parts(lo, hi, func(e *windows.Exposure, from, to int64) {
			f(e, datatype.Buffer{Addr: from, Count: to - from, Type: bytes})
		})
	case e.Own():
		f(e, b)
	}
}

// endTouches emits that a returned call no longer touches window memory. Whether a failed call touched it is uncertain.
func (o teller) endTouches(r *Rank, c *call.Call) {
	switch {
	case c.Sem.Step == calls.RequestActivate:
		for g := c.Given(); g.Next() && !c.Ok(); {
			if q := g.Request; q != nil && !q.Active {
				o.endTouch(r, c, &q.Told.Touched, -1, true)
			}
		}
	case c.Told.Touched == 0 || c.Sem.RMA != calls.NoRMA:
	case !c.Ok(), c.Sem.Starts == calls.NoOperation, c.Request() == r.Requests.NullHandle(): // complete
		o.endTouch(r, c, &c.Told.Touched, c.Got(), !c.Ok())
	}
}

// endTouch emits the end of the touches with *number, which have stored so many bytes (-1: unknown), and resets the
// number.
func (o teller) endTouch(r *Rank, c *call.Call, number *int64, bytes int64, unsure bool) {
	if *number > 0 {
		x := o.HasTouched(r.head(c, nil))
		x.Number, x.Bytes, x.Unsure = *number, bytes, unsure
		*number = 0
	}
}
