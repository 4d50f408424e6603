package state

import "github.com/gomarmot/gomarmot/tracker"

// messages are what a rank exchanges with others, by messages and in collective calls.
type messages struct {
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

// begin makes the part ready for the first event. blind: of messages not all is known.
func (m *messages) begin(blind bool) {
	m.found = map[int64]*Matched{}
	m.bsend.Unknown = blind
}

// NotFound returns the last matched probe that found nothing; zero if there is none.
func (r *Rank) NotFound() tracker.Site { return r.messages.notFound }

// Bsend returns the buffer that the process has attached for buffered sends.
func (r *Rank) Bsend() *BsendBuffer { return &r.messages.bsend }

// AskedTagUB reports whether the program has asked for MPI_TAG_UB.
func (r *Rank) AskedTagUB() bool { return r.messages.askedTagUB }

// Abroad reports whether the rank has sent messages to processes outside of MPI_COMM_WORLD, or received some.
func (r *Rank) Abroad() bool { return r.messages.abroad }
