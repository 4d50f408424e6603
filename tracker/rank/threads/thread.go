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

// ProbeRace is a message that a thread has found by a probe and then receives, while another thread may take it.
type ProbeRace struct {
	Probe   tracker.Site
	Receive tracker.Site
	Taker   tracker.Site // the call of the other thread
	On      tracker.Object
}

// finding is a message that a thread has found by a probe, and the call by which it receives it.
type finding struct {
	probe, receive tracker.Site
	comm           *objects.Comm
	message        messages.Envelope
	from, to       uint64 // from the end of the probe to the begin of the receive; to is 0 before
}

// taking is a call that takes a message.
type taking struct {
	site  tracker.Site
	comm  *objects.Comm
	asked messages.Envelope
	at    uint64
}

// mostTakings is how many of the last such calls of a thread are kept.
const mostTakings = 8

// probing is what a thread has found, and what it has taken.
type probing struct {
	finding
	taken [mostTakings]taking
	next  int
}

// collCall is a collective call, and when its thread was in it.
type collCall struct {
	site     tracker.Site
	on       tracker.Object
	from, to uint64
}

// used returns the bindings through which the thread has called MPI.
func (t *Thread) used() []event.Binding {
	if len(t.Bindings) == 0 {
		return []event.Binding{event.BindingC}
	}
	return t.Bindings
}

// lose forgets the open calls: their leave records may be among the missing.
func (t *Thread) lose() {
	for len(t.Stack) > 0 {
		t.Pop()
	}
}
