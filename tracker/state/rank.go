package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
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

// lastSeen says, after the last event, in which calls its threads were last seen. struck: it was killed by a fault of its own, or just
// after it had entered the call.
func (e *end) lastSeen(in []tracker.Site, struck bool) { e.within, e.struck = in, struck }

// NewRank returns the view of a rank before its first event.
func NewRank(c Config) *Rank {
	r := &Rank{reading: newReading(c)}
	d := &r.reading
	r.objects.begin(d)
	r.memory.begin(d)
	r.messages.begin(d)
	r.requests.flavour, r.requests.inUse = d.Flavour, &r.memory.inUse
	r.windows.reading, r.windows.flavour = d, d.Flavour
	r.files.reading, r.files.flavour = d, d.Flavour
	r.threads.reading, r.sessions.reading = d, d
	return r
}

// Feed takes the next event. If it is a side of an MPI call, it returns the
// call and the side, and Apply must follow before the next Feed.
func (r *Rank) Feed(e *event.Event) (*Call, Moment) {
	r.Records++
	r.lastTime = e.Time
	if e.Kind >= calls.MaxKind {
		r.note(e)
		return nil, NoCall
	}
	t := r.threads.of(int(e.Thread))
	if e.Phase == event.Leave {
		c, m := t.leave(e)
		if c != nil && len(r.threads.list) > 1 {
			r.threads.overlapped(t, c)
			r.threads.noteTogether(t, c)
		}
		if c != nil && (messageParts[c.Kind] == seesMessage || messageParts[c.Kind] == findsMessage) {
			if which, ok := r.messages.foundBy(c); ok {
				r.threads.probeReturned(t, c, which)
			}
		}
		if c != nil && c.foundNothing() {
			r.messages.foundNothing = c.End
		}
		return c, m
	}
	c := t.enter()
	r.fill(c, t, e)
	setSite(&r.LastSite, r, t, e)
	if len(r.threads.list) > 1 {
		t.note(c)
	}
	if len(r.threads.list) > 1 || t.probing != nil {
		want, receives := r.messages.posted(c)
		r.threads.probesEntered(t, c, want, receives)
	}
	return c, Entered
}

// fill decodes an enter or once record.
func (r *Rank) fill(c *Call, t *thread, e *event.Event) {
	setSite(&c.Site, r, t, e)
	c.Kind, c.Large, c.Time, c.End = e.Kind, e.Large, e.Time, 0
	c.once = e.Phase == event.Once
	if c.left = t.left; t.left.width != 0 {
		t.left = operand{}
	}
	c.In, c.NIn = e.A, int(e.N)
	c.InBlob = append(c.InBlob[:0], e.Blob...)
	c.RC, c.Out, c.OutBlob, c.arrived, c.touched = 0, nil, nil, 0, 0
	c.Win, c.Comm, c.File, c.WinHandle, c.CommHandle, c.FileHandle = nil, nil, nil, 0, 0, 0
	c.Sem, c.given, c.aside, c.usesKnown = calls.Of(e.Kind), c.given[:0], false, false
	c.Heap = nil
	if len(t.heap) > 0 {
		c.Heap, t.heap = t.heap, nil
	}
	c.parts[0].known, c.parts[1].known = false, false
	if c.Sem.Request >= 0 || c.Sem.Requests >= 0 {
		r.requests.resolve(c)
	}
	if messageParts[e.Kind] != noPart {
		c.sent, c.received = message{}, message{}
	}
	if m := messageShapes[e.Kind]; m != nil { // of probes, too: they move nothing
		m.decode(r, c)
	}
	if i := c.Sem.Win; i >= 0 {
		c.WinHandle = c.In[i]
		c.Win = r.windows.window(c.WinHandle)
	}
	if i := c.Sem.Comm; i >= 0 {
		c.CommHandle = c.In[i]
		c.Comm = r.objects.comms.Get(c.CommHandle)
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

// setSite makes s the site of a rank's event. Field by field: copying a site
// that has just been written in pieces would make the processor wait.
func setSite(s *tracker.Site, r *Rank, t *thread, e *event.Event) {
	s.Rank, s.Call, s.Ring, s.Seq, s.Thread, s.PC = int32(r.World), e.Kind, e.Thread, e.Seq, t.number, e.PC
}

// note applies a record that is not a call.
func (r *Rank) note(e *event.Event) {
	switch e.Kind {
	case event.Predef:
		r.predef(e)
	case event.Probe:
		if e.A[2] >= 0 {
			r.objects.probes[e.A[1]] = e.A[2] == 1
		}
		switch {
		case e.A[2] != 1:
		case calls.Class(e.A[0]) == calls.ClassWin:
			r.windows.strange(e.A[1])
		case calls.Class(e.A[0]) == calls.ClassFile:
			r.files.strange(e.A[1])
		}
	case event.Value:
		r.threads.of(int(e.Thread)).left = operandOf(e)
	case event.Lost:
		for _, t := range r.threads.list {
			t.left = operand{}
		}
		r.lose(e)
	case event.Thread:
		r.threads.startThread(e)
	case event.Stray:
		r.threads.strays = append(r.threads.strays, Stray{After: e.A[1] == 1,
			Site: tracker.Site{Rank: int32(r.World), Call: calls.Kind(e.A[0]), Ring: e.Thread, Seq: e.Seq, PC: e.PC}})
	case event.BindingUsed:
		t := r.threads.of(int(e.Thread))
		t.bindings = append(t.bindings, event.Binding(e.A[0]))
	case event.End:
		r.end.reason, r.end.in, r.end.success = event.EndReason(e.A[0]), calls.Kind(e.A[1]), e.A[2] == 1
	}
}

// predef records a predefined handle.
func (r *Rank) predef(e *event.Event) {
	p := calls.PredefByID(uint16(e.A[2]))
	if p == nil {
		return
	}
	h := e.A[1]
	switch p.Class {
	case calls.ClassDatatype:
		r.objects.types.Predef(e)
	case calls.ClassOp:
		r.objects.ops.Put(h, predefOp(p))
	case calls.ClassComm:
		r.objects.comms.Put(h, r.objects.predefComm(p))
	case calls.ClassGroup:
		r.objects.groups.Put(h, &Group{Header: object.Predefined(p)})
	case calls.ClassWin:
		r.windows.table.Put(h, &Win{Header: object.Predefined(p), Label: p.Name})
	case calls.ClassFile:
		r.files.table.Put(h, &File{Header: object.Predefined(p), Label: p.Name})
	case calls.ClassRequest:
		r.requests.null = h
	case calls.ClassMessage:
		r.messages.null = h
	case calls.ClassInfo:
		r.objects.infos.Put(h, &Info{Header: object.Predefined(p), Unknown: p.Name == "MPI_INFO_ENV"})
	case calls.ClassSession:
		r.objects.sessions.Put(h, &Session{Header: object.Predefined(p)})
	case calls.ClassErrhandler:
		r.objects.errhandlers.Put(h, &Errhandler{Header: object.Predefined(p)})
	}
}

// window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if it was not created by a recorded call.
func (ws *windows) window(h int64) *Win { return ws.table.Get(h) }

// living returns the windows that have not been freed, in order of creation.
func (ws *windows) living() []*Win { return ws.table.Living() }

// living returns the files that have not been closed, in order of opening.
func (fs *files) living() []*File { return fs.table.Living() }

// group returns the group of a handle, freed ones included; nil if unknown.
func (o *objects) group(h int64) *Group { return o.groups.Get(h) }

// commOf returns the communicator of a handle, freed ones included.
func (o *objects) commOf(h int64) *Comm { return o.comms.Get(h) }

// probed says whether the MPI library itself knows the handle of an object that
// was not created by a recorded call; known is false if the library was not
// asked. In no MPI does an object have the handle 0.
func (o *objects) probed(h int64) (valid, known bool) {
	if h == 0 {
		return false, true
	}
	valid, known = o.probes[h]
	return valid, known
}

// openCall returns the innermost call that the thread with ring i has not returned
// from.
func (ts *threads) openCall(i int) *Call {
	if i >= len(ts.list) || len(ts.list[i].stack) == 0 {
		return nil
	}
	s := ts.list[i].stack
	return s[len(s)-1]
}

// KilledCall returns the call that a process without an End record was in, in the thread with ring i; nil
// if there is none. Records do not say that a call with one record has not returned: the ring does.
func (r *Rank) KilledCall(i int) *Call {
	if r.end.reason != 0 || r.sessions.finalized || i >= len(r.threads.list) {
		return nil
	}
	if c := r.threads.openCall(i); c != nil {
		return c
	}
	free := r.threads.list[i].free
	if len(free) == 0 {
		return nil
	}
	c := free[len(free)-1]
	in := func(s tracker.Site) bool { return s.Ring == c.Site.Ring && s.Call == c.Kind && s.PC == c.Site.PC }
	if !c.once || !slices.ContainsFunc(r.end.within, in) {
		return nil
	}
	return c
}

// EndedCall returns the call that ended the process, such as one with an error that
// is fatal; nil if there is none or that is unknown. A process without an End
// record may have been killed while it waited.
func (r *Rank) EndedCall() *Call {
	ring := int(r.LastSite.Ring)
	if r.sessions.finalized || ring >= len(r.threads.list) {
		return nil
	}
	c := r.threads.openCall(ring)
	switch free := r.threads.list[ring].free; {
	case r.end.reason == event.EndExit && r.end.in == r.LastSite.Call:
		if c == nil && len(free) > 0 {
			c = free[len(free)-1] // with one record only, it counts as over
		}
	case r.end.reason != 0 || c == nil || c.Sem.Blocks != calls.NeverBlocks || c.Sem.Match != calls.NotMatched:
		return nil
	}
	if c == nil || c.Site != r.LastSite {
		return nil
	}
	return c
}

// EndedBeside returns the call of another thread in which the process ended while MPI_Finalize had not returned; 0 if there is
// none, or if another finding says so.
func (r *Rank) EndedBeside() calls.Kind {
	at := r.sessions.finalizedAt
	if r.end.reason != event.EndExit || r.end.in == 0 || r.end.in == calls.Finalize || r.end.in == calls.Abort || at.Call != calls.Finalize ||
		r.mayGoOn() || r.threads.beset || len(r.threads.strays) > 0 || len(r.threads.list) < 2 {
		return 0
	}
	c := r.threads.openCall(int(at.Ring))
	if c == nil || c.Kind != calls.Finalize { // it has returned, or made a call itself
		return 0
	}
	return r.end.in
}

// rings returns how many rings the threads of the rank have used.
func (ts *threads) rings() int { return len(ts.list) }
