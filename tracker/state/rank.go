package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Rank is the view of one rank: what its own calls show, in program order. It is used by one goroutine.
//
// It has nine parts. Each keeps its own state; what other parts need of it they ask by its methods. Rank itself takes
// the events, and has the calls in whose course several parts change.
type Rank struct {
	reading

	objects  objects
	requests requests
	memory   memory
	windows  windows
	files    files
	messages messages
	threads  threads
	sessions sessions
	end      end
}

// NewRank returns the view of a rank before its first event.
func NewRank(c Config) *Rank {
	r := &Rank{reading: newReading(c)}
	d := &r.reading
	r.objects.begin(d)
	r.requests.begin(d, &r.memory.inUse)
	r.memory.begin(d, beside{&r.objects, &r.requests, &r.windows, &r.files, &r.messages, &r.threads})
	r.windows.begin(d)
	r.files.begin(d)
	r.messages.begin(d, &r.objects.types)
	r.threads.begin(d)
	r.sessions.begin(d)
	return r
}

// Feed takes the next event. If it is a side of an MPI call, it returns the
// call and the side, and Apply must follow before the next Feed.
func (r *Rank) Feed(e *event.Event) (*Call, Moment) {
	r.Records++
	r.lastTime = e.Time
	if e.Kind >= calls.MaxKind {
		r.note(e)
		if !steadyRecord(e.Kind) {
			r.changes++
		}
		return nil, NoCall
	}
	t := r.threads.of(int(e.Thread))
	if e.Phase == event.Leave {
		return r.leave(t, e)
	}
	c := r.enter(t, e)
	t.site(&r.LastSite, r.World, e)
	if r.threads.several() {
		t.note(c)
	}
	if r.threads.several() || t.probing != nil {
		want, receives := r.messages.posted(&c.recorded, c.Comm)
		r.threads.probesEntered(t, c, want, receives)
	}
	return c, Entered
}

// enter takes a call that a thread makes.
func (r *Rank) enter(t *thread, e *event.Event) *Call {
	if !steady[e.Kind] {
		r.changes++
	} else if slotted[e.Kind] && r.Slots > 0 && !r.Gaps() {
		if c := r.enterSlot(t, e); c != nil {
			return c
		}
	}
	c := t.enter()
	r.fill(c, t, e)
	return c
}

// leave takes that a call has returned.
func (r *Rank) leave(t *thread, e *event.Event) (*Call, Moment) {
	c, m := t.leave(e)
	if c == nil {
		return nil, m
	}
	if !steady[c.Kind] || c.RC != 0 {
		r.changes++
	}
	if r.threads.several() {
		r.threads.overlapped(t, c)
		r.threads.noteTogether(t, c)
	}
	if part := messageParts[c.Kind]; part == seesMessage || part == findsMessage {
		if which, ok := r.messages.foundBy(&c.recorded, c.Comm); ok {
			r.threads.probeReturned(t, c, which)
		}
	}
	if c.Sem.Polls && c.foundNothing() {
		r.messages.pollFoundNothing(c.End)
	}
	return c, m
}

// fill decodes an enter or once record.
func (r *Rank) fill(c *Call, t *thread, e *event.Event) {
	t.site(&c.Site, r.World, e)
	c.Kind, c.Large, c.Once, c.calm = e.Kind, e.Large, e.Phase == event.Once, false
	t.begin(c, e)
	c.In, c.NIn = e.A, int(e.N)
	c.InBlob = append(c.InBlob[:0], e.Blob...)
	c.Win, c.Comm, c.File, c.WinHandle, c.commHandle, c.FileHandle = nil, nil, nil, 0, 0, 0
	if c.asked.shared {
		c.asked.given, c.asked.shared = c.asked.resolved, false
	}
	c.Sem, c.asked.given, c.asked.aside, c.used.known = calls.Of(e.Kind), c.asked.given[:0], false, false
	c.used.parts[0].known, c.used.parts[1].known = false, false
	switch {
	case c.Sem.Repeats():
		r.resolveRepeated(c, t)
	case c.Sem.Request >= 0 || c.Sem.Requests >= 0:
		r.requests.resolve(&c.recorded, &c.asked)
	}
	if m := messageShapes[e.Kind]; m != nil { // of probes, too: they move nothing
		r.decodeMessage(m, c)
	}
	if i := c.Sem.Win; i >= 0 {
		c.WinHandle = c.In[i]
		c.Win = r.windows.window(c.WinHandle)
	}
	if i := c.Sem.Comm; i >= 0 {
		c.commHandle = c.In[i]
		c.Comm = r.objects.commOf(c.commHandle)
	}
	if c.Sem.RMA != calls.NoRMA {
		r.decodeRMA(c)
	}
	if i := c.Sem.File; i >= 0 {
		c.FileHandle = c.In[i]
		c.File = r.files.of(c.FileHandle)
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
		r.threads.of(int(e.Thread)).left = operandOf(e)
	case event.Lost:
		r.lose(e)
	case event.Thread:
		r.startThread(e)
	case event.Stray:
		r.stray(Stray{After: e.A[1] == 1,
			Site: tracker.Site{Rank: int32(r.World), Call: calls.Kind(e.A[0]), Ring: e.Thread, Seq: e.Seq, PC: e.PC}})
	case event.BindingUsed:
		t := r.threads.of(int(e.Thread))
		t.bindings = append(t.bindings, event.Binding(e.A[0]))
	case event.End:
		r.end.note(event.EndReason(e.A[0]), calls.Kind(e.A[1]), e.A[2] == 1)
	}
}

// probe takes what the MPI library says of a handle. A window or file that it knows exists.
func (r *Rank) probe(class calls.Class, h, answer int64) {
	r.objects.probe(h, answer)
	switch {
	case answer != 1:
	case class == calls.ClassWin:
		r.windows.strange(h)
	case class == calls.ClassFile:
		r.files.strange(h)
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
		r.windows.predefined(p, h)
	case calls.ClassFile:
		r.files.predefined(p, h)
	case calls.ClassRequest:
		r.requests.predefined(h)
	case calls.ClassMessage:
		r.messages.predefined(h)
	default:
		r.objects.predefined(p, h, e)
	}
}
