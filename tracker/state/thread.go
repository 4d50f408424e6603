package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// The thread levels that forbid some calls.
const (
	threadSingle     = "MPI_THREAD_SINGLE"
	threadFunneled   = "MPI_THREAD_FUNNELED"
	threadSerialized = "MPI_THREAD_SERIALIZED"
	threadMultiple   = "MPI_THREAD_MULTIPLE"
)

// thread follows the nesting of calls on one thread: user callbacks may make
// MPI calls inside MPI calls.
type thread struct {
	number  uint32 // in order of first MPI call
	started bool   // its Thread record has come

	stack []*Call
	free  []*Call
	slots slots
	done  *Call        // the last call that it has returned from; nil: there is none
	first tracker.Site // its first call, apart from those that are always allowed (Anytime); unknown if its Call is 0
	last  tracker.Site // its last one, apart from those and from calls made inside another one
	since uint64
	coll  collCall // the last collective call that has returned

	bindings []event.Binding // noted so far
	null     int64           // arguments of the next call, see Call.Null
	heap     []HeapFault     // of the next call's buffers
	left     operand         // of its next call

	probesMatched bool // it looks for messages with MPI_Improbe
	probing       *probing

	waited waited
}

// of returns the state of the thread that has ring i; it creates it if needed.
func (ts *threads) of(i int) *thread {
	if i >= len(ts.list) {
		ts.more(i)
	}
	return ts.list[i]
}

// more creates the states of threads up to that of ring i.
func (ts *threads) more(i int) {
	for len(ts.list) <= i {
		ts.list = append(ts.list, &thread{number: uint32(len(ts.list))})
	}
	ts.reading.changes++
}

// maxOpen is how many calls of one thread may be open. Callbacks nest two or
// three; the others are calls from which an error handler jumped away.
const maxOpen = 64

func (t *thread) enter() *Call {
	var c *Call
	if n := len(t.free); n > 0 {
		c, t.free = t.free[n-1], t.free[:n-1]
	} else {
		c = &Call{}
	}
	t.push(c)
	return c
}

// push makes c the innermost open call.
func (t *thread) push(c *Call) {
	if len(t.stack) == maxOpen {
		t.release(t.stack[0])
		t.stack = append(t.stack[:0], t.stack[1:]...)
	}
	t.stack = append(t.stack, c)
}

// release takes back a call that is no longer open.
func (t *thread) release(c *Call) {
	t.done = c
	if c.slot != nil {
		c.slot.busy = false
		return
	}
	if cap(c.InBlob) > keepBlob {
		c.InBlob, c.asked.given, c.asked.resolved = nil, nil, nil
	}
	t.free = append(t.free, c)
}

// leave completes the innermost open call of the kind; an orphan leave (its
// enter was lost) is dropped.
func (t *thread) leave(e *event.Event) (*Call, Moment) {
	for i := len(t.stack) - 1; i >= 0; i-- {
		c := t.stack[i]
		if c.Kind != e.Kind {
			continue
		}
		for _, lost := range t.stack[i+1:] { // their leave records are missing
			t.release(lost)
		}
		t.stack = t.stack[:i+1]
		c.End = e.Time
		n := copy(c.out[:], e.Words())
		c.RC = 0
		c.Out = c.out[:0]
		if n > 0 {
			c.RC = c.out[0]
			c.Out = c.out[1:n]
		}
		c.outBlob = e.Blob
		return c, Returned
	}
	return nil, NoCall
}

// keepBlob is how much memory a call keeps for the blob of the next one: that of a
// wait for 4,000 requests.
const keepBlob = 32 << 10

func (t *thread) pop() {
	n := len(t.stack) - 1
	c := t.stack[n]
	t.stack = t.stack[:n]
	t.release(c)
}

// startThread takes the first record of a thread, which may have taken over the
// ring of one that has ended.
func (ts *threads) startThread(e *event.Event) {
	t := ts.of(int(e.Thread))
	if t.started {
		ts.endThread(t)
	}
	t.started = true
	most := ts.reading.Records + ts.reading.Lost // each thread has a record
	if e.N > 3 && e.A[3] >= 0 && e.A[3] <= most {
		t.number = uint32(e.A[3])
	}
	if k := calls.Kind(e.A[2]); e.N > 2 && k < calls.MaxKind && e.A[1] == 0 && !calls.Of(k).Anytime {
		t.first = tracker.Site{Rank: int32(ts.reading.World), Call: k, Ring: e.Thread, Seq: e.Seq, Thread: t.number, PC: e.PC}
	}
}

// maxEnded bounds the threads whose first calls are kept beyond their end.
const maxEnded = 1 << 16

// endThread makes t ready for the next thread with its ring. The time of the
// last call stays: it may lie within a call of another thread.
func (ts *threads) endThread(t *thread) {
	for len(t.stack) > 0 { // it was ended in a call
		t.pop()
	}
	if ts.reading.OneThread() && t.number > 0 && !t.first.IsZero() && len(ts.ended.first) < maxEnded {
		ts.ended.first = append(ts.ended.first, t.first)
	}
	for _, b := range t.used() {
		if !slices.Contains(ts.ended.bindings, b) {
			ts.ended.bindings = append(ts.ended.bindings, b)
		}
	}
	t.first, t.bindings, t.probing = tracker.Site{}, nil, nil
}

// note takes a call that a thread has entered.
func (t *thread) note(c *Call) {
	if c.Sem.Anytime {
		return
	}
	if t.first.IsZero() {
		t.first = c.Site
	}
	if len(t.stack) == 1 {
		t.last, t.since = c.Site, c.Time
	}
}

// forbidden lists the first calls of the threads that may not make any: all
// but the one that initialized MPI, where the library provides no more than
// MPI_THREAD_FUNNELED.
func (ts *threads) forbidden() []tracker.Site {
	if !ts.reading.OneThread() {
		return nil
	}
	out := slices.Clone(ts.ended.first)
	for _, t := range ts.list {
		if t.number > 0 && !t.first.IsZero() {
			out = append(out, t.first)
		}
	}
	return out
}

// Threaded reports whether a thread may make calls while another one is in a call.
func (d *reading) Threaded() bool {
	return d.ThreadLevel != threadSerialized && !d.OneThread()
}

// OneThread reports whether only the thread that initialized MPI may call it.
func (d *reading) OneThread() bool {
	return d.ThreadLevel == threadSingle || d.ThreadLevel == threadFunneled
}

// begin takes what each record of a call has of its own: when it is made, and what has come before it.
func (t *thread) begin(c *Call, e *event.Event) {
	c.Time, c.End = e.Time, 0
	c.RC, c.Out, c.outBlob, c.told.arrived, c.told.touched = 0, nil, nil, 0, 0
	if c.left = t.left; t.left.width != 0 {
		t.left = operand{}
	}
	c.Null, t.null = t.null, 0
	c.Heap = nil
	if len(t.heap) > 0 {
		c.Heap, t.heap = t.heap, nil
	}
	if messageParts[c.Kind] != noPart {
		c.told.sent, c.told.received = message{}, message{}
	}
}

// site makes s the site of an event of the thread of a rank in MPI_COMM_WORLD. Field by field: copying a site
// that has just been written in pieces would make the processor wait.
func (t *thread) site(s *tracker.Site, world int, e *event.Event) {
	s.Rank, s.Call, s.Ring, s.Seq, s.Thread, s.PC = int32(world), e.Kind, e.Thread, e.Seq, t.number, e.PC
}
