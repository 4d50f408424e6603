package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// messages are what a rank exchanges with others, by messages and in collective calls.
type messages struct {
	reading *reading
	flavour *calls.Flavour
	types   *datatype.Table

	count        int64              // messages and receives so far
	found        map[int64]*Matched // messages of matched probes, by handle, received ones included
	null         int64              // MPI_MESSAGE_NULL; 0: unknown
	notFound     tracker.Site       // the last matched probe that found nothing
	foundNothing uint64             // ticks of the last poll that has a record and found nothing; 0: none yet
	bsend        BsendBuffer
	exchanges    exchanges // the last ones of each place in the program
	askedTagUB   bool      // the program has asked for MPI_TAG_UB
	abroad       bool      // it has sent messages to processes outside of MPI_COMM_WORLD, or received some
}

// begin makes the part ready for the first event.
func (ms *messages) begin(d *reading, types *datatype.Table) {
	ms.reading, ms.flavour, ms.types = d, d.Flavour, types
	ms.found = map[int64]*Matched{}
	ms.bsend.Unknown = d.blind.messages
}

// predefined takes the handle of MPI_MESSAGE_NULL.
func (ms *messages) predefined(h int64) { ms.null = h }

// pollFoundNothing takes that a poll which has a record has found nothing.
func (ms *messages) pollFoundNothing(now uint64) { ms.foundNothing = now }

// reach takes that the rank exchanges messages on a communicator, which may be nil.
func (ms *messages) reach(c *Comm) { ms.abroad = ms.abroad || c != nil && c.Beyond }

// matched returns the message that a matched probe has returned the handle of; nil if there is none.
func (ms *messages) matched(h int64) *Matched { return ms.found[h] }

// next returns the number of a new message or receive.
func (ms *messages) next() int64 {
	ms.count++
	return ms.count
}

// NotFound returns the last matched probe that found nothing; zero if there is none.
func (r *Rank) NotFound() tracker.Site { return r.messages.notFound }

// Bsend returns the buffer that the process has attached for buffered sends.
func (r *Rank) Bsend() *BsendBuffer { return &r.messages.bsend }

// AskedTagUB reports whether the program has asked for MPI_TAG_UB.
func (r *Rank) AskedTagUB() bool { return r.messages.askedTagUB }

// Abroad reports whether the rank has sent messages to processes outside of MPI_COMM_WORLD, or received some.
func (r *Rank) Abroad() bool { return r.messages.abroad }

// MatchedMessage returns the message of a handle, nil if no matched probe has
// returned it; null: it is MPI_MESSAGE_NULL.
func (r *Rank) MatchedMessage(handle int64) (m *Matched, null bool) {
	return r.messages.matchedMessage(handle)
}

// MayReduce reports whether a call may be made inside the pending reduction that it
// gets in the way of: since that began, a poll has found nothing, and further ones have
// no record. The reduction's function may have been called inside one of these.
func (r *Rank) MayReduce(x *Clash) bool { return r.memory.mayReduce(x) }

// UnreceivedMessages returns the matched messages that are left, in order of the
// probes.
func (r *Rank) UnreceivedMessages() []*Matched { return r.messages.unreceivedMessages() }

// readAttr notes a question for MPI_TAG_UB.
func (ms *messages) readAttr(c *recorded) {
	ub := ms.flavour.CommKeyvals[0]
	if k := c.In[c.Sem.Keyval]; k == ub || k == ub+ms.flavour.FortranKeyval {
		ms.askedTagUB = true
	}
}
