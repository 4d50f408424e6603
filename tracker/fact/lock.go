package fact

import "github.com/gomarmot/gomarmot/tracker"

// LockUse is a lock that a rank has asked for.
type LockUse struct {
	Site      tracker.Site
	Window    tracker.Object
	Target    int32 // in MPI_COMM_WORLD; AllTargets: those of MPI_Win_lock_all
	Exclusive bool
	NoCheck   bool
}

// AllTargets stands for all ranks of a window.
const AllTargets = -1

// LockExposed is a lock of a target, and an exposure epoch of the same target, of which neither has
// ended before the other one began.
type LockExposed struct {
	Lock   LockUse
	Target int32        // in MPI_COMM_WORLD
	Post   tracker.Site // began the exposure epoch
	// LockFirst is whether the lock is known to have come before the post.
	LockFirst Order
}

// Unchecked is two locks of one target that conflict, of which neither was released before the other one
// was asked for. First passed MPI_MODE_NOCHECK, and perhaps Second.
type Unchecked struct {
	First, Second LockUse
}

// LockCycle is a circle of ranks: each one asks for a lock while it holds one that the rank before it
// asks for.
type LockCycle struct{ Steps []LockStep }

// LockStep is one rank in a circle.
type LockStep struct{ Holds, Asks LockUse }

// LockWait is a rank that waits for another one while it holds a lock: by its own call, the first of Waits, and perhaps by
// calls of ranks in between. The last rank that is waited for has got and released Gets before that, which the lock keeps it
// from if it is acquired first.
type LockWait struct {
	Holds LockUse
	Waits []WaitFor
	Gets  LockUse
}

// WaitFor is a call that waits for a call of another rank.
type WaitFor struct{ Call, For tracker.Site }

// Kind implementations name the dispatch key of each fact.
func (*LockExposed) Kind() Kind { return OfLockExposed }
func (*Unchecked) Kind() Kind   { return OfUnchecked }
func (*LockCycle) Kind() Kind   { return OfLockCycle }
func (*LockWait) Kind() Kind    { return OfLockWait }
