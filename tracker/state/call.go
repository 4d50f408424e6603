package state

import (
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
	recorded

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

	asked
	used used
	told callTold

	left   operand
	judged Judged
	slot   *slot // that it is of; nil: none
	alone  bool  // of a call with a slot: its thread is in no other one
	calm   bool  // see Rank.calm; nothing is known of calls without a slot
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
	arrived        int64 // Head.N of its op.Arrive; 0: there is none
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
