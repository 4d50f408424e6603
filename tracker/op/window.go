package op

import (
	"slices"

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
	// UnsureEpoch: a call that would have opened one was refused by the MPI
	// library, or came at the wrong time and was reported.
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

// OpenOps are an accumulate and those of its rank that are not complete, go to
// the same target and have another operation, on a window whose info
// key, set at its creation or later, allows one operation at an address at a time. Where they meet
// depends on the target's displacement unit.
type OpenOps struct {
	Hint    string // the info key's value
	Ordered bool   // the key accumulate_ordering does not take away the order of the two
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

// Touch is a load or a store of window memory by a process that has it in its address space.
type Touch struct {
	Until   Until
	Message int64     // of a receive: Op.Count of its message; 0: there is none
	Locks   []LockRef // of single targets, which the rank holds
	All     *LockedAll
	Atomic  bool // by an atomic operation of the processor
}

// Until says what ends a Touch.
type Until uint8

// The ends.
const (
	UntilReturn   Until = iota // of its call
	UntilComplete              // of its operation, at the rank
	UntilSettled               // of the communication on a window that the call begins, at the rank
	UntilNow                   // it is one of the program itself, and has ended
)

// FirstWithMemory stands for the first rank of a window that has memory. MPI_Win_shared_query returns that rank's memory if
// its rank argument is MPI_PROC_NULL.
const FirstWithMemory = -1

// AllTargets stands for all ranks of a window.
const AllTargets = -1

// LockRef is a lock of one target of a window, or of all its targets.
type LockRef struct {
	Window    uint64
	Target    int32 // rank of the window; AllTargets
	Exclusive bool
}

// LockedAll are windows of which a rank has locked all targets; nil: none. It never changes.
type LockedAll struct{ Windows []uint64 }

// Has reports whether a window is among them.
func (l *LockedAll) Has(window uint64) bool { return l != nil && slices.Contains(l.Windows, window) }

// Excludes reports whether one of these locks of all targets and a lock of another rank exclude each other.
func (l *LockedAll) Excludes(o LockRef) bool {
	return l.Has(o.Window) && LockRef{Window: o.Window, Target: AllTargets}.Excludes(o)
}

// Same reports whether both are the same windows.
func (l *LockedAll) Same(o *LockedAll) bool {
	return l == o || l != nil && o != nil && slices.Equal(l.Windows, o.Windows)
}

// Without returns the others.
func (l *LockedAll) Without(window uint64) *LockedAll {
	if !l.Has(window) {
		return l
	}
	if len(l.Windows) == 1 {
		return nil
	}
	return &LockedAll{slices.DeleteFunc(slices.Clone(l.Windows), func(id uint64) bool { return id == window })}
}

// With returns them and one more.
func (l *LockedAll) With(window uint64) *LockedAll {
	if l == nil {
		return &LockedAll{[]uint64{window}}
	}
	return &LockedAll{append(slices.Clone(l.Windows), window)}
}

// Excludes reports whether two ranks cannot hold the locks at once.
func (l LockRef) Excludes(o LockRef) bool {
	return l.Window == o.Window && (l.Exclusive || o.Exclusive) &&
		(l.Target == o.Target || l.Target == AllTargets || o.Target == AllTargets)
}
