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
	Target int32           // whose memory it is, in MPI_COMM_WORLD
	Memory datatype.Buffer // in a file: its bytes
	Lo, Hi int64           // the hull of Memory, addresses
	// Times is how often the call was made, each time Stride bytes further on: more than once only while nothing
	// else has changed.
	Times, Stride int64
	Mode          Mode
	// Local: it is a load or a store of the rank itself, not one of a call on a window. Window is one that has
	// the memory.
	Local bool
	Op    *calls.Predef // of an accumulate; nil: it has none, or it is not known

	Epoch     op.Epoch
	Opened    tracker.Site // the call that opened it
	Exclusive bool         // its lock
	// AtOriginBy is the call that completed it at its own rank alone.
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
	Plain              // one of them writes, and they are not both atomic
	Operation          // accumulates with different operations
	Datatype           // accumulates of different basic datatypes
	Shifted            // accumulates whose elements overlap in part
	Copies             // both change one memory, of which there are copies: a store of the rank itself and an RMA call, or two windows
)

// Unseen is a fetch of a value, and a change of it that the fetch has not seen.
type Unseen struct {
	Fetch, Change tracker.Site
	Fetched       int64
	Left          int64 // by the change; only if LeftKnown
	LeftKnown     bool
}

// Handle is what a rank does with one handle of a file between two synchronizations of the
// handle: MPI_File_sync, its opening and its closing.
type Handle struct {
	Open       uint64 // the MPI_File_open that all ranks of the file made together
	Rank       int32
	Begin, End tracker.Site
	Done       int64 // when End had returned, in records of its rank; 0: not yet
}

// SameHandle reports whether both are of one handle.
func (h *Handle) SameHandle(o *Handle) bool { return h.Open == o.Open && h.Rank == o.Rank }

// Order is what is known of two operations of different ranks. Its values are those of order.Relation.
type Order uint8

// The answers.
const (
	OrderUnknown Order = iota
	InOrder            // the first one happened before the second one
	Reversed           // the second one happened before the first one
	Unordered          // neither did
)
