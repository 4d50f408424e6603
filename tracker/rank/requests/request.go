package requests

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Request is a request that gomarmot follows, whatever call created it.
type Request struct {
	Made  tracker.Site   // the call that returned it
	Begun tracker.Site   // the start that made it active last; Made where it needs none
	Sem   *calls.Sem     // what Made means
	Win   *windows.Win   // of communication on a window
	File  *files.File    // of data access on a file
	On    tracker.Object // of messages and collective operations: the communicator
	// Active: the operation has begun, and no call has completed it. Requests that
	// are not persistent always are.
	Active bool
	// Done: MPI_Request_get_status has found the operation complete.
	Done bool
	// Cancelled: MPI_Cancel was called.
	Cancelled tracker.Site
	// Finished: MPI_Grequest_complete was called.
	Finished tracker.Site
	// Overwritten: this call stored its request in the same variable while this
	// one was active.
	Overwritten tracker.Site
	// Tested: the last test that found the operation pending.
	Tested tracker.Site
	// GivenUp is the MPI_Request_free that freed it while its operation may have been under way.
	GivenUp tracker.Site
	// Early are calls on File that require its requests to be complete, but came
	// while this one was pending; of several pending ones the oldest has them.
	Early []tracker.Site
	// WinFreed is the MPI_Win_free of Win that came while it was pending; Open:
	// while an epoch of Win was open, too.
	WinFreed tracker.Site
	// Disconnected is the MPI_Comm_disconnect of On that came while it was pending.
	Disconnected tracker.Site
	// Gone is the call before which a function returned that had a buffer of the request, which was not active; GoneArg
	// the argument of Made that is this buffer.
	Gone    tracker.Site
	GoneArg int8
	// GivenBack is the call that freed memory of the request, which was not active; GoneArg says which.
	GivenBack tracker.Site
	// Shared: another pending request has the same handle value, so which of
	// them a call completes is uncertain.
	Shared bool
	Open   bool
	Idle   bool // of RMA to MPI_PROC_NULL: MPI_Win_free need not wait for it
	// Makes is the communicator that MPI_Comm_idup makes; UsedEarly the first call on it
	// that came while the request was pending.
	Makes     *objects.Comm
	UsedEarly tracker.Site
	// Restarted: it was started while it was active. Open MPI may then give the second operation another handle.
	Restarted bool
	// Doubtful: a call that starts or completes it has failed, so it may be active or not.
	Doubtful bool
	// Parts are the partitions of a partitioned operation.
	Parts *Partitions

	Told     requestTold
	Receives bool     // it receives a message that it names the source of
	Sends    bool     // it sends a message from the buffer itself
	Combines bool     // a reduction by a function of the program
	Number   int32    // in the rank: one that has ended gives it to a new one
	Age      int64    // the requests of the rank before it
	next     *Request // the next one with the same handle
}

// requestTold is what ops have told other ranks of the operation of a request.
type requestTold struct {
	Send, Receive messages.Message
	Arrived       int64     // Head.N of the op.Arrive of a collective operation, or of the op.Access of RMA; of I/O Call.began
	On            *op.Place // of a collective operation: its communicator
	Touched       int64     // the number of its touches; 0: there are none
}

// Persistent reports whether the request is started by MPI_Start.
func (q *Request) Persistent() bool { return q.Sem.Persistent }

// Collective reports whether it stands for a collective operation of a communicator.
func (q *Request) Collective() bool {
	return q.Sem.Starts == calls.StartsCollective || q.Sem.Starts == calls.StartsMakeComm
}

// Room is what its operation may receive. Anyone: it names no source, or no tag.
func (q *Request) Room() (room *op.Data, anyone bool) {
	return &q.Told.Receive.Data, q.Receives && q.Told.Receive.Anyone()
}

// Pending reports whether its operation is not known to be complete.
func (q *Request) Pending() bool { return q.Active && !q.Done }

// underWay reports whether its operation is one on a message that may still use its buffer.
func (q *Request) underWay() bool {
	if !q.Pending() || q.Persistent() || q.Doubtful || !q.Cancelled.IsZero() || q.Win != nil || q.File != nil {
		return false
	}
	return q.Parts == nil && (q.Sends || q.Receives)
}

// Object is what its operation acts on.
func (q *Request) Object() tracker.Object {
	switch {
	case q.Win != nil:
		return q.Win.Object()
	case q.File != nil:
		return q.File.Object()
	}
	return q.On
}

// Count adds to the pending requests of the request's file.
func (q *Request) Count(n int) {
	if q.File != nil {
		q.File.Pending += n
	}
}

// Pending is an operation of a request that is not complete, other than a message.
type Pending struct {
	Made tracker.Site // the call that returned the request
	On   *op.Place    // of a collective operation, and of a partitioned one: the communicator; nil: of others
	// Count is when a collective operation arrived, in records of its rank; of a partitioned operation its
	// number, and Round how often it was started.
	Count, Round int64
	// Partitioned: Peer is the rank of the other end.
	Partitioned, Sends bool
	Peer               int32
}

// StandsFor describes what a request stands for that is not a message.
func (q *Request) StandsFor() Pending {
	p := Pending{Made: q.Made, On: q.Told.On, Count: q.Told.Arrived, Peer: op.AnySource}
	if m := q.Partitioned(); m.Partitioned != 0 {
		p.On, p.Count, p.Round, p.Partitioned, p.Sends, p.Peer = m.On, m.Partitioned, q.Parts.Round, true, m.Mode != calls.NoSend, m.Peer
	}
	return p
}

// Partitioned is the end of a message that a partitioned operation is.
func (q *Request) Partitioned() *messages.Message {
	if q.Told.Send.Partitioned != 0 {
		return &q.Told.Send
	}
	return &q.Told.Receive
}
