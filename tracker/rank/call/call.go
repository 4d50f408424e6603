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

// Call is an MPI call of a rank. It is valid until its last event has been applied.
type Call struct {
	record.Call

	// Win and Comm are the objects that the call acts on, nil if it names none or an unknown object; WinHandle and
	// CommHandle are the raw handles.
	Win        *windows.Win
	WinHandle  int64
	Comm       *objects.Comm
	CommHandle int64
	// File and FileHandle are the same for files.
	File       *files.File
	FileHandle int64

	// Sends and Receives are the data that a call on messages sends, and the buffer into which it receives; for a call
	// that creates a request, of its operation. They are zero if the call moves no such data.
	Sends, Receives op.Data

	// RMA holds the decoded arguments of an RMA communication call, IO of a data access on a file.
	RMA windows.RMA
	IO  files.IO

	// Heap holds the faults of the call's buffers that the program's heap found.
	Heap []HeapFault
	// Null has bit i set if argument i in C is NULL where MPI needs the address of a result.
	Null int64

	requests.Asked
	Used used
	Told callTold

	Left   Operand
	Judged Judged
	Slot   *slot // the slot that holds this call; nil: none
	Alone  bool  // for a call with a slot: its thread is in no other call
	Calm   bool  // see Rank.calm; false for calls without a slot
}

// used caches the memory that a call uses.
type used struct {
	List  []Memory // see memory.Memory.Of
	Known bool     // List is valid
	Parts messages.CalledParts
}

// callTold holds the parts of a call's earlier ops that later ops refer to.
type callTold struct {
	Sent, Received messages.Message
	Arrived        int64 // Head.N of its op.Arrive or op.Access; 0: none
	Began          int64 // the rank's records at its entry
	Touched        int64 // number of its touches; 0: none
}

// Object returns the object that the call acts on; the zero value if there is none, or it is unknown.
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

// MPI programs are loops: millions of records come from some hundred distinct calls. A slot keeps one such call
// decoded.
//
// A slot stands for the calls of a thread with the same place in the program, kind and arguments: object, peer, tag,
// count, datatype, operation. Only the addresses of buffers and results, and the displacement in a window, may vary:
// they are taken from each record. The slot holds the Call itself, so everything that follows from its arguments alone
// is there the next time: the objects of its handles, the memory that it uses, the data of a collective call, and
// results of rules about the arguments (Judged).
//
// A slot is valid as long as the rank has made only steady calls since the slot was filled. A steady call moves data,
// completes operations, or synchronizes. It creates, changes and frees no object; the state that it does change -
// epochs, requests, memory in use - is never kept in a slot. Any other call or record, and a failed call, increments
// reading.Changes, so that every slot is filled again at its next call.
//
// A thread finds the slot of a record as a successor of the previous record's slot, because loops repeat themselves,
// otherwise by a hash.
type slot struct {
	Call
	shape   uint64   // see shapeOf
	hash    uint64   // see hashOf
	vary    uint16   // bits of the words that may vary
	Busy    bool     // its call is open
	Stores  bool     // it may store to window memory
	Changes int64    // reading.Changes when it was filled; NotKept: fill it for each call
	next    [2]*slot // the slots of the two latest distinct successors, latest first
}

// Judged holds results of rules about the arguments of a call, valid as long as its slot is. Without Known it has no
// results about the fixed arguments, without Moving none about the addresses.
type Judged struct {
	Signs, Moved  uint16
	Known, Moving bool
	// Silent: argument rules find nothing in a call with these signs.
	Silent    bool
	SilentFor uint16
}

// HeapFault is memory of a call that lies outside its block of the program's heap.
type HeapFault struct {
	What        event.MemoryState
	Arg         int8  // the argument with the memory, an index in Sem.Enter of the call
	Part        int   // the part of a buffer that has a displacement for each part; otherwise -1
	Lo, Hi      int64 // the memory; for a buffer of several pieces the first faulty piece
	Block, Size int64 // the block: its address, and how many bytes the program asked for
}
