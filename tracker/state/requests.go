package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// requests are a rank's requests by handle. Those that a call has ended are used
// again, but not before the next call.
type requests struct {
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

	making    map[*Comm]*Request // of MPI_Comm_idup, until they are completed
	null      int64              // MPI_REQUEST_NULL
	general   bool               // there have been generalized requests
	earlyUses bool               // some Request has UsedEarly

	flavour *calls.Flavour
	memory  userOfMemory
}

// begin makes the part ready for the first event.
func (t *requests) begin(d *reading, memory userOfMemory) { t.flavour, t.memory = d.Flavour, memory }

// userOfMemory knows the memory that the operations of requests use.
type userOfMemory interface {
	// start begins the operation of a request.
	start(q *Request, by *recorded)
	// stop ends the operation of a request, which may be started again.
	stop(q *Request)
	// release ends the operation of a request for good.
	release(q *Request)
	// giveUp keeps the memory of an operation whose request is freed at by, as it may be under way.
	giveUp(q *Request, by tracker.Site)
	// heard ends the operations that were given up.
	heard()
}

// predefined takes the handle of MPI_REQUEST_NULL.
func (t *requests) predefined(h int64) { t.null = h }

// areGeneral reports whether there have been generalized requests.
func (t *requests) areGeneral() bool { return t.general }

// EarlyUses reports whether some Request has UsedEarly.
func (r *Rank) EarlyUses() bool { return r.requests.earlyUses }

// CompletedBy returns the followed requests that call c, about to be applied,
// completes; those that were known to be complete are left out.
func (r *Rank) CompletedBy(c *Call) Completing { return r.requests.completedBy(&c.recorded, &c.asked) }

// LostRequests returns the requests that have not been completed and freed, by the places
// in the program that they come from.
func (r *Rank) LostRequests() []Lost { return r.requests.lost() }

// PendingRequests returns the followed requests whose operations are not known to
// be complete, in order of the calls that created them.
func (r *Rank) PendingRequests() []*Request { return r.requests.pendingOnes() }

// RequestNull is MPI_REQUEST_NULL.
func (r *Rank) RequestNull() int64 { return r.requests.nullHandle() }

// Twice returns a request that the call was given twice, nil if there is none.
func (r *Rank) Twice(c *Call) *Request { return r.requests.twice(&c.recorded, &c.asked) }

// makes notes that the request of a call creates a communicator, if both are of the same call.
func (t *requests) makes(c *recorded, n *Comm) {
	h := t.byHandle[c.request()]
	if h == nil || h.last == nil || n == nil || n.Made != c.Site {
		return
	}
	if t.making == nil {
		t.making = map[*Comm]*Request{}
	}
	h.last.Makes, n.making, t.making[n] = n, true, h.last
}

// useEarly notes a call on a communicator whose request is pending.
func (t *requests) useEarly(on *Comm, at tracker.Site) {
	if q := t.making[on]; q.Pending() && q.UsedEarly.IsZero() {
		q.UsedEarly = at
		t.earlyUses = true
	}
}

// endMaking ends what makes has begun.
func (t *requests) endMaking(q *Request) {
	if q.Makes != nil {
		delete(t.making, q.Makes)
		q.Makes.making, q.Makes = false, nil
	}
}
