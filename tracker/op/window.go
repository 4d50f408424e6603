package op

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// TargetUse is the first use of a target in an epoch.
type TargetUse struct {
	Target int32 // rank in the window's group
	Site   tracker.Site
}

// Epoch names the access epoch an RMA call falls into.
type Epoch uint8

// The access epochs.
const (
	NoEpoch Epoch = iota
	FenceEpoch
	StartedEpoch
	LockEpoch
	LockAllEpoch
	// UnsureEpoch: the MPI library refused a call that would have opened an epoch, or the call came at the wrong time
	// and was reported.
	UnsureEpoch
)

// Flavor is the way a window was created.
type Flavor uint8

// The flavors of windows.
const (
	Created   Flavor = iota + 1 // MPI_Win_create
	Allocated                   // MPI_Win_allocate
	Shared                      // MPI_Win_allocate_shared
	Dynamic                     // MPI_Win_create_dynamic
)

// Model is the memory model of a window.
type Model uint8

// The memory models.
const (
	UnknownModel Model = iota
	Separate
	Unified
)

// OpenOps are an accumulate and incomplete accumulates of the same rank, with the same target and another operation, on
// a window whose info, set at its creation or later, allows only one operation at an address at a time. Whether they
// meet depends on the target's displacement unit.
type OpenOps struct {
	Hint    string // the info key's value
	Ordered bool   // the key accumulate_ordering keeps the order of the two operations
	Op      string
	Before  []OpenOp
}

// OpenOp is an accumulate that may not be complete at its target.
type OpenOp struct {
	Site  tracker.Site
	Op    string
	Disp  int64
	Count int64
	Type  *datatype.Type
}

// Until says when a Touch ends.
type Until uint8

// The values of Until.
const (
	UntilReturn   Until = iota // of its call
	UntilComplete              // of its operation, at the rank
	UntilSettled               // of the communication on a window that the call begins, at the rank
	UntilNow                   // a load or store of the program itself, which has ended
	UntilDone                  // by work on a GPU, at any time until the rank has learned that the work is done
)

// FirstWithMemory stands for the first rank of a window that has memory. MPI_Win_shared_query returns that rank's
// memory if its rank argument is MPI_PROC_NULL.
const FirstWithMemory = -1

// Create is a window that a rank has created.
type Create struct {
	Head
	Win WinMade
}

// WinMade is the memory that a rank exposes in a window, which other ranks' accesses are checked against.
type WinMade struct {
	Flavor               Flavor
	Model                Model
	Base, Size, DispUnit int64
	Site                 tracker.Site
}

// Address is where an access with a displacement begins in the memory of the window's rank.
func (w *WinMade) Address(disp int64) int64 { return Address(w.Flavor, w.Base, w.DispUnit, disp) }

// Address is where an access with a displacement begins in memory.
func Address(f Flavor, base, unit, disp int64) int64 {
	if f == Dynamic {
		return disp
	}
	return datatype.AddSat(base, datatype.MulSat(disp, unit))
}

// Region is memory that is attached to a dynamic window, or detached.
type Region struct {
	Head
	Base, Size int64
}

// EpochBegin is a start or post.
type EpochBegin struct {
	Head
	Ranks  []int32 // of the window: targets or origins
	Assert int64
	Unsure bool // the ranks are unknown, or may be one too many
}

// EpochEnd is the end of a start or post.
type EpochEnd struct {
	Head
	Puts  []TargetUse // of an access epoch: the first change at each target
	Ranks []int32     // as in EpochBegin
}
