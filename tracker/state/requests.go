package state

import "github.com/gomarmot/gomarmot/pmpi/calls"

// requests are a rank's requests by handle. Those that a call has ended are used
// again, but not before the next call.
type requests struct {
	byHandle map[int64]*handle
	changes  int      // of the values that byHandle has
	free     *Request // by next
	ended    *Request // by the last call: rules may still look at them
	made     int64    // requests so far
	pass     int64    // iterations so far
	vain     int      // elements of the arrays that threads wait for (waited) which no request has

	stored *variables // nil: there was no request
	piles  map[pile]*Lost
	doubt  bool // one of those in piles may have been completed since

	null      int64 // MPI_REQUEST_NULL
	general   bool  // there have been generalized requests
	earlyUses bool  // some Request has UsedEarly

	flavour *calls.Flavour
	inUse   *inUse // of the rank
}

// begin makes the part ready for the first event.
func (t *requests) begin(d *reading, memory *inUse) { t.flavour, t.inUse = d.Flavour, memory }

// predefined takes the handle of MPI_REQUEST_NULL.
func (t *requests) predefined(h int64) { t.null = h }

// areGeneral reports whether there have been generalized requests.
func (t *requests) areGeneral() bool { return t.general }

// EarlyUses reports whether some Request has UsedEarly.
func (r *Rank) EarlyUses() bool { return r.requests.earlyUses }

// CompletedBy returns the followed requests that call c, about to be applied,
// completes; those that were known to be complete are left out.
func (r *Rank) CompletedBy(c *Call) Completing { return r.requests.completedBy(c) }

// LostRequests returns the requests that have not been completed and freed, by the places
// in the program that they come from.
func (r *Rank) LostRequests() []Lost { return r.requests.lost() }

// PendingRequests returns the followed requests whose operations are not known to
// be complete, in order of the calls that created them.
func (r *Rank) PendingRequests() []*Request { return r.requests.pendingOnes() }

// RequestNull is MPI_REQUEST_NULL.
func (r *Rank) RequestNull() int64 { return r.requests.nullHandle() }

// Twice returns a request that the call was given twice, nil if there is none.
func (r *Rank) Twice(c *Call) *Request { return r.requests.twice(c) }
