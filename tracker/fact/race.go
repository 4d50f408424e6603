package fact

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Race is two conflicting accesses to the same bytes that nothing orders.
type Race struct {
	First, Second *Side // in the order of reading the log; their order in time is unknown
	Why           Conflict
	Lo, Hi        int64    // some common bytes, as addresses at the target
	Offset        int64    // of Lo in the window of Second; -1: a dynamic window
	Model         op.Model // of the target's window
	// Begun: the rank of Second knew that First had begun, but not that First was complete.
	Begun bool
	// Waited: the rank of Second knew that First was over, but neither rank synchronized memory: both accesses are
	// loads or stores of memory that processes share.
	Waited bool
	// Fenced: the ranks have synchronized the window of both accesses, which are loads or stores of memory that
	// processes share, by MPI_Win_fence alone.
	Fenced bool
	// Unseen: the program may order its ranks by values in a window, but the fetches did not return the changes made
	// after the other access: a fetch by which Second may have come after First, or First after Second, or both. Empty:
	// there is no such fetch.
	Unseen []Unseen
	// Seen is First or Second, an accumulate of one element whose effect the rank of the other access may have seen,
	// though the log does not show that it was complete; nil: neither.
	Seen *Side
	// Early is First or Second, if its rank may have told the other rank of it, by a value in a window, before it was
	// complete; nil: neither.
	Early *Side
	// Between looks as if it ordered First and Second.
	Between Between
}

// Other returns the access beside one of the two.
func (r *Race) Other(s *Side) *Side {
	if s == r.First {
		return r.Second
	}
	return r.First
}

// Between is two collective calls that look as if they ordered two accesses of different ranks, and do not: one rank
// calls After when its access is complete, the other rank calls Before and then begins its access. Both are the same
// collective call, in which the rank of Before does not wait for the rank of After, unless
// Apart: the calls are on different communicators, each without the other rank; or
// Pending: the nonblocking call Before is not complete when the access begins.
// Zero: no such calls are certain.
type Between struct {
	After, Before  tracker.Site
	Apart, Pending bool
}

// FileRace is two conflicting accesses to the same bytes of a file; nothing makes all ranks see them in one order.
type FileRace struct {
	First, Second *Side  // in the order of reading the log; their order in time is unknown
	Lo, Hi        int64  // some common bytes
	Of, With      Handle // the handles of First and of Second
	// Waited: when Second began, its rank knew that First was complete. Synced: it also knew that the rank of First
	// had since synchronized or closed its handle.
	Waited, Synced bool
	Between        Between // looks as if it ordered First and Second; only if Waited is false
}

// MessageRace is a wildcard receive, the message Taken that it took, and the message Other that it could have taken.
type MessageRace struct {
	Comm    tracker.Object
	Receive End
	Taken   End
	Other   End
	OtherBy End // the receive that has taken Other
	// Named: OtherBy names source and tag, and no further message with these is at hand.
	Named bool
	// OnlyTag: OtherBy takes any source and names Tag, the tag of Other; no further message of the run has that tag,
	// and Taken has a different tag.
	OnlyTag bool
	Tag     int32
	// Regardless: the source or tag that OtherBy names cannot depend on Receive: the program ignored the status of
	// Receive, or had posted OtherBy before Receive was complete.
	Regardless bool
	// Misfit: Other would not have fitted Receive, in length or types; Taken does.
	Misfit bool
	// Open: Receive never returned, and which of the messages it took is unknown.
	Open bool
	// Sized: Receive has room for exactly the message that Probe found, here and where other lengths were found: had
	// Probe found Other, Taken would not have fitted.
	Sized bool
	Probe tracker.Site
}

// Forgotten says that gomarmot dropped accesses before all ranks knew that the accesses were complete, and did not
// compare them with later accesses.
type Forgotten struct {
	At    tracker.Site
	Kept  int  // the most accesses that are kept
	Files bool // the accesses are to files, not to windows
}

// Kind implementations name the dispatch key of each fact.
func (*Race) Kind() Kind        { return OfRace }
func (*FileRace) Kind() Kind    { return OfFileRace }
func (*MessageRace) Kind() Kind { return OfMessageRace }
func (*Forgotten) Kind() Kind   { return OfForgotten }
