package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// EarlyUses reports whether some Request has UsedEarly.
func (r *Rank) EarlyUses() bool { return r.requests.EarlyUses }

// CompletedBy returns the followed requests that call c, about to be applied,
// completes; those that were known to be complete are left out.
func (r *Rank) CompletedBy(c *call.Call) requests.Completing {
	return r.requests.CompletedBy(&c.Call, &c.Asked)
}

// LostRequests returns the requests that have not been completed and freed, by the places
// in the program that they come from.
func (r *Rank) LostRequests() []requests.Lost { return r.requests.Lost() }

// PendingRequests returns the followed requests whose operations are not known to
// be complete, in order of the calls that created them.
func (r *Rank) PendingRequests() []*requests.Request { return r.requests.PendingOnes() }

// RequestNull is MPI_REQUEST_NULL.
func (r *Rank) RequestNull() int64 { return r.requests.NullHandle() }

// Twice returns a request that the call was given twice, nil if there is none.
func (r *Rank) Twice(c *call.Call) *requests.Request { return r.requests.Twice(&c.Call, &c.Asked) }
