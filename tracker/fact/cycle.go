package fact

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Cycle is a circle of calls that would wait for each other if every call waited as long as the standard allows:
// each call waits for the rank of the next call, the last call for the rank of the first.
type Cycle struct{ Waits []*Need }

// Why is how sure it is that a call has to wait.
type Why uint8

// The reasons.
const (
	// Always: no MPI library lets the call return earlier.
	Always Why = iota
	// Allowed: the standard lets it wait, and an MPI library need not.
	Allowed
	// Polled: the program tested for completion, and could have gone on without it.
	Polled
)

// What is the kind of event that a call waits for.
type What uint8

// The kinds of events.
const (
	Collective What = iota // all ranks of the object
	Receive                // its message to be received
	Send                   // a message
	Post                   // an exposure epoch to begin
	Complete               // an access epoch to end
	Restarted              // all ranks to start a persistent collective operation
	Started                // a partitioned receive to be started
	Parts                  // partitions to be marked as ready
)

// Need is a call's wait for another rank, or for the ranks of an object.
type Need struct {
	Site tracker.Site // the call that waits
	Why  Why
	What What
	// Chose: the message or receive might have met a different partner, because a receive from any source was involved.
	Chose bool
	// Rival is when the rank of Other posted the first other receive that might have taken the message, in records
	// of that rank; 0: unknown, or no such receive. Chose has no effect before the rank has reached Rival.
	Rival  int64
	AnyTag bool         // a receive or probe that may take messages of any tag
	Begun  tracker.Site // the call of the waiting rank that began the operation
	Since  int64        // of messages: when Begun was made, in records of the rank
	Other  tracker.Site // the call that Site waits for; zero: a collective call of several ranks
	On     *op.Place    // the communicator, window or file
	Peer   int32        // of messages: the other end's rank in MPI_COMM_WORLD
	Tag    int32
	Bytes  int64 // of a send; -1: unknown
}

// Kind implementations name the dispatch key of each fact.
func (*Cycle) Kind() Kind { return OfCycle }
