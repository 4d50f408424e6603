package op

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Wildcards of receives, in every MPI.
const (
	AnySource = -1
	AnyTag    = -1
)

// Send is a message that a rank sends, or a partitioned send that it creates. The messages and receives of a rank are
// numbered together, from 1 on.
type Send struct {
	Head
	Message     int64 `code:"message"`
	To          int32 // rank in MPI_COMM_WORLD
	Tag         int32
	Data        Data
	Mode        calls.SendMode
	Partitioned bool
	Made        tracker.Site // the call that created its persistent request; zero: none
}

// Unsend is a message that may not have been sent.
type Unsend struct {
	Head
	Message int64 `code:"message"`
	To      int32
	Tag     int32
}

// Sent is a message whose send is complete.
type Sent struct {
	Head
	Message int64 `code:"message"`
	To      int32
	Tag     int32
	Mode    calls.SendMode
	GivenUp bool // no call waits for the completion
}

// Receive is a receive that a rank posts, or a partitioned receive that it creates.
type Receive struct {
	Head
	Message     int64 `code:"message"`
	From        int32 // rank in MPI_COMM_WORLD; AnySource
	Tag         int32 // AnyTag
	Data        Data
	Partitioned bool
	Made        tracker.Site
}

// Received is a receive that is complete, and the message that it has taken.
type Received struct {
	Head
	Message   int64 `code:"message"`
	From, Tag int32
	Bytes     int64
	Unsure    bool // which message it has taken is unknown
	Failed    bool // the call returned an error
	Ignored   bool // the call was given MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE
}

// Withdraw is a receive that was cancelled.
type Withdraw struct {
	Head
	Message int64 `code:"message"`
}

// Seen is a message that a probe has found.
type Seen struct {
	Head
	From, Tag int32
	AnySource bool // the probe has asked for a message of any rank
	Contended bool // another thread may have taken a message that came before
}

// Parts are partitions [From, To) of an operation that has Of of them, when it was started for the
// Round-th time.
type Parts struct{ Round, From, To, Of int64 }

// Ready are partitions of a partitioned send that are ready.
type Ready struct {
	Head
	Message int64 `code:"message"`
	Parts
}

// PartsArrived are partitions of a partitioned receive that have arrived.
type PartsArrived struct {
	Head
	Message int64 `code:"message"`
	Parts
	Freed bool // the request is freed instead
}

// RestartParts is the start of a partitioned send or receive.
type RestartParts struct {
	Head
	Message int64 `code:"message"`
	Parts
	Mode   calls.SendMode // NoSend: of a receive
	Failed bool
}
