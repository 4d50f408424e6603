package signal

import (
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
