package threads

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// Thread follows the nesting of calls on one thread: user callbacks may make
// MPI calls inside MPI calls.
type Thread struct {
	number  uint32 // in order of first MPI call
	started bool   // its Thread record has been read

	Stack []*call.Call
	free  []*call.Call
	Slots call.Slots
	done  *call.Call   // the last call that returned; nil: none
	first tracker.Site // the first call, except calls that are always allowed (Anytime); Call is 0 if unknown
	last  tracker.Site // the last call, except Anytime calls and calls inside another call
	since uint64
	coll  collCall // the last collective call that returned
	heard uint64   // when the last call returned, from which the thread may have gained knowledge

	Bindings []event.Binding  // recorded so far
	Null     int64            // for the next call, see Call.Null
	Heap     []call.HeapFault // for the next call, see Call.Heap
	Left     call.Operand     // for the next call, see Call.Left

	ProbesMatched bool // it has called MPI_Improbe
	Probing       *probing

	Waited requests.Waited
	Spin   Spin
}

// maxOpen bounds the open calls of a thread. Callbacks nest two or three deep; further open calls are calls that an
// error handler left by a jump.
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

// release keeps a call that is no longer open, for reuse.
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

// keepBlob bounds the bytes of a blob that a Call keeps for reuse: enough for a wait for 4,000 requests.
const keepBlob = 32 << 10

func (t *Thread) Pop() {
	n := len(t.Stack) - 1
	c := t.Stack[n]
	t.Stack = t.Stack[:n]
	t.release(c)
}

// Note notes a call that the thread has entered.
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

// Begin sets the fields of c that differ for each record: its time, and the notes recorded before it.
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

// Site sets s to the site of an event of this thread. Field by field: copying a site that was just written in pieces
// would stall the processor.
func (t *Thread) Site(s *tracker.Site, world int, e *event.Event) {
	s.Rank, s.Call, s.Ring, s.Seq, s.Thread, s.PC = int32(world), e.Kind, e.Thread, e.Seq, t.number, e.PC
}

// ProbeRace is a message that a thread found by a probe and then receives, while another thread may take it.
type ProbeRace struct {
	Probe   tracker.Site
	Receive tracker.Site
	Taker   tracker.Site // the call of the other thread
	On      tracker.Object
}

// finding is a message that a thread found by a probe, and the call that receives it.
type finding struct {
	probe, receive tracker.Site
	comm           *objects.Comm
	message        messages.Envelope
	from, to       uint64 // end of the probe and entry of the receive; to is 0 before the receive
}

// taking is a call that takes a message.
type taking struct {
	site  tracker.Site
	comm  *objects.Comm
	asked messages.Envelope
	at    uint64
}

// mostTakings bounds the takings that are kept for a thread.
const mostTakings = 8

// probing holds the last message that a thread has found, and the messages that it has taken.
type probing struct {
	finding
	taken [mostTakings]taking
	next  int
}

// collCall is a collective call with its times.
type collCall struct {
	site     tracker.Site
	on       tracker.Object
	starts   bool // a nonblocking operation: others may be under way
	from, to uint64
	heard    uint64 // Thread.heard before the call
}

// used returns the bindings through which the thread has called MPI.
func (t *Thread) used() []event.Binding {
	if len(t.Bindings) == 0 {
		return []event.Binding{event.BindingC}
	}
	return t.Bindings
}

// lose forgets the open calls: their leave records may be missing.
func (t *Thread) lose() {
	for len(t.Stack) > 0 {
		t.Pop()
	}
}
