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

// Request is a request that gomarmot follows.
type Request struct {
	Made  tracker.Site   // the call that returned it
	Begun tracker.Site   // the call that last made it active: a start, or Made
	Sem   *calls.Sem     // properties of Made
	Win   *windows.Win   // of an RMA communication
	File  *files.File    // of data access on a file
	On    tracker.Object // of messages and collective operations: the communicator
	// Active: the operation has begun, and no call has completed it. Always true for requests that are not persistent.
	Active bool
	// Done: MPI_Request_get_status has found the operation complete.
	Done bool
	// Cancelled: MPI_Cancel was called.
	Cancelled tracker.Site
	// Finished: MPI_Grequest_complete was called.
	Finished tracker.Site
	// Overwritten is the call that stored its request in the variable of this request while this request was active.
	Overwritten tracker.Site
	// Tested: the last test that found the operation pending.
	Tested tracker.Site
	// GivenUp is the MPI_Request_free that freed it while its operation may have been under way.
	GivenUp tracker.Site
	// Early are the calls on File that require its requests to be complete, made while this request was pending. If
	// several were pending, the oldest has the calls.
	Early    []tracker.Site
	Outlived Outlived
	Buffer   LostBuffer
	sharing
	Idle bool // of RMA to MPI_PROC_NULL: MPI_Win_free need not wait for it
	// Makes is the communicator that MPI_Comm_idup creates; UsedEarly the first call on it while the request was
	// pending.
	Makes     *objects.Comm
	UsedEarly tracker.Site
	// Restarted: it was started while active. Open MPI may then give the second operation another handle.
	Restarted bool
	// Doubtful: a call that starts or completes it has failed, so it is uncertain whether it is active.
	Doubtful bool
	// Parts are the partitions of a partitioned operation.
	Parts *Partitions

	Told     requestTold
	Receives bool     // it receives a message, from a source other than MPI_PROC_NULL
	Sends    bool     // it sends a message directly from its buffer
	Combines bool     // a reduction by a function of the program
	Number   int32    // number within the rank, reused after the request has ended
	Age      int64    // number of the rank's requests up to this request
	next     *Request // the next request with the same handle
}

// sharing says how a request shares its handle value with others.
type sharing struct {
	// Shared: another pending request has the same handle value, so it is uncertain which of them a call completes.
	Shared bool
	Twins  *Twins // nil: no call has completed one of the requests with the value while there were several
	used   bool   // counted in Twins.Used
}

// Twins are the requests that have had one handle value since no request had it, if a call has completed one of them.
// It is uncertain which of them are complete, but not how many: if the program uses the buffers of more of them, one of
// the uses comes too early.
type Twins struct {
	Complete int   // the number of requests that calls have completed, or more
	Used     int   // the number of requests whose buffers were used while the requests might be complete
	Uses     []Use // the first of these uses

	over *Request // requests counted as complete whose buffers are kept, linked by next
	kept int      // their number
}

// Use is a use of the buffer of a request.
type Use struct {
	Made tracker.Site // the call that returned the request
	By   tracker.Site
}

// Limits on what is kept for the requests of one handle value.
const (
	mostOver = 64
	mostUses = 4
)

// NoteUse notes that a call or the program uses a buffer of the request, which has twins, against its operation.
// It reports whether the operation of one of the twins must have been under way during such a use, and no earlier use
// of the buffers has shown that.
func (q *Request) NoteUse(by tracker.Site) bool {
	if q.used {
		return false
	}
	q.used = true
	t := q.Twins
	t.Used++
	if len(t.Uses) < mostUses {
		t.Uses = append(t.Uses, Use{q.Made, by})
	}
	return t.Used > t.Complete
}

// keep keeps the buffers of a request until the twins end; false if there are too many.
func (t *Twins) keep(q *Request) bool {
	if t.kept >= mostOver {
		return false
	}
	t.kept++
	q.next, t.over = t.over, q
	return true
}

// Outlived is what was freed while the request was pending.
type Outlived struct {
	WinFreed     tracker.Site // the MPI_Win_free of Win
	Open         bool         // an epoch of Win was open, too
	Disconnected tracker.Site // the MPI_Comm_disconnect of On
}

// LostBuffer is a buffer of an inactive request that no longer exists.
type LostBuffer struct {
	Left      tracker.Site // the call before which a function returned whose local variable it was
	GivenBack tracker.Site // the call that freed it
	Arg       int8         // the argument of Request.Made with it
}

// requestTold holds the parts of earlier ops about a request's operation that later ops refer to.
type requestTold struct {
	Send, Receive messages.Message
	// Arrived is Head.N of the op.Arrive of a collective operation or of the op.Access of RMA; for a file access its
	// Told.Began.
	Arrived int64
	On      *op.Place // the communicator of a collective operation
	Touched int64     // the number of its touches; 0: there are none
}

// Persistent reports whether the request is started by MPI_Start.
func (q *Request) Persistent() bool { return q.Sem.Persistent }

// Collective reports whether the request's operation is collective on a communicator.
func (q *Request) Collective() bool {
	return q.Sem.Starts == calls.StartsCollective || q.Sem.Starts == calls.StartsMakeComm
}

// Room returns the buffer into which the operation may receive. anyone: it names no source, or no tag.
func (q *Request) Room() (room *op.Data, anyone bool) {
	return &q.Told.Receive.Data, q.Receives && q.Told.Receive.Anyone()
}

// Pending reports whether the operation is not known to be complete.
func (q *Request) Pending() bool { return q.Active && !q.Done }

// underWay reports whether the operation is a send or receive that may still use its buffer.
func (q *Request) underWay() bool {
	if !q.Pending() || q.Persistent() || q.Doubtful || !q.Cancelled.IsZero() || q.Win != nil || q.File != nil {
		return false
	}
	return q.Parts == nil && (q.Sends || q.Receives)
}

// Object returns the object that the operation acts on.
func (q *Request) Object() tracker.Object {
	switch {
	case q.Win != nil:
		return q.Win.Object()
	case q.File != nil:
		return q.File.Object()
	}
	return q.On
}

// Count adds n to the pending requests of the request's file.
func (q *Request) Count(n int) {
	if q.File != nil {
		q.File.Pending += n
	}
}

// Pending is an incomplete operation of a request, other than a message.
type Pending struct {
	Made tracker.Site // the call that returned the request
	On   *op.Place    // the communicator of a collective or partitioned operation; nil for others
	// Count is, for a collective operation, when it arrived, in records of its rank; for a partitioned operation its
	// number, and Round how often it was started.
	Count, Round int64
	// Partitioned: Peer is the rank of the other side.
	Partitioned, Sends bool
	Peer               int32
}

// StandsFor returns the operation of a request that is not a message.
func (q *Request) StandsFor() Pending {
	p := Pending{Made: q.Made, On: q.Told.On, Count: q.Told.Arrived, Peer: op.AnySource}
	if m := q.Partitioned(); m.Partitioned != 0 {
		p.On, p.Count, p.Round, p.Partitioned, p.Sends, p.Peer = m.On, m.Partitioned, q.Parts.Round, true,
			m.Mode != calls.NoSend, m.Peer
	}
	return p
}

// Partitioned returns the send or receive side of a partitioned operation.
func (q *Request) Partitioned() *messages.Message {
	if q.Told.Send.Partitioned != 0 {
		return &q.Told.Send
	}
	return &q.Told.Receive
}
