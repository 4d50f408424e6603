package rank

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// NotFound returns the last matched probe that found nothing; zero if there is none.
func (r *Rank) NotFound() tracker.Site { return r.messages.NotFound }

// Bsend returns the buffer that the process has attached for buffered sends.
func (r *Rank) Bsend() *messages.BsendBuffer { return &r.messages.Bsend }

// AskedTagUB reports whether the program has asked for MPI_TAG_UB.
func (r *Rank) AskedTagUB() bool { return r.messages.AskedTagUB }

// Abroad reports whether the rank has sent messages to processes outside of MPI_COMM_WORLD, or received some.
func (r *Rank) Abroad() bool { return r.messages.Abroad }

// MatchedMessage returns the message of a handle, nil if no matched probe has
// returned it; null: it is MPI_MESSAGE_NULL.
func (r *Rank) MatchedMessage(handle int64) (m *messages.Matched, null bool) {
	return r.messages.MatchedMessage(handle)
}

// MayReduce reports whether a call may be made inside the pending reduction that it
// gets in the way of: since that began, a poll has found nothing, and further ones have
// no record. The reduction's function may have been called inside one of these.
func (r *Rank) MayReduce(x *memory.Clash) bool { return r.memory.MayReduce(x) }

// UnreceivedMessages returns the matched messages that are left, in order of the
// probes.
func (r *Rank) UnreceivedMessages() []*messages.Matched { return r.messages.UnreceivedMessages() }
