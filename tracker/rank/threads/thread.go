package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// Thread follows the nesting of calls on one thread: user callbacks may make
// MPI calls inside MPI calls.
type Thread struct {
	number  uint32 // in order of first MPI call
	started bool   // its Thread record has come

	Stack []*call.Call
	free  []*call.Call
	Slots call.Slots
	done  *call.Call   // the last call that it has returned from; nil: there is none
	first tracker.Site // its first call, apart from those that are always allowed (Anytime); unknown if its Call is 0
	last  tracker.Site // its last one, apart from those and from calls made inside another one
	since uint64
	coll  collCall // the last collective call that has returned

	Bindings []event.Binding  // noted so far
	Null     int64            // arguments of the next call, see Call.Null
	Heap     []call.HeapFault // of the next call's buffers
	Left     call.Operand     // of its next call

	ProbesMatched bool // it looks for messages with MPI_Improbe
	Probing       *probing

	Waited requests.Waited
}

// Of returns the state of the thread that has ring i; it creates it if needed.
func (ts *Threads) Of(i int) *Thread {
	if i >= len(ts.List) {
		ts.more(i)
	}
	return ts.List[i]
}

// more creates the states of threads up to that of ring i.
func (ts *Threads) more(i int) {
	for len(ts.List) <= i {
		ts.List = append(ts.List, &Thread{number: uint32(len(ts.List))})
	}
	ts.reading.Changes++
}

// maxOpen is how many calls of one thread may be open. Callbacks nest two or
// three; the others are calls from which an error handler jumped away.
const maxOpen = 64

func (t *Thread) Enter() *call.Call {
	var c *call.Call
	if n := len(t.free); n > 0 {
		c, t.free = t.free[n-1], t.free[:n-1]
	} else {
		c = &call.Call{}
	}
	t.Push(c)
	return c
}

// Push makes c the innermost open call.
func (t *Thread) Push(c *call.Call) {
	if len(t.Stack) == maxOpen {
		t.release(t.Stack[0])
		t.Stack = append(t.Stack[:0], t.Stack[1:]...)
	}
	t.Stack = append(t.Stack, c)
}

// release takes back a call that is no longer open.
func (t *Thread) release(c *call.Call) {
	t.done = c
	if c.Slot != nil {
		c.Slot.Busy = false
		return
	}
	if cap(c.InBlob) > keepBlob {
		c.InBlob = nil
		c.Asked.Release()
	}
	t.free = append(t.free, c)
}

// Leave completes the innermost open call of the kind; an orphan leave (its
// enter was lost) is dropped.
func (t *Thread) Leave(e *event.Event) (*call.Call, record.Moment) {
	for i := len(t.Stack) - 1; i >= 0; i-- {
		c := t.Stack[i]
		if c.Kind != e.Kind {
			continue
		}
		for _, lost := range t.Stack[i+1:] { // their leave records are missing
			t.release(lost)
		}
		t.Stack = t.Stack[:i+1]
		c.End = e.Time
		n := copy(c.Words[:], e.Words())
		c.RC = 0
		c.Out = c.Words[:0]
		if n > 0 {
			c.RC = c.Words[0]
			c.Out = c.Words[1:n]
		}
		c.OutBlob = e.Blob
		return c, record.Returned
	}
	return nil, record.NoCall
}

// keepBlob is how much memory a call keeps for the blob of the next one: that of a
// wait for 4,000 requests.
const keepBlob = 32 << 10

func (t *Thread) Pop() {
	n := len(t.Stack) - 1
	c := t.Stack[n]
	t.Stack = t.Stack[:n]
	t.release(c)
}

// StartThread takes the first record of a thread, which may have taken over the
// ring of one that has ended.
func (ts *Threads) StartThread(e *event.Event) {
	t := ts.Of(int(e.Thread))
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
func (ts *Threads) endThread(t *Thread) {
	for len(t.Stack) > 0 { // it was ended in a call
		t.Pop()
	}
	if ts.reading.OneThread() && t.number > 0 && !t.first.IsZero() && len(ts.ended.first) < maxEnded {
		ts.ended.first = append(ts.ended.first, t.first)
	}
	for _, b := range t.used() {
		if !slices.Contains(ts.ended.bindings, b) {
			ts.ended.bindings = append(ts.ended.bindings, b)
		}
	}
	t.first, t.Bindings, t.Probing = tracker.Site{}, nil, nil
}

// Note takes a call that a thread has entered.
func (t *Thread) Note(c *call.Call) {
	if c.Sem.Anytime {
		return
	}
	if t.first.IsZero() {
		t.first = c.Site
	}
	if len(t.Stack) == 1 {
		t.last, t.since = c.Site, c.Time
	}
}

// Forbidden lists the first calls of the threads that may not make any: all
// but the one that initialized MPI, where the library provides no more than
// MPI_THREAD_FUNNELED.
func (ts *Threads) Forbidden() []tracker.Site {
	if !ts.reading.OneThread() {
		return nil
	}
	out := slices.Clone(ts.ended.first)
	for _, t := range ts.List {
		if t.number > 0 && !t.first.IsZero() {
			out = append(out, t.first)
		}
	}
	return out
}

// Begin takes what each record of a call has of its own: when it is made, and what has come before it.
func (t *Thread) Begin(c *call.Call, e *event.Event) {
	c.Time, c.End = e.Time, 0
	c.RC, c.Out, c.OutBlob, c.Told.Arrived, c.Told.Touched = 0, nil, nil, 0, 0
	if c.Left = t.Left; t.Left.Width != 0 {
		t.Left = call.Operand{}
	}
	c.Null, t.Null = t.Null, 0
	c.Heap = nil
	if len(t.Heap) > 0 {
		c.Heap, t.Heap = t.Heap, nil
	}
	if messages.MessageParts[c.Kind] != messages.NoPart {
		c.Told.Sent, c.Told.Received = messages.Message{}, messages.Message{}
	}
}

// Site makes s the site of an event of the thread of a rank in MPI_COMM_WORLD. Field by field: copying a site
// that has just been written in pieces would make the processor wait.
func (t *Thread) Site(s *tracker.Site, world int, e *event.Event) {
	s.Rank, s.Call, s.Ring, s.Seq, s.Thread, s.PC = int32(world), e.Kind, e.Thread, e.Seq, t.number, e.PC
}
