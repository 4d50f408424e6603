package fact

import (
	"slices"
	"syscall"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Waiting is what a call that never returned waits for: for Call of the ranks
// that have not made it, for a lock that they hold, or for messages and requests.
type Waiting struct {
	Call calls.Kind     // 0: a lock, or messages
	On   tracker.Object // of a collective call on a communicator: which one; else zero
	For  []Stand
	// Asked is the call that asked for the lock, if that is not the one that waits.
	Asked tracker.Site
	// Messages are those that it waits for, and Others other operations of requests. One is enough if Any is
	// true, else it waits for all of them.
	Messages []Want
	Others   []Other
	Any      bool
	Abroad   bool // it waits for processes that are not in MPI_COMM_WORLD
	Polls    bool // the call returned, and was made again and again
}

// OneOf reports whether one of several messages and requests is enough.
func (w *Waiting) OneOf() bool { return w.Any && len(w.Messages)+len(w.Others) > 1 }

// Ranks are those that it waits for, ascending, each once; any: for one of them, or for any rank. Of what is not known
// it waits for none.
func (w *Waiting) Ranks() (ranks []int32, any bool) {
	if w == nil {
		return nil, false
	}
	for _, s := range w.For {
		ranks = append(ranks, s.Rank)
	}
	any = w.OneOf()
	for i := range w.Messages {
		if r := w.Messages[i].Peer.Rank; r >= 0 {
			ranks = append(ranks, r)
		} else {
			any = true
		}
	}
	for i := range w.Others {
		for _, s := range w.Others[i].For {
			ranks = append(ranks, s.Rank)
		}
	}
	slices.Sort(ranks)
	return slices.Compact(ranks), any
}

// Other is an operation of a request, other than a message.
type Other struct {
	Made tracker.Site // the call that returned the request
	For  []Stand      // whom it waits for; none: that is not known
	// Started: it waits for them to start theirs. Parts: it waits for them to mark partitions as ready.
	Started, Parts bool
}

// Want is a message that has not been sent, or that no receive has been posted for.
type Want struct {
	Posted tracker.Site // the call that began it; zero if that is the one that waits
	Comm   tracker.Object
	Send   bool
	Peer   Stand // Rank is state.AnySource where any rank may send it
	Tag    int32 // state.AnyTag
	// TooLong is the send of a message that has met the receive, but does not fit.
	TooLong tracker.Site
	// Found is the matched probe that has found the message, which no call has received since.
	Found tracker.Site
	Near  *Near // nil: there is none
}

// Mismatch is the one thing in which a message and a receive differ.
type Mismatch uint8

// The things, the likeliest slip first.
const (
	MismatchPartitioned Mismatch = iota + 1 // one of them is partitioned, and the other is not
	MismatchTag
	MismatchComm
	MismatchRank
	MismatchTo    // the message went to another rank
	MismatchTaken // the receive at Site, from any source, has taken the message, in place of one of Peer
)

// Near is a message without a receive, or a receive without a message, that differs in one
// thing from what it would have to be.
type Near struct {
	Site    tracker.Site // the send, or the call that posted the receive
	Differs Mismatch
	Comm    tracker.Object
	Peer    int32 // rank in MPI_COMM_WORLD: the sender of the message, or whom the receive names
	To      int32 // rank in MPI_COMM_WORLD: where the message went
	Tag     int32
}

// Stand says where a rank is that did not come.
type Stand struct {
	Rank    int32
	How     EndState       // 0: there is no such rank in the log
	Running bool           // the job has not ended: How is for now
	Freed   bool           // it has freed the object, At
	In      bool           // it is in the call At
	Signal  syscall.Signal // as RankEnd
	At      tracker.Site
	On      tracker.Object // of a collective call on a communicator: which one; else zero
	// Behind are the calls of the ranks that the call At waits for.
	Behind []tracker.Site
	// Instead is a call like the one that it did not come to.
	Instead Elsewhere
	// Waits is what the call At waits for; nil where that is unknown, or the call is collective.
	Waits *Waiting
}

// EndState says how a rank's run ended, as far as its log shows.
type EndState uint8

// The end states.
const (
	EndedFinalized  EndState = iota + 1 // MPI_Finalize was called
	EndedExit                           // the process exited without MPI_Finalize
	EndedInCall                         // the process exited inside an MPI call: an error handler ended it
	EndedAbort                          // the process called MPI_Abort
	EndedStuck                          // killed while it waited in a blocking MPI call
	EndedBrief                          // killed, or crashed, just after it had entered a blocking MPI call
	EndedBusy                           // killed outside of blocking MPI calls
	EndedPolls                          // killed while it called MPI again and again, and found nothing
	EndedKilled                         // killed before the job ended, by a fault of its own for example
	EndedNoLog                          // nothing is known
	EndedUnwatched                      // recording stopped, the program ran on
	EndedFinalizing                     // killed in MPI_Finalize, which all ranks had called
)

// Unfinished reports whether the rank was killed, and its log shows no reason for that.
func (s EndState) Unfinished() bool { return s >= EndedStuck && s <= EndedPolls }

// Elsewhere is a collective call on another object than the one at hand; the zero value if there is none.
type Elsewhere struct {
	Site  tracker.Site
	On    tracker.Object
	Alone bool // the object has no other rank
}
