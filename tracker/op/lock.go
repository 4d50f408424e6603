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

// Locked are locks of single targets that a rank holds; nil: none. They never change, so that all accesses under them
// share them.
type Locked struct {
	list      []LockRef
	exclusive bool // any of them is
}

// NewLocked returns these locks, at least one.
func NewLocked(list []LockRef) *Locked {
	return &Locked{slices.Clone(list), slices.ContainsFunc(list, func(x LockRef) bool { return x.Exclusive })}
}

// With returns the locks and another lock. It may be called once for each value: the values share their memory.
func (l *Locked) With(x LockRef) *Locked {
	if l == nil {
		return NewLocked([]LockRef{x})
	}
	return &Locked{append(l.list, x), l.exclusive || x.Exclusive}
}

// List returns the locks. The caller must not change them.
func (l *Locked) List() []LockRef {
	if l == nil {
		return nil
	}
	return l.list
}

// Same reports whether both are the same locks.
func (l *Locked) Same(o *Locked) bool { return l == o || slices.Equal(l.List(), o.List()) }

// Some reports whether a function is true for any of the locks.
func (l *Locked) Some(is func(LockRef) bool) bool { return slices.ContainsFunc(l.List(), is) }

// Has reports whether the lock of a target of a window is among them.
func (l *Locked) Has(window uint64, target int32) bool {
	return l.Some(func(x LockRef) bool { return x.Window == window && x.Target == target })
}

// Exclusive reports whether any of the locks is exclusive.
func (l *Locked) Exclusive() bool { return l != nil && l.exclusive }

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
