package call

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
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

// MPI programs are loops: millions of records come from some hundred distinct calls. A slot keeps one of these decoded.
//
// A slot stands for the calls of one thread that have the same place in the program, kind and arguments: object, peer,
// tag, count, datatype, operation. Only the addresses of buffers and of results, and the displacement in a window, may
// vary: they are taken from each record. The slot holds the Call itself, so all that follows from its arguments alone
// is there the next time: the objects behind the handles, the memory that it uses, the data of a collective call,
// and what rules have found out about the arguments (Judged).
//
// A slot is valid as long as the rank has made steady calls alone since the slot was filled. A steady call moves data,
// completes operations, or synchronizes. It makes, changes and frees no object, and what it does change - epochs,
// requests, memory in use - is never kept in a slot. Any other call or record, and a call that has failed, counts
// in reading.changes: then all slots are filled again when their call comes.
//
// A thread finds the slot of a record behind the slot of the record before, as loops do the same again; by a hash if
// the program does something else.
type slot struct {
	Call
	shape   uint64   // see shapeOf
	hash    uint64   // see hashOf
	vary    uint16   // the words that may differ
	Busy    bool     // its call has not returned
	Stores  bool     // it may store to memory of windows
	Changes int64    // reading.changes when it was filled; notKept: it must be filled for each call
	next    [2]*slot // the slots that followed it, the last one first
}

// Judged is what rules have found out about the arguments of a call, which stays the same as long as its slot is valid.
// Unless Known, nothing is noted of the arguments that do not vary; unless Moving, nothing of the addresses.
type Judged struct {
	Signs, Moved  uint16
	Known, Moving bool
	// Silent: rules on arguments have nothing to say about a call with these signs.
	Silent    bool
	SilentFor uint16
}

// HeapFault is memory of a call that is not in its block of the program's heap.
type HeapFault struct {
	What        event.MemoryState
	Arg         int8  // the argument that has it, a position in Sem.Enter of the call
	Part        int   // the part of a buffer that has a displacement for each part; else -1
	Lo, Hi      int64 // the memory, of a buffer of many pieces the first one that is at fault
	Block, Size int64 // the block: its address, and how many bytes the program asked for
}
