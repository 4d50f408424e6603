package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Apply changes the state by the side m of the call that Feed returned, and adds the ops for other ranks to out, which
// may be nil.
func (r *Rank) Apply(c *call.Call, m record.Moment, out *op.Ops) {
	told := out != nil && !r.Gap
	if r.Memory.InUse.GivenUp() && mayHear(c.Sem) {
		r.Memory.InUse.Heard()
	}
	if told {
		teller{out}.before(r, c, m)
	}
	if m == record.Entered {
		if r.GPU.Used() || r.Memory.HasDevices() {
			r.givesToMPI(c)
		}
		if !c.Calm {
			r.applyEnter(c)
		}
		if !c.Once {
			return
		}
	}
	if c.Calm && c.Slot.Changes == r.Changes {
		r.applyCalm(c)
	} else {
		r.applyAny(c)
	}
	if r.Memory.InUse.GivenUp() && r.Windows.HaveMemory() {
		r.Memory.InUse.Heard() // loads from window memory may show a rank the stores of another rank
	}
	if told && m == record.Returned {
		teller{out}.after(r, c)
	}
	r.Threads.Of(int(c.Site.Ring)).Pop()
}

// mayHear reports whether a call may show its rank that other ranks have done something. Calls that only start
// operations on messages, mark partitions or free requests cannot.
func mayHear(s *calls.Sem) bool {
	switch {
	case s.Completes == calls.CompletesFree, s.Step == calls.RequestActivate, s.Step == calls.RequestReady:
		return false
	}
	return s.Starts != calls.StartsMessage && s.Starts != calls.StartsCollective
}

// applyAny changes the state by any call that has returned.
func (r *Rank) applyAny(c *call.Call) {
	if c.Win == nil && c.Sem.Win >= 0 {
		c.Win = r.Windows.Meet(&c.Call, c.WinHandle)
	}
	if c.File == nil && c.Sem.File >= 0 {
		c.File = r.Files.Meet(&c.Call, c.FileHandle)
	}
	r.applyReturn(c)
	if r.Blind.Any {
		r.forget(&r.Blind)
	}
}

// applyEnter applies the entry of a call. Entry alone finalizes MPI or a session, disconnects a communicator, and is
// the first known call on an object that was created elsewhere.
func (r *Rank) applyEnter(c *call.Call) {
	if r.Sessions.Finalized {
		r.straysIn(c)
	}
	switch c.Kind {
	case calls.Finalize:
		r.Sessions.Finalize(c.Site)
		r.Threads.Finalizing(r.OthersIn(c))
	case calls.SessionFinalize:
		r.leaveSession(c)
	case calls.CommDisconnect:
		r.Requests.Disconnect(c.Comm, c.Site)
	}
	if w := c.Win; w != nil && !w.Known() && w.Made.IsZero() {
		w.Made = c.Site
	}
	if c.File != nil {
		r.Requests.Early(&c.Call, c.File)
	}
	if c.Comm != nil && c.Comm.Making {
		r.Requests.UseEarly(c.Comm, c.Site)
	}
}

// applyReturn applies a call that has returned, or a call with one record. A call that failed changes little, and its
// requests count as complete.
func (r *Rank) applyReturn(c *call.Call) {
	if len(r.Files.Splits) > 0 {
		r.Memory.Touch(c)
	}
	if c.Win != nil && len(c.Win.Accs) > 0 {
		c.Win.SettleAccs(&c.Call)
	}
	if r.Messages.Bsend.Attached {
		r.Messages.UseBuffer(&c.Call, r.BufferSpace(c))
	}
	if r.Windows.HaveMemory() && call.WritesMemory[c.Kind] {
		r.Memory.StoresBy(c)
	}
	if !objects.Owning[c.Kind] {
		r.step(c)
		return
	}
	old := r.Objects.Replaced(&c.Call)
	r.Objects.Release(&c.Call, c.Comm)
	r.step(c)
	r.Objects.Keep(&c.Call, old)
}

// step applies the entry of the steps table for the call's kind.
func (r *Rank) step(c *call.Call) {
	s := &steps[c.Kind]
	switch {
	case s.any != nil:
		s.any(r, c)
	case c.Ok():
		if s.done != nil {
			s.done(r, c)
		}
	case s.failed != nil:
		s.failed(r, c)
	}
}

// applyCalm changes the state by a call that has returned while the rank was calm: see Rank.calm.
func (r *Rank) applyCalm(c *call.Call) {
	if c.Win != nil && len(c.Win.Accs) > 0 {
		c.Win.SettleAccs(&c.Call)
	}
	if c.Slot.Stores && r.Windows.HaveMemory() && call.WritesMemory[c.Kind] {
		c.Slot.Stores = r.Memory.StoresBy(c)
	}
	r.step(c)
}

// BufferSpace returns the least number of bytes that a call needs in the attached buffer for its buffered sends: the
// data, and MPI_BSEND_OVERHEAD for each message. It is 0 if the call sends nothing buffered, or the space is unknown.
func (r *Rank) BufferSpace(c *call.Call) int64 {
	switch s := c.Sem; {
	case s.Send == calls.SendBuffered && !s.Persistent:
		if on := c.Comm; on != nil && on.Alive() && c.In[s.Dest] != r.Flavour.ProcNull {
			return r.Messages.SpaceFor(c.Sends.Signed())
		}
	case s.Step == calls.RequestActivate:
		n := int64(0)
		for g := c.Given(); g.Next(); {
			if q := g.Request; q != nil && q.Sem.Send == calls.SendBuffered && q.Told.Send.On != nil {
				n = datatype.AddSat(n, r.Messages.SpaceFor(q.Told.Send.Data))
			}
		}
		return n
	}
	return 0
}
