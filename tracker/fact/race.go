package fact

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Race is two accesses to the same bytes that conflict, and that nothing orders.
type Race struct {
	First, Second *Side // as they were read; what happened first is not known
	Why           Conflict
	Lo, Hi        int64    // some bytes in common, addresses at the target
	Offset        int64    // of Lo in the window of Second; -1: a dynamic window
	Model         op.Model // of the target's window
	// Begun: the rank of Second knew that First had begun, not that it was complete.
	Begun bool
	// Waited: the rank of Second knew that First was over, but neither has said that memory is to show it: both
	// are loads or stores of memory that processes share.
	Waited bool
	// Unseen: the program may order its ranks by a value in a window; this fetch of it returned something else than
	// what was left there after the other access. nil: there is none.
	Unseen *Unseen
	// Between looks as if it ordered them.
	Between Between
}

// Between is two collective calls that look as if they ordered two accesses of different ranks, and do not: After
// comes after the access of its rank is complete, Before before that of the other one. They are one collective
// call in which the rank of Before does not wait for that of After, unless
// Apart: they are the same call on communicators that do not have the other rank;
// Pending: nothing has completed the nonblocking call of Before when the access begins.
// Zero: nothing does for certain.
type Between struct {
	After, Before  tracker.Site
	Apart, Pending bool
}

// FileRace is two accesses to the same bytes of a file that conflict, and of which nothing lets
// all ranks see the same one first.
type FileRace struct {
	First, Second *Side  // as they were read; what happened first is not known
	Lo, Hi        int64  // some bytes in common
	Of, With      Handle // through which First and Second were made
	// Waited: when Second began, its rank knew that First was complete. Synced: it knew that the
	// rank of First had synchronized or closed its handle after it.
	Waited, Synced bool
	Between        Between // looks as if it ordered them; only if Waited is false
}

// MessageRace is a message that a wildcard receive has taken, and another one that it could as
// well have taken.
type MessageRace struct {
	Comm    tracker.Object
	Receive End
	Taken   End
	Other   End
	OtherBy End // the receive that has taken the other one
	// Named: that receive takes messages of this source alone, and no other one has come.
	Named bool
	// Regardless: the name cannot depend on which message the wildcard receive took: the program did not ask for its status,
	// or had posted the receive with the name before.
	Regardless bool
	// Misfit: the other message would not have fitted, in length or types; the one that was taken does.
	Misfit bool
	// Open: the receive never returned: it could have taken either, and what it has taken is not known.
	Open bool
}

// Forgotten says that accesses were forgotten before all ranks knew that they were complete, the
// last time before an access: later ones were not compared with them.
type Forgotten struct {
	At    tracker.Site
	Kept  int  // how many there may be
	Files bool // they are accesses to files, not to windows
}

// Kind implementations name the dispatch key of each fact.
func (*Race) Kind() Kind        { return OfRace }
func (*FileRace) Kind() Kind    { return OfFileRace }
func (*MessageRace) Kind() Kind { return OfMessageRace }
func (*Forgotten) Kind() Kind   { return OfForgotten }
