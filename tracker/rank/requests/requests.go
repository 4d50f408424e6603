package requests

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Requests are a rank's requests by handle. Those that a call has ended are used
// again, but not before the next call.
type Requests struct {
	byHandle map[int64]*handle
	changes  int      // of the values that byHandle has
	free     *Request // by next
	ended    *Request // by the last call: rules may still look at them
	made     int64    // requests so far
	numbers  int32    // of them: Request.number
	pass     int64    // iterations so far
	vain     int      // elements of the arrays that threads wait for (waited) which no request has

	stored *variables // nil: there was no request
	piles  map[pile]*Lost
	doubt  bool // one of those in piles may have been completed since

	making    map[*objects.Comm]*Request // of MPI_Comm_idup, until they are completed
	null      int64                      // MPI_REQUEST_NULL
	General   bool                       // there have been generalized requests
	EarlyUses bool                       // some Request has UsedEarly

	flavour *calls.Flavour
	memory  userOfMemory
}

// Begin makes the part ready for the first event.
func (t *Requests) Begin(d *reading.Reading, memory userOfMemory) {
	t.flavour, t.memory = d.Flavour, memory
}

// userOfMemory knows the memory that the operations of requests use.
type userOfMemory interface {
	// Start begins the operation of a request.
	Start(q *Request, by *record.Call)
	// Stop ends the operation of a request, which may be started again.
	Stop(q *Request)
	// Release ends the operation of a request for good.
	Release(q *Request)
	// GiveUp keeps the memory of an operation whose request is freed at by, as it may be under way.
	GiveUp(q *Request, by tracker.Site)
	// Heard ends the operations that were given up.
	Heard()
}

// Predefined takes the handle of MPI_REQUEST_NULL.
func (t *Requests) Predefined(h int64) { t.null = h }

// AreGeneral reports whether there have been generalized requests.
func (t *Requests) AreGeneral() bool { return t.General }

// Makes notes that the request of a call creates a communicator, if both are of the same call.
func (t *Requests) Makes(c *record.Call, n *objects.Comm) {
	h := t.byHandle[c.Request()]
	if h == nil || h.last == nil || n == nil || n.Made != c.Site {
		return
	}
	if t.making == nil {
		t.making = map[*objects.Comm]*Request{}
	}
	h.last.Makes, n.Making, t.making[n] = n, true, h.last
}

// UseEarly notes a call on a communicator whose request is pending.
func (t *Requests) UseEarly(on *objects.Comm, at tracker.Site) {
	if q := t.making[on]; q.Pending() && q.UsedEarly.IsZero() {
		q.UsedEarly = at
		t.EarlyUses = true
	}
}

// endMaking ends what makes has begun.
func (t *Requests) endMaking(q *Request) {
	if q.Makes != nil {
		delete(t.making, q.Makes)
		q.Makes.Making, q.Makes = false, nil
	}
}

// NullHandle is MPI_REQUEST_NULL.
func (t *Requests) NullHandle() int64 { return t.null }
