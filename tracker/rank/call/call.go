package call

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Call is one MPI call of one rank. It is valid until the call's last event
// has been applied.
type Call struct {
	record.Call

	// Win and Comm are the objects the call acts on, nil if it names none or
	// an unknown one; WinHandle and CommHandle are the raw handles.
	Win        *windows.Win
	WinHandle  int64
	Comm       *objects.Comm
	CommHandle int64
	// File is the same for files.
	File       *files.File
	FileHandle int64

	// Sends and Receives are what a call on messages sends, and what it has room for;
	// of a call that creates a request, what its operation does. One that moves
	// nothing has neither.
	Sends, Receives op.Data

	// RMA holds the decoded arguments of a communication call on a window, IO
	// those of a data access on a file.
	RMA windows.RMA
	IO  files.IO

	// Heap is what the program's heap says of the call's buffers.
	Heap []HeapFault
	// Null says which arguments are NULL where MPI needs the address of a result: bit i is that of argument i in C.
	Null int64

	requests.Asked
	Used used
	Told callTold

	Left   Operand
	Judged Judged
	Slot   *slot // that it is of; nil: none
	Alone  bool  // of a call with a slot: its thread is in no other one
	Calm   bool  // see Rank.calm; nothing is known of calls without a slot
}

// used is the memory that a call uses, as far as it was asked for.
type used struct {
	List  []Memory // see memoryOf
	Known bool     // it has been asked for
	Parts messages.CalledParts
}

// callTold is what the ops of a call have told other ranks.
type callTold struct {
	Sent, Received messages.Message
	Arrived        int64 // Head.N of its op.Arrive; 0: there is none
	Began          int64 // the rank's records when it was entered
	Touched        int64 // the number of its touches; 0: there are none
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
