package fact

import "github.com/gomarmot/gomarmot/tracker"

// LockUse is a lock that a rank has asked for.
type LockUse struct {
	Site      tracker.Site
	Window    tracker.Object
	Target    int32 // rank in MPI_COMM_WORLD; AllTargets: the lock is of MPI_Win_lock_all
	Exclusive bool
	NoCheck   bool
}

// AllTargets stands for all ranks of a window.
const AllTargets = -1

// LockExposed is a lock of a target and an exposure epoch of the same target: nothing makes either wait until the
// other has ended.
type LockExposed struct {
	Lock   LockUse
	Target int32        // in MPI_COMM_WORLD
	Post   tracker.Site // began the exposure epoch
	// LockFirst is whether the lock is known to have come before the post.
	LockFirst Order
}

// Unchecked is two conflicting locks of the same target: neither rank waits until the other has released its lock.
// First passed MPI_MODE_NOCHECK; Second may have.
type Unchecked struct {
	First, Second LockUse
}

// LockCycle is a circle of ranks: each rank holds a lock that the rank before it asks for, and asks for another.
type LockCycle struct{ Steps []LockStep }

// LockStep is one rank in a circle.
type LockStep struct{ Holds, Asks LockUse }

// LockWait is a rank that holds a lock while it waits in Waits[0].Call; ranks in between may wait in the further Waits.
// The rank of the last For asked for Gets before that call, and had to wait for Gets if Holds was acquired first.
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
