package lock

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// lockOrPost is a lock that a rank has asked for, held or past. An exposure epoch is treated as an exclusive lock of
// its own target, since the standard forbids the two at once.
type lockOrPost struct {
	op.LockRef
	on      *op.Place    // the window
	site    tracker.Site // the call that asked for the lock
	noCheck bool         // it passed MPI_MODE_NOCHECK: the lock keeps no other rank away
	posted  bool         // an exposure epoch, which MPI_Win_post began
	asked   order.Point
	// sure is when the rank has the lock for certain, or holds less than when it asked for the lock, in records of the
	// rank; 0: not yet. The call that asks may return before the rank has the lock, unless it locks its own memory.
	sure int64
	end  int64 // when the rank had released the lock, in its records; 0: not yet
	dead bool  // the call has failed, or whether the epoch still stands is unknown
	// gates are other locks that the rank holds at least as long; crowded: there are more.
	gates   []op.LockRef
	crowded bool
	refs    int // how many places refer to the lock
}

// maxGates bounds the gates of a lock. Of a crowded lock it is assumed that some gate keeps others away.
const maxGates = 16

func (l *lockOrPost) rank() int32 { return l.site.Rank }

// use describes the lock for rules.
func (l *lockOrPost) use() fact.LockUse {
	u := fact.LockUse{Site: l.site, Window: l.on.Object, Target: l.Target, Exclusive: l.Exclusive, NoCheck: l.noCheck}
	if l.Target != op.AllTargets {
		u.Target = l.on.Members[l.Target]
	}
	return u
}

// guard notes the locks that the rank holds already.
func (l *lockOrPost) guard(held []*lockOrPost) {
	for _, g := range held {
		switch {
		case g.noCheck:
		case len(l.gates) == maxGates:
			l.crowded = true
			return
		default:
			l.gates = append(l.gates, g.LockRef)
		}
	}
}

// gated reports whether other locks that their ranks hold keep two locks apart.
func gated(a, b *lockOrPost) bool {
	return a.crowded || b.crowded || excludeAny(a.gates, b.gates)
}

func excludeAny(as, bs []op.LockRef) bool {
	for _, a := range as {
		for _, b := range bs {
			if a.Excludes(b) {
				return true
			}
		}
	}
	return false
}

// acquired notes that the rank has the lock for certain, or holds less than when it asked for the lock.
func (l *lockOrPost) acquired(n int64) {
	if l.sure == 0 {
		l.sure = n
	}
}

// keep adds a reference to the lock.
func (l *lockOrPost) keep() *lockOrPost {
	l.refs++
	return l
}

// pool has locks that nothing refers to any more: a program takes millions of locks, of which few are kept. A reference
// that is never dropped does no harm, its lock just is not used again.
type pool []*lockOrPost

func (p *pool) get() *lockOrPost {
	n := len(*p)
	if n == 0 {
		return &lockOrPost{}
	}
	l := (*p)[n-1]
	*p = (*p)[:n-1]
	return l
}

// drop takes a reference back.
func (p *pool) drop(l *lockOrPost) {
	if l.refs--; l.refs == 0 {
		*l = lockOrPost{gates: l.gates[:0]}
		*p = append(*p, l)
	}
}
