package fact

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// End is one end of a message: the send, or the receive that took it.
type End struct {
	Site tracker.Site // the call; of a persistent request the start
	Made tracker.Site // of a persistent request: the call that created it
	N    int64        // records of the rank up to the call
	Mode calls.SendMode
	Data op.Data
}

// Message is a message that has met its receive.
type Message struct {
	Comm       tracker.Object
	Send       End
	Receive    End
	Tag        int32
	Unpaired   bool  // the receive may have taken another message of the channel
	Bytes      int64 // received, as the status says; -1: unknown
	Partitions bool
	// Posted is whether the receive was posted before a ready send.
	Posted Order
	// Failed: the receive returned an error, or never returned, and the message is longer than its buffer.
	Failed bool
}

// Unreceived are messages that no receive has taken, all sent to one rank from the same line of the program.
type Unreceived struct {
	Comm  tracker.Object
	Sites []tracker.Site // some of the sends, beginning with the first
	Count int64
	To    int32 // rank in MPI_COMM_WORLD
	Tag   int32 // of the first message
	Data  op.Data
	// Waiting is a receive of the target that never got a message, and that the first message nearly matches; nil:
	// there is no such receive.
	Waiting *Near
}

// Kind implementations name the dispatch key of each fact.
func (*Message) Kind() Kind    { return OfMessage }
func (*Unreceived) Kind() Kind { return OfUnreceived }
