package op

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Access is communication on a window, and the communication that its rank had under way then.
type Access struct {
	Head
	Target int32 // rank of the window
	Data   TargetData
	Opened tracker.Site // the call that opened the epoch
	// Operand is the value that is stored or combined, Compare the value that MPI_Compare_and_swap compares with. Width
	// is the size of these values in bytes, 0 if they are not known.
	Operand, Compare int64
	Width            int8

	Fetches bool          // the call returns the old value of the target's memory
	Atomic  bool          // an accumulate function
	Op      *calls.Predef // of an accumulate; nil: unknown, or it has none
	AnyOps  bool          // the window's info allows different operations at once
	OneOp   bool          // the info promises a single operation, of which MPI_NO_OP is none
	Loose   bool          // the info drops the order of a rank's writing accumulates, and allows any operations

	Epoch     Epoch
	Exclusive bool    // the lock of its epoch
	NoCheck   bool    // this lock passed MPI_MODE_NOCHECK
	Locks     *Locked // of single targets, which the rank holds; nil: at most the lock that the access needs
	All       *LockedAll

	OpenOps *OpenOps
	Splits  []SplitRef // its active split collective operations
}

// TargetData is the part of the target's memory that communication accesses.
type TargetData struct {
	Disp   int64 `code:"moves"` // in the target's displacement units
	Count  int64
	Type   *datatype.Type // nil: unknown
	Writes bool           // it may change the memory
	Moves  bool
}

// AccessEnd names an earlier Access that has failed, or is complete at the rank.
type AccessEnd struct {
	Head
	Access int64 `code:"since"` // its Head.N
}

// Settle is communication that is complete.
type Settle struct {
	Head
	Target int32 // with this rank of the window; AllTargets
}

// Fetch is a value that communication has fetched. Its On is nil.
type Fetch struct {
	Head
	Ring  uint16 // of the record of the communication,
	Seq   int64  `code:"sequence"` // and its number
	Value int64
}

// Touch is a load or a store of window memory by a process that has it in its address space.
type Touch struct {
	Head
	Number  int64 `code:"touched"` // touches with the same number end together
	Owner   int32 // whose memory it is: a rank of the window, or FirstWithMemory
	Data    Data  // in memory of another rank, Addr is the distance from its base
	Until   Until
	Message int64   `code:"message"` // of a receive: its number; 0: there is none
	Locks   *Locked // of single targets, which the rank holds
	All     *LockedAll
	Atomic  bool // by an atomic operation of the processor
	// Cast is the communicator whose other ranks all receive the loaded data; nil: the call does not broadcast.
	Cast *Place
}

// TouchEnd is the end of touches.
type TouchEnd struct {
	Head
	Number int64 `code:"touched"`
	Bytes  int64 // how much data a read from a file has stored; -1: unknown
	Unsure bool  // whether and how they ended is unknown
}
