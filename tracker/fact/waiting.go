package fact

import (
	"slices"
	"syscall"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Waiting says why a call never returned: it waits until the ranks in For make Call or release a lock, or for messages
// and other operations of requests.
type Waiting struct {
	Call calls.Kind     // 0: a lock, or messages
	On   tracker.Object // of a collective call on a communicator: the communicator; of Elements: the window; else zero
	For  []Stand
	// Asked is the call that asked for the lock, if a later call waits for the lock.
	Asked tracker.Site
	// The call waits for Messages, and for Others, operations of requests that are not messages: for any single
	// operation if Any is true, else for all.
	Messages []Want
	Others   []Other
	Any      bool
	Elements []Element // of window On, for which the rank waits to change
	Abroad   bool      // the call waits for processes that are not in MPI_COMM_WORLD
	Polls    bool      // the call returned, and was made again and again
}

// Element is an element of a window.
type Element struct {
	Target int32 // rank in MPI_COMM_WORLD
	Disp   int64 // in units of the target's window
	Value  int64
}

// OneOf reports whether the call waits for any of several messages and requests.
func (w *Waiting) OneOf() bool { return w.Any && len(w.Messages)+len(w.Others) > 1 }

// Ranks returns the ranks that the call waits for, ascending, each once. any: a single rank among them is enough, or
// any rank of the job. Of a nil Waiting, which is unknown, it returns no ranks.
func (w *Waiting) Ranks() (ranks []int32, any bool) {
	if w == nil {
		return nil, false
	}
	for _, s := range w.For {
		ranks = append(ranks, s.Rank)
	}
	any = w.OneOf() || len(w.Elements) > 0
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
	For  []Stand      // the ranks that it waits for; none: unknown
	// Started: it waits for the ranks to start their operations. Parts: it waits for them to mark partitions as ready.
	Started, Parts bool
}

// Want is a message that has not been sent, or for which no receive has been posted.
type Want struct {
	Posted tracker.Site // the call that began the send or receive; zero: the call that waits
	Comm   tracker.Object
	Send   bool
	Peer   Stand // Rank is state.AnySource where any rank may send it
	Tag    int32 // state.AnyTag
	// TooLong is the send of a message that matches the receive, but is longer than its buffer.
	TooLong tracker.Site
	// Found is the matched probe that found the message, which no call has received since.
	Found tracker.Site
	Near  *Near // nil: no message or receive nearly matches
}

// Mismatch is the single property in which a message and a receive differ.
type Mismatch uint8

// The properties, the likeliest slip first.
const (
	MismatchPartitioned Mismatch = iota + 1 // either the message or the receive is partitioned, not both
	MismatchTag
	MismatchComm
	MismatchRank
	MismatchTo    // the message went to another rank
	MismatchTaken // the receive at Site, from any source, has taken the message, in place of a message of Peer
)

// Near is a message without a receive, or a receive without a message, that a single Mismatch keeps from matching.
type Near struct {
	Site    tracker.Site // the send, or the call that posted the receive
	Differs Mismatch
	Comm    tracker.Object
	Peer    int32 // rank in MPI_COMM_WORLD: the sender of the message, or the source that the receive names
	To      int32 // rank in MPI_COMM_WORLD: the target of the message
	Tag     int32
}

// Stand says where a rank is that did not make an expected call.
type Stand struct {
	Rank    int32
	How     EndState       // 0: there is no such rank in the log
	Running bool           // the job has not ended: How may change
	Freed   bool           // the rank has freed the object, by the call At
	In      bool           // the rank is in the call At
	Signal  syscall.Signal // as in RankEnd
	At      tracker.Site
	On      tracker.Object // of a collective call on a communicator: the communicator; else zero
	// Behind are the calls of the ranks that the call At waits for.
	Behind []tracker.Site
	// Instead is a call like the expected call, on another object.
	Instead Elsewhere
	// Waits says for whom the call At waits; nil: unknown, or the call is collective.
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
	EndedPolls                          // killed while it polled without success
	EndedKilled                         // killed before the job ended, by a fault of its own for example
	EndedNoLog                          // nothing is known
	EndedUnwatched                      // recording stopped, the program ran on
	EndedFinalizing                     // killed in MPI_Finalize, which all ranks had called
)

// Unfinished reports whether the rank was killed, and its log shows no reason for that.
func (s EndState) Unfinished() bool { return s >= EndedStuck && s <= EndedPolls }

// Elsewhere is a collective call on another object than the object at hand; the zero value: there is no such call.
type Elsewhere struct {
	Site  tracker.Site
	On    tracker.Object
	Alone bool // the object has no other rank
}
