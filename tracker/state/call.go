package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Moment is the side of a call that an event stands for.
type Moment uint8

const (
	// NoCall: the event is not an MPI call.
	NoCall Moment = iota
	// Entered: the program has made the call; the state is still the old one.
	Entered
	// Returned: the call has returned with its results.
	Returned
)

// Call is one MPI call of one rank. It is valid until the call's last event
// has been applied.
type Call struct {
	Site  tracker.Site
	Kind  calls.Kind
	Sem   *calls.Sem // what a call of this kind means
	Large bool
	Time  uint64 // ticks when it was entered
	End   uint64 // ticks when it returned

	In     [event.MaxWords]int64 // the arguments, see event.Event
	NIn    int
	InBlob []byte

	RC      int64 // return code; 0 is MPI_SUCCESS in every flavour
	Out     []int64
	outBlob []byte

	// Win and Comm are the objects the call acts on, nil if it names none or
	// an unknown one; WinHandle and CommHandle are the raw handles.
	Win        *Win
	WinHandle  int64
	Comm       *Comm
	commHandle int64
	// File is the same for files.
	File       *File
	FileHandle int64

	// Sends and Receives are what a call on messages sends, and what it has room for;
	// of a call that creates a request, what its operation does. One that moves
	// nothing has neither.
	Sends, Receives op.Data

	// RMA holds the decoded arguments of a communication call on a window, IO
	// those of a data access on a file.
	RMA RMA
	IO  IO

	// Heap is what the program's heap says of the call's buffers.
	Heap []HeapFault
	// Null says which arguments are NULL where MPI needs the address of a result: bit i is that of argument i in C.
	Null int64

	asked asked
	used  used
	told  callTold

	left   operand
	once   bool
	judged Judged
	slot   *slot // that it is of; nil: none
	alone  bool  // of a call with a slot: its thread is in no other one
	calm   bool  // see Rank.calm; nothing is known of calls without a slot
	out    [event.MaxWords]int64
}

// asked are the requests that a call was given.
type asked struct {
	given    []given
	resolved []given // what that storage holds of this call and earlier ones, as of so many changes of the rank's requests
	changes  int
	aside    bool // some of given are set aside
	shared   bool // given belongs to the thread (waited)
}

// used is the memory that a call uses, as far as it was asked for.
type used struct {
	list  []Memory // see memoryOf
	known bool     // it has been asked for
	parts calledParts
}

// callTold is what the ops of a call have told other ranks.
type callTold struct {
	sent, received message
	arrived        int64 // Op.N of its Arrives op; 0: there is none
	began          int64 // the rank's records when it was entered
	touched        int64 // the number of its touches; 0: there are none
}

// Object is what the call acts on; the zero value if that is nothing, or unknown.
func (c *Call) Object() tracker.Object {
	switch {
	case c.Win != nil:
		return c.Win.Object()
	case c.File != nil:
		return c.File.Object()
	case c.Comm != nil:
		return c.Comm.Object()
	}
	return tracker.Object{}
}

// Arg returns the argument of the given name; 0 if the call has none.
func (c *Call) Arg(name string) int64 {
	i := calls.ArgIndex(c.Kind, name)
	if i < 0 || i >= c.NIn {
		return 0
	}
	return c.In[i]
}

// OutWord returns the i-th result after the return code, or 0.
func (c *Call) OutWord(i int) int64 {
	if i < len(c.Out) {
		return c.Out[i]
	}
	return 0
}

// ok reports whether the call returned MPI_SUCCESS.
func (c *Call) ok() bool { return c.RC == 0 }

// foundNothing reports whether the call, which has returned, polls and has found nothing.
func (c *Call) foundNothing() bool {
	found := c.Sem.Flag
	if found < 0 {
		found = c.Sem.OutCount
	}
	return c.Sem.Polls && c.ok() && c.OutWord(int(found)) == 0
}

// made returns the handle of the object that the call has returned.
func (c *Call) made() int64 { return c.OutWord(int(c.Sem.MakesOut)) }

// request returns the handle of the request that the call has returned.
func (c *Call) request() int64 { return c.OutWord(int(c.Sem.StartsOut)) }

// leaveWord returns the result of the given name, 0 if the record has none.
func (c *Call) leaveWord(name string) int64 {
	i := c.Sem.LeaveWord(name)
	if i < 0 {
		return 0
	}
	return c.OutWord(i)
}
