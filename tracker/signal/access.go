package signal

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// spotBits is the size of a spot.
const spotBits = 6

// maxSignal is how many bytes an access to a spot may have, and maxAtomic an accumulate. Larger accesses are taken for
// data, except where exclusive locks keep them apart, see tables.
const (
	maxSignal = 1 << spotBits
	maxAtomic = 8 * maxSignal
)

// Access is an access to memory of a rank by which ranks may signal each other, or that such signals may order.
type Access struct {
	fact.Side
	At order.Point // when it began: it has no effect before
	// Last is the last of several calls, in records of its rank.
	Last    int64
	Fetches bool  // it returns the old content
	Peer    int32 // the target as a rank of the window
	// Done is when it was complete at the target, in records of its rank, and Seen when the target saw that, in records
	// of the target. 0: not yet.
	Done, Seen int64
	// Update: a store of the program that changes a value which the record before has loaded, as x += 1 does. It does
	// not wait for that value.
	Update bool
	// Released is when its rank released its lock of a single target: ranks that need an exclusive lock see
	// nothing before.
	Released int64
	// value is the value that a small access leaves and fetches; nil: unknown.
	value *value
}

// small reports whether ranks may signal each other by the access. Larger accesses are taken for data.
func (a *Access) small() bool {
	n := a.Hi - a.Lo
	return n <= maxSignal || n <= maxAtomic && a.Mode == fact.Updates
}

// keptApart reports whether the access has an exclusive lock of its target.
func (a *Access) keptApart() bool { return a.Epoch == op.LockEpoch && a.Exclusive }

// program reports whether the program itself loads or stores.
func (a *Access) program() bool { return a.Site.Call.Program() }

// mayPoll reports whether a is a small load that comes beside a small change of the memory by another rank, and
// the program does one of the two itself: a may wait for the change. A fetch that itself changes the memory does not
// wait for the program's stores: beside such a store it is a fault whatever it fetches.
func (a *Access) mayPoll(b *Access) bool {
	return (a.program() || b.program()) && !a.Memory.Writes && b.Memory.Writes && a.Site.Rank != b.Site.Rank &&
		a.small() && b.small()
}

// effect is how the operation of a call changes a value.
type effect uint8

// The changes.
const (
	noChange effect = iota // it only fetches
	replaces
	adds     // integers, which wrap around
	swaps    // it replaces if the old value equals compare
	combines // in another way, or values that are not integers
)

// value is the value that an access to a spot has left there, and the value that it has fetched.
type value struct {
	lo, hi int64 // addresses at the target
	site   tracker.Site
	change effect
	// whole: the access is an accumulate of one element. It is over as soon as another accumulate sees its effect.
	whole bool
	// known: operand, the value that is left or added, is known. compare is the value to compare with.
	known            bool
	operand, compare int64
	hasFetched       bool // fetched is known
	fetched          int64
	several          bool // made of several accesses, see with
}

// unseen is a fetch of a value, and a change of it that the fetch has not seen; nil: there is none.
type unseen struct{ fetch, change *value }

// between reports whether one of two ranks has fetched, and the other has changed the value.
func (u unseen) between(r, q int32) bool {
	by, from := u.fetch.site.Rank, u.change.site.Rank
	return by == r && from == q || by == q && from == r
}

// fact returns the fetch and the change for rules.
func (u unseen) fact() fact.Unseen {
	out := fact.Unseen{Fetch: u.fetch.site, Change: u.change.site, Fetched: u.fetch.fetched}
	out.Left, out.LeftKnown = u.change.leaves()
	return out
}

func (v *value) overlaps(o *value) bool { return v.lo < o.hi && o.lo < v.hi }

// changesNothing reports whether it is known that the access has changed nothing.
func (v *value) changesNothing() bool {
	switch {
	case v == nil || !v.known:
		return false
	case v.change == adds:
		return v.operand == 0
	}
	return v.change == swaps && v.hasFetched && v.fetched != v.compare
}

// leaves returns the value after the access.
func (v *value) leaves() (value int64, known bool) {
	switch {
	case !v.known:
	case v.change == replaces, v.change == swaps && v.hasFetched && v.fetched == v.compare:
		return v.operand, true
	case v.change == adds && v.hasFetched:
		if v.hi-v.lo == 4 {
			return int64(int32(v.fetched + v.operand)), true
		}
		return v.fetched + v.operand, true
	}
	return 0, false
}

// with joins the values of two accesses of a rank; ok is false if they had better stay apart, since they have
// fetched different values.
func (v *value) with(o *value) (both *value, ok bool) {
	switch {
	case v == nil || o == nil || v.lo != o.lo || v.hi != o.hi:
		return nil, true
	case v.several:
		return v, true
	case !v.onlyFetched() || !o.onlyFetched():
		return &value{lo: v.lo, hi: v.hi, site: v.site, change: combines, several: true}, true
	}
	return v, v.fetched == o.fetched
}

// onlyFetched reports whether it is known that the access has changed nothing, and which value it has fetched.
func (v *value) onlyFetched() bool {
	return v.hasFetched && (v.change == noChange || v.changesNothing())
}
