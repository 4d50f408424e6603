package signal

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// spotBits is the size of a spot.
const spotBits = 6

// MaxSignal is how many bytes an access to a spot may have. Larger ones are taken for data.
const MaxSignal = 1 << spotBits

// Access is an access to memory of a rank, as far as it may tell other ranks something, or be ordered by that.
type Access struct {
	fact.Side
	At order.Point // when it began: it has no effect before
	// Last is the last of several calls, in records of its rank.
	Last    int64
	Fetches bool  // it returns what was there
	Peer    int32 // the target as a rank of the window
	// Done is when it was complete at the target, in records of its rank, and Seen when the target saw that, in records
	// of the target. 0: not yet.
	Done, Seen int64
	// Released is when its rank released the lock of the one target: those who need an exclusive one see nothing before.
	Released int64
	// Value is what it leaves and fetches, if it is small; nil: unknown.
	Value *Value
}

// Small reports whether ranks may tell each other something by the access. What is larger is taken for data.
func (a *Access) Small() bool { return a.Hi-a.Lo <= MaxSignal }

// program reports whether the program itself loads or stores.
func (a *Access) program() bool { return a.Site.Call.Program() }

// isData reports whether the program itself loads or stores data: what ranks tell each other in memory that they share
// is then known from their loads.
func (a *Access) isData() bool { return a.program() && !a.Small() }

// mayPoll reports whether a is a small load that comes beside a small change of the memory by another rank, and the
// program does one of them itself: it may wait for that.
func (a *Access) mayPoll(b *Access) bool {
	return (a.program() || b.program()) && (!a.Memory.Writes || a.Fetches) && b.Memory.Writes &&
		a.Site.Rank != b.Site.Rank && a.Small() && b.Small()
}

// Change is how the operation of a call changes a value.
type Change uint8

// The changes.
const (
	NoChange Change = iota // it only fetches
	Replaces
	Adds     // integers, which wrap around
	Swaps    // it replaces if the value is the one that it compares with
	Combines // in another way, or values that are not integers
)

// Value is what an access to a spot has left there, and fetched from it.
type Value struct {
	Lo, Hi int64 // addresses at the target
	Site   tracker.Site
	Change Change
	// Known: the operand is: what is left or added. Compare is the value to compare with.
	Known            bool
	Operand, Compare int64
	HasFetched       bool // it is known what it has fetched: Fetched
	Fetched          int64
	several          bool // it is made of several, see with
}

// Unseen is a fetch of a value, and a change of it that the fetch has not seen.
type Unseen struct{ Fetch, Change *Value }

// Fact is the same for rules; nil if there is no such fetch.
func (u Unseen) Fact() *fact.Unseen {
	if u.Fetch == nil {
		return nil
	}
	out := &fact.Unseen{Fetch: u.Fetch.Site, Change: u.Change.Site, Fetched: u.Fetch.Fetched}
	out.Left, out.LeftKnown = u.Change.Leaves()
	return out
}

func (v *Value) overlaps(o *Value) bool { return v.Lo < o.Hi && o.Lo < v.Hi }

// changesNothing reports whether it is known that the access has changed nothing.
func (v *Value) changesNothing() bool {
	return v != nil && v.Change == Swaps && v.HasFetched && v.Known && v.Fetched != v.Compare
}

// Leaves returns what is there after the access.
func (v *Value) Leaves() (value int64, known bool) {
	switch {
	case !v.Known:
	case v.Change == Replaces, v.Change == Swaps && v.HasFetched && v.Fetched == v.Compare:
		return v.Operand, true
	case v.Change == Adds && v.HasFetched:
		if v.Hi-v.Lo == 4 {
			return int64(int32(v.Fetched + v.Operand)), true
		}
		return v.Fetched + v.Operand, true
	}
	return 0, false
}

// with returns what is known of two accesses of one rank as if they were one; ok is false if they had better stay two,
// since they have fetched different values.
func (v *Value) with(o *Value) (both *Value, ok bool) {
	switch {
	case v == nil || o == nil || v.Lo != o.Lo || v.Hi != o.Hi:
		return nil, true
	case v.several:
		return v, true
	case !v.onlyFetched() || !o.onlyFetched():
		return &Value{Lo: v.Lo, Hi: v.Hi, Site: v.Site, Change: Combines, several: true}, true
	}
	return v, v.Fetched == o.Fetched
}

// onlyFetched reports whether it is known that the access has changed nothing, and what it has fetched.
func (v *Value) onlyFetched() bool {
	return v.HasFetched && (v.Change == NoChange || v.changesNothing())
}
