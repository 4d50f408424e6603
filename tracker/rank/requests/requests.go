package requests

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Requests are a rank's requests by handle. A Request is reused after its end, but not before the next call.
type Requests struct {
	byHandle map[int64]*handle
	changes  int      // changes of the set of values in byHandle
	free     *Request // linked by next
	ended    *Request // ended by the last call: rules may still look at them
	made     int64    // number of requests so far
	numbers  int32    // highest Request.Number
	pass     int64    // iterations so far
	vain     int      // elements of Waited arrays that no request has

	stored *variables // nil: there was no request
	piles  map[pile]*Lost
	doubt  bool // a request counted in piles may have been completed since

	making    map[*objects.Comm]*Request // requests of MPI_Comm_idup, until they are completed
	null      int64                      // MPI_REQUEST_NULL
	General   bool                       // there were generalized requests
	EarlyUses bool                       // some Request has UsedEarly set
	Outlives  bool                       // some Request has Outlived or Early set
	InParts   bool                       // some Request has Parts
	Threaded  bool                       // several threads make calls

	flavour *calls.Flavour
	memory  userOfMemory
}

// Begin makes the part ready for the first event.
func (t *Requests) Begin(d *reading.Reading, memory userOfMemory) {
	t.flavour, t.memory = d.Flavour, memory
}

// userOfMemory follows the memory that operations of requests use.
type userOfMemory interface {
	// Start begins the operation of a request.
	Start(q *Request, by *record.Call)
	// Stop ends the operation of a request, which may be started again.
	Stop(q *Request)
	// Release ends the operation of a request for good.
	Release(q *Request)
	// GiveUp keeps the memory of an operation whose request is freed by the call by and which may be under way.
	GiveUp(q *Request, by tracker.Site)
	// Heard ends the operations passed to GiveUp.
	Heard()
}

// Predefined takes the handle of MPI_REQUEST_NULL.
func (t *Requests) Predefined(h int64) { t.null = h }

// AreGeneral reports whether there were generalized requests.
func (t *Requests) AreGeneral() bool { return t.General }

// Makes notes that the request of call c creates communicator n, if c created n.
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

// UseEarly notes a call on a communicator while the request that creates it is pending.
func (t *Requests) UseEarly(on *objects.Comm, at tracker.Site) {
	if q := t.making[on]; q.Pending() && q.UsedEarly.IsZero() {
		q.UsedEarly = at
		t.EarlyUses = true
	}
}

// endMaking marks the communicator of a completed request as usable.
func (t *Requests) endMaking(q *Request) {
	if q.Makes != nil {
		delete(t.making, q.Makes)
		q.Makes.Making, q.Makes = false, nil
	}
}

// NullHandle returns MPI_REQUEST_NULL.
func (t *Requests) NullHandle() int64 { return t.null }
