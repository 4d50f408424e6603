package fact

import (
	"slices"

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
)

// Near is a message without a receive, or a receive without a message, that differs in one
// thing from what it would have to be.
type Near struct {
	Site    tracker.Site // the send, or the call that posted the receive
	Differs Mismatch
	Comm    tracker.Object
	Peer    int32 // rank in MPI_COMM_WORLD: the sender of the message, or whom the receive names
	Tag     int32
}
