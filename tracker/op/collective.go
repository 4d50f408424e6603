package op

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Arrive is a collective call that a rank has entered.
type Arrive struct {
	Head
	Sync bool // no rank can complete it before all have entered
	Args Args
}

// Leave is a collective call that has returned.
type Leave struct {
	Head
	Failed bool
}

// Join is a nonblocking collective call that is complete.
type Join struct {
	Head
	Arrived int64 `code:"since"` // Head.N of its Arrive
}

// Gather is a call that meets, by its tag, the calls of the ranks that it names.
type Gather struct {
	Head
	Ranks []int32
	Tag   int64
	// Text is the string tag of a call from a group. Calls with different string tags do not meet.
	Text string
}

// Restart is the start of a persistent collective operation.
type Restart struct {
	Head
	Created int64 `code:"since"` // Head.N of the Arrive of the call that created it
	Failed  bool  // it is unknown whether it has started
	Freed   bool  // its request is freed instead
}

// Args are the arguments of a collective call that must agree between the ranks.
type Args struct {
	Assert int64
	Root   int64         // calls with a root, else -1
	Op     *calls.Predef // reductions with a predefined operation
	OwnOp  OwnOp         // reductions with an operation of the program
	Win    *WinArgs      // window creation
	Comm   *CommArgs     // communicator creation
	File   *FileArgs     // calls on files with arguments that must agree
	Puts   []TargetUse   // fence: targets changed since the last fence
	// Exchange is the data of collective communication.
	Exchange *Exchange
}

// OwnOp says whether the program has defined an operation.
type OwnOp uint8

// The values of OwnOp.
const (
	NoOwnOp OwnOp = iota // the operation is predefined, or unknown
	Commutes
	DoesNotCommute
)

// WinArgs are the arguments that created a window.
type WinArgs struct {
	Size, DispUnit int64
	Info           map[string]string // the keys and values of its info object; nil: unknown
}

// FileArgs are the arguments that must agree in a collective call on a file.
type FileArgs struct {
	Value   int64 // size, flag (0 or 1) or offset
	Whence  int64 // MPI_File_seek_shared
	EExtent int64 // MPI_File_set_view: extent of the etype in bytes; -1: unknown
	Datarep string
	// Hints are the keys and values of the info object of MPI_File_set_view and MPI_File_set_info; nil: unknown.
	Hints map[string]string
}
