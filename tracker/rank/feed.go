package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// Feed takes the next event. If it is a side of an MPI call, it returns the
// call and the side, and Apply must follow before the next Feed.
func (r *Rank) Feed(e *event.Event) (*call.Call, record.Moment) {
	r.Records++
	r.LastTime = e.Time
	if e.Kind >= calls.MaxKind {
		r.note(e)
		if !call.SteadyRecord(e.Kind) {
			r.Changes++
		}
		return nil, record.NoCall
	}
	t := r.Threads.Of(int(e.Thread))
	if e.Phase == event.Leave {
		return r.leave(t, e)
	}
	c := r.enter(t, e)
	t.Site(&r.LastSite, r.World, e)
	t.Spin.Entered(c)
	if r.Failed.Any() {
		r.Failed.Enter(c, r.Memory.Of(c))
	}
	if r.Threads.Several() {
		t.Note(c)
		if c.Once {
			t.Hear(c.Time)
		}
	}
	if r.Threads.Several() || t.Probing != nil {
		want, receives := r.Messages.Posted(&c.Call, c.Comm)
		r.Threads.ProbesEntered(t, c, want, receives)
	}
	return c, record.Entered
}

// enter applies the enter record of a call.
func (r *Rank) enter(t *threads.Thread, e *event.Event) *call.Call {
	if !call.Steady[e.Kind] {
		r.Changes++
	} else if call.Slotted[e.Kind] && r.Slots > 0 && !r.Gaps() {
		if c := r.enterSlot(t, e); c != nil {
			return c
		}
	}
	c := t.Enter()
	r.fill(c, t, e)
	return c
}

// leave applies the leave record of a call.
func (r *Rank) leave(t *threads.Thread, e *event.Event) (*call.Call, record.Moment) {
	c, m := t.Leave(e)
	if c == nil {
		return nil, m
	}
	if !call.Steady[c.Kind] || c.RC != 0 {
		r.Changes++
	}
	if c.RC != 0 {
		r.fail(c)
	} else if r.Failed.Any() {
		r.Failed.Make(&c.Call)
	}
	if r.Threads.Several() {
		r.Threads.Overlapped(t, c)
		r.Threads.NoteTogether(t, c)
	}
	if part := messages.MessageParts[c.Kind]; part == messages.SeesMessage || part == messages.FindsMessage {
		if which, ok := r.Messages.FoundBy(&c.Call, c.Comm); ok {
			r.Threads.ProbeReturned(t, c, which)
		}
	}
	if c.Sem.Polls {
		if c.FoundNothing() {
			r.Messages.PollFoundNothing(c.End)
		} else {
			t.Spin.End()
		}
	}
	return c, m
}

// fail notes that a call has returned an error.
func (r *Rank) fail(c *call.Call) {
	if r.noMessage(c) {
		return
	}
	p := r.Failed.Fail(c, r.Memory.Of(c), r.Threads.FromC(c.Site))
	if p != nil && c.Sem.Statuses {
		p.Statuses = c.In[c.Sem.StatusArg] != r.Flavour.StatusIgnore
	}
}

// noMessage reports whether the call sends or receives, and every peer is MPI_PROC_NULL.
func (r *Rank) noMessage(c *call.Call) bool {
	some := false
	for _, arg := range [...]int8{c.Sem.Dest, c.Sem.Source} {
		if arg >= 0 && c.In[arg] != r.Flavour.ProcNull {
			return false
		}
		some = some || arg >= 0
	}
	return some
}

// note applies a record that belongs to no call.
func (r *Rank) note(e *event.Event) {
	switch e.Kind {
	case event.Predef:
		r.predef(e)
	case event.Probe:
		r.probe(calls.Class(e.A[0]), e.A[1], e.A[2])
	case event.Value:
		r.Threads.Of(int(e.Thread)).Left = call.OperandOf(e)
	case event.Fetched:
		r.Threads.Of(int(e.Thread)).Spin.Fetched(e)
	case event.Lost:
		r.lose(e)
	case event.Thread:
		r.startThread(e)
	case event.Stray:
		r.strayEvent(e)
	case event.Code:
		r.Failed.Code(e)
	case event.Created:
		r.Threads.Created = tracker.Site{Rank: int32(r.World), Call: calls.CreateThread, Ring: e.Thread, Seq: e.Seq,
			PC: e.PC}
	case event.BindingUsed:
		t := r.Threads.Of(int(e.Thread))
		t.Bindings = append(t.Bindings, event.Binding(e.A[0]))
	case event.End:
		r.End.Note(event.EndReason(e.A[0]), calls.Kind(e.A[1]), e.A[2] == 1)
	}
}

// probe applies the MPI library's answer on whether a handle is valid. A window or file with a valid handle exists,
// even if gomarmot did not see its creation.
func (r *Rank) probe(class calls.Class, h, answer int64) {
	r.Objects.Probe(h, answer)
	switch {
	case answer != 1:
	case class == calls.ClassWin:
		r.Windows.Strange(h)
	case class == calls.ClassFile:
		r.Files.Strange(h)
	}
}

// predef records a predefined handle.
func (r *Rank) predef(e *event.Event) {
	p := calls.PredefByID(uint16(e.A[2]))
	if p == nil {
		return
	}
	switch h := e.A[1]; p.Class {
	case calls.ClassWin:
		r.Windows.Predefined(p, h)
	case calls.ClassFile:
		r.Files.Predefined(p, h)
	case calls.ClassRequest:
		r.Requests.Predefined(h)
	case calls.ClassMessage:
		r.Messages.Predefined(h)
	default:
		r.Objects.Predefined(p, h, e)
	}
}

// startThread applies the first record of a thread. The thread that had the same ring before waits for nothing any
// more.
func (r *Rank) startThread(e *event.Event) {
	r.Requests.ForgetWaited(&r.Threads.Of(int(e.Thread)).Waited)
	r.Threads.StartThread(e)
}
