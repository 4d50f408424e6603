package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/end"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/sessions"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Rank is the view of one rank: what its own calls show, in program order. It is used by one goroutine.
//
// It has nine parts. Each keeps its own state; what other parts need of it they ask by its methods. Rank itself takes
// the events, and has the calls in whose course several parts change.
type Rank struct {
	reading.Reading

	objects  objects.Objects
	requests requests.Requests
	memory   memory.Memory
	windows  windows.Windows
	files    files.Files
	messages messages.Messages
	threads  threads.Threads
	sessions sessions.Sessions
	end      end.End
}

// NewRank returns the view of a rank before its first event.
func NewRank(c reading.Config) *Rank {
	r := &Rank{Reading: reading.New(c)}
	d := &r.Reading
	r.objects.Begin(d)
	r.requests.Begin(d, &r.memory.InUse)
	r.memory.Begin(d, memory.Beside{Objects: &r.objects, Requests: &r.requests, Windows: &r.windows,
		Files: &r.files, Messages: &r.messages, Threads: &r.threads})
	r.windows.Begin(d)
	r.files.Begin(d)
	r.messages.Begin(d, &r.objects.Types)
	r.threads.Begin(d)
	r.sessions.Begin(d)
	return r
}

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
	t := r.threads.Of(int(e.Thread))
	if e.Phase == event.Leave {
		return r.leave(t, e)
	}
	c := r.enter(t, e)
	t.Site(&r.LastSite, r.World, e)
	if r.threads.Several() {
		t.Note(c)
	}
	if r.threads.Several() || t.Probing != nil {
		want, receives := r.messages.Posted(&c.Call, c.Comm)
		r.threads.ProbesEntered(t, c, want, receives)
	}
	return c, record.Entered
}

// enter takes a call that a thread makes.
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

// leave takes that a call has returned.
func (r *Rank) leave(t *threads.Thread, e *event.Event) (*call.Call, record.Moment) {
	c, m := t.Leave(e)
	if c == nil {
		return nil, m
	}
	if !call.Steady[c.Kind] || c.RC != 0 {
		r.Changes++
	}
	if r.threads.Several() {
		r.threads.Overlapped(t, c)
		r.threads.NoteTogether(t, c)
	}
	if part := messages.MessageParts[c.Kind]; part == messages.SeesMessage || part == messages.FindsMessage {
		if which, ok := r.messages.FoundBy(&c.Call, c.Comm); ok {
			r.threads.ProbeReturned(t, c, which)
		}
	}
	if c.Sem.Polls && c.FoundNothing() {
		r.messages.PollFoundNothing(c.End)
	}
	return c, m
}

// fill decodes an enter or once record.
func (r *Rank) fill(c *call.Call, t *threads.Thread, e *event.Event) {
	t.Site(&c.Site, r.World, e)
	c.Kind, c.Large, c.Once, c.Calm = e.Kind, e.Large, e.Phase == event.Once, false
	t.Begin(c, e)
	c.In, c.NIn = e.A, int(e.N)
	c.InBlob = append(c.InBlob[:0], e.Blob...)
	c.Win, c.Comm, c.File, c.WinHandle, c.CommHandle, c.FileHandle = nil, nil, nil, 0, 0, 0
	c.Asked.Renew()
	c.Sem, c.Used.Known = calls.Of(e.Kind), false
	c.Used.Parts[0].Known, c.Used.Parts[1].Known = false, false
	switch {
	case c.Sem.Repeats():
		r.resolveRepeated(c, t)
	case c.Sem.Request >= 0 || c.Sem.Requests >= 0:
		r.requests.Resolve(&c.Call, &c.Asked)
	}
	if m := messages.MessageShapes[e.Kind]; m != nil { // of probes, too: they move nothing
		r.decodeMessage(m, c)
	}
	if i := c.Sem.Win; i >= 0 {
		c.WinHandle = c.In[i]
		c.Win = r.windows.Window(c.WinHandle)
	}
	if i := c.Sem.Comm; i >= 0 {
		c.CommHandle = c.In[i]
		c.Comm = r.objects.CommOf(c.CommHandle)
	}
	if c.Sem.RMA != calls.NoRMA {
		r.decodeRMA(c)
	}
	if i := c.Sem.File; i >= 0 {
		c.FileHandle = c.In[i]
		c.File = r.files.Of(c.FileHandle)
		if c.Sem.IO.Data {
			r.decodeIO(c)
		}
	}
}

// note applies a record that is not a call.
func (r *Rank) note(e *event.Event) {
	switch e.Kind {
	case event.Predef:
		r.predef(e)
	case event.Probe:
		r.probe(calls.Class(e.A[0]), e.A[1], e.A[2])
	case event.Value:
		r.threads.Of(int(e.Thread)).Left = call.OperandOf(e)
	case event.Lost:
		r.lose(e)
	case event.Thread:
		r.startThread(e)
	case event.Stray:
		r.stray(threads.Stray{After: e.A[1] == 1,
			Site: tracker.Site{Rank: int32(r.World), Call: calls.Kind(e.A[0]), Ring: e.Thread, Seq: e.Seq, PC: e.PC}})
	case event.BindingUsed:
		t := r.threads.Of(int(e.Thread))
		t.Bindings = append(t.Bindings, event.Binding(e.A[0]))
	case event.End:
		r.end.Note(event.EndReason(e.A[0]), calls.Kind(e.A[1]), e.A[2] == 1)
	}
}

// probe takes what the MPI library says of a handle. A window or file that it knows exists.
func (r *Rank) probe(class calls.Class, h, answer int64) {
	r.objects.Probe(h, answer)
	switch {
	case answer != 1:
	case class == calls.ClassWin:
		r.windows.Strange(h)
	case class == calls.ClassFile:
		r.files.Strange(h)
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
		r.windows.Predefined(p, h)
	case calls.ClassFile:
		r.files.Predefined(p, h)
	case calls.ClassRequest:
		r.requests.Predefined(h)
	case calls.ClassMessage:
		r.messages.Predefined(h)
	default:
		r.objects.Predefined(p, h, e)
	}
}
