package lock

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// conflicts finds locks that nothing keeps apart although they must not meet: where MPI_MODE_NOCHECK promises that no
// other lock conflicts, two locks that do; and a lock and an exposure epoch of the same target.
type conflicts struct {
	times
	pool   *pool
	emit   func(fact.Fact)
	of     map[uint64]*window
	slots  int // of all windows
	doubts doubts[places, conflict]
}

// window has the last locks of a window, and its exposure epochs.
type window struct {
	slots map[kind]*slot
	// by lists the slots by their side; under exclusively all exclusive locks of the window. A lock that conflicts with
	// all later locks of its target, and comes after all earlier locks, stands for these.
	by      map[side][]*slot
	posts   map[int32]*lockOrPost // the last exposure epoch of each rank of the window
	noCheck bool                  // some lock of the window has passed MPI_MODE_NOCHECK
}

// side is the exclusive or the shared locks of a target: twice the target, plus 1 if they are exclusive. An
// integer is a quick key.
type side int64

func sideOf(target int32, exclusive bool) side {
	if exclusive {
		return 2*side(target) + 1
	}
	return 2 * side(target)
}

// kind is the locks of a rank of the window that are alike.
type kind struct {
	side side
	of   int64 // twice the rank of the window, and 1 more with MPI_MODE_NOCHECK
}

func (l *lockOrPost) kind() kind {
	k := kind{sideOf(l.Target, l.Exclusive), 2 * int64(l.on.Me)}
	if l.noCheck {
		k.of++
	}
	return k
}

// slot has the first and the last lock of a kind: a rank that knows that the last lock was released knows it of the
// earlier locks. In a loop the last lock may come after values that ranks have left for each other; the first does not.
type slot struct {
	first, last *lockOrPost
	listed      bool
}

// conflict is two locks that must not meet, unless the program has ordered them by itself. b may be an exposure epoch.
// at is where the last locks of their kinds are, also of the first.
type conflict struct {
	at   places
	a, b *lockOrPost
}

// places are two calls in the program; post: the second is an MPI_Win_post.
type places struct {
	a, b uint64
	post bool
}

func placesOf(a, b *lockOrPost) places {
	if !b.posted && a.site.PC > b.site.PC {
		a, b = b, a
	}
	return places{a.site.PC, b.site.PC, b.posted}
}

func (d conflict) places() places { return d.at }

func (d conflict) about(window uint64) bool { return d.a.Window == window }

// conflicting reports whether two locks must be apart, and nothing else than the locks keeps them apart.
func (c *conflicts) conflicting(a, b *lockOrPost) bool {
	return (a.noCheck || b.noCheck) && a.Excludes(b.LockRef) && !a.dead && !b.dead &&
		!c.mayKnow(&a.asked, a.end, &b.asked, b.end) && !gated(a, b)
}

// doubt keeps a conflict until it is decided, unless there are enough of its places.
func (c *conflicts) doubt(a, b *lockOrPost) bool {
	if !c.doubts.add(conflict{placesOf(a, b), a, b}) {
		return false
	}
	a.keep()
	b.keep()
	return true
}

const (
	everyone    side = 2 * op.AllTargets // the locks of MPI_Win_lock_all
	exclusively side = everyone + 1      // all exclusive locks of the window
)
