package fact

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Side is one of the two accesses of a race.
type Side struct {
	Site   tracker.Site
	Window tracker.Object  // or file
	Target int32           // the rank in MPI_COMM_WORLD that owns the memory
	Memory datatype.Buffer // or the bytes of the file
	Lo, Hi int64           // the hull of Memory, addresses
	// Times is the number of equal calls in a loop, each Stride bytes after the previous call.
	Times, Stride int64
	Mode          Mode
	// Local: the rank itself loads or stores the memory, without a call on a window. Window is a window that contains
	// the memory.
	Local bool
	Op    *calls.Predef // of an accumulate; nil: no operation, or an unknown one

	Epoch     op.Epoch
	Opened    tracker.Site // the call that opened the epoch
	Exclusive bool         // the lock of the epoch is exclusive
	// AtOriginBy is the call that completed the access at its origin alone; of a pending operation of a Local access,
	// the call that completed the operation.
	AtOriginBy tracker.Site
}

// Mode is what an access does to memory.
type Mode uint8

// The modes.
const (
	Reads   Mode = iota
	Writes       // element by element, in any order
	Updates      // atomically for each element: accumulates, also those that only fetch
)

// Conflict is why two accesses to the same bytes must not happen at once.
type Conflict uint8

// The reasons.
const (
	None      Conflict = iota
	Plain              // at least one access writes, and at least one is not atomic
	Operation          // accumulates with different operations
	Datatype           // accumulates of different basic datatypes
	Shifted            // accumulates whose elements overlap in part
	// Copies: both accesses change memory of which there are copies: by a store of the rank itself and an RMA call, or
	// through two windows.
	Copies
)

// Unseen is a fetch of a value, and a change of the value that the fetch did not return.
type Unseen struct {
	Fetch, Change tracker.Site
	Fetched       int64
	Left          int64 // the value after the change; only if LeftKnown
	LeftKnown     bool
}

// Handle is a rank's use of a file handle between two synchronizations: its opening, MPI_File_sync, its closing.
type Handle struct {
	Open       uint64 // the number of the collective MPI_File_open
	Rank       int32
	Begin, End tracker.Site
	Done       int64 // when End had returned, in records of Rank; 0: End has not returned
}

// SameHandle reports whether both are uses of the same handle.
func (h *Handle) SameHandle(o *Handle) bool { return h.Open == o.Open && h.Rank == o.Rank }

// Order is the known order of two operations of different ranks. Its values equal the values of order.Relation.
type Order uint8

// The orders.
const (
	OrderUnknown Order = iota
	InOrder            // the first operation happened before the second
	Reversed           // the second operation happened before the first
	Unordered          // neither operation happened before the other
)
