package op

import "slices"

// LockedAll are windows of which a rank has locked all targets; nil: none. It never changes.
type LockedAll struct{ windows []uint64 }

// Has reports whether a window is among them.
func (l *LockedAll) Has(window uint64) bool { return l != nil && slices.Contains(l.windows, window) }

// Excludes reports whether a lock of another rank and one of these locks of all targets exclude each other.
func (l *LockedAll) Excludes(o LockRef) bool {
	return l.Has(o.Window) && LockRef{Window: o.Window, Target: AllTargets}.Excludes(o)
}

// Same reports whether both are the same windows.
func (l *LockedAll) Same(o *LockedAll) bool {
	return l == o || l != nil && o != nil && slices.Equal(l.windows, o.windows)
}

// Without returns the locks but the lock of a window.
func (l *LockedAll) Without(window uint64) *LockedAll {
	if !l.Has(window) {
		return l
	}
	if len(l.windows) == 1 {
		return nil
	}
	return &LockedAll{slices.DeleteFunc(slices.Clone(l.windows), func(id uint64) bool { return id == window })}
}

// With returns the locks and a lock of all targets of a window.
func (l *LockedAll) With(window uint64) *LockedAll {
	if l == nil {
		return &LockedAll{[]uint64{window}}
	}
	return &LockedAll{append(slices.Clone(l.windows), window)}
}

// LockRef is a lock of a single target of a window, or of all its targets.
type LockRef struct {
	Window    uint64
	Target    int32 // rank of the window; AllTargets
	Exclusive bool
}

// Excludes reports whether two ranks cannot hold the locks at once.
func (l LockRef) Excludes(o LockRef) bool {
	return l.Window == o.Window && (l.Exclusive || o.Exclusive) &&
		(l.Target == o.Target || l.Target == AllTargets || o.Target == AllTargets)
}

// AllTargets stands for all ranks of a window.
const AllTargets = -1

// Lock is a lock that a rank asks for.
type Lock struct {
	Head
	Target    int32 // rank of the window; AllTargets
	Exclusive bool
	Assert    int64
}

// Unlock is a lock that a rank has released.
type Unlock struct {
	Head
	Target int32
	Failed bool // the rank did not get it: the call that asked has failed
}
