package fact

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Cycle is calls that would wait for each other if every call waited as long as the standard allows:
// each one for the rank of the next one, the last one for that of the first one.
type Cycle struct{ Waits []*Need }

// Why is how sure it is that a call has to wait.
type Why uint8

// The reasons.
const (
	// Always: no MPI library lets the call return earlier.
	Always Why = iota
	// Allowed: the standard lets it wait, and an MPI library need not.
	Allowed
	// Polled: the program asked, and would have gone on in another way.
	Polled
)

// What says what a call waits for.
type What uint8

// What calls wait for.
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

// Need is what a call waits for.
type Need struct {
	Site tracker.Site // the call that waits
	Why  Why
	What What
	// Chose: a message or receive that might have met another receive or message, as one of them takes
	// messages from any source.
	Chose bool
	// Rival is when the rank of Other posted the first receive that might have taken the message as well, in records
	// of that rank; 0: not known, or none. Until that rank has come there, the choice changes nothing.
	Rival  int64
	AnyTag bool         // a receive or probe that may take messages of any tag
	Begun  tracker.Site // the call that began what it waits for
	Since  int64        // of messages: when the rank had so many records
	Other  tracker.Site // the call that it waits for; zero: of a row
	On     *op.Place    // the communicator, window or file
	Peer   int32        // of messages: the other end's rank in MPI_COMM_WORLD
	Tag    int32
	Bytes  int64 // of a send; -1: unknown
}

// Kind implementations name the dispatch key of each fact.
func (*Cycle) Kind() Kind { return OfCycle }
