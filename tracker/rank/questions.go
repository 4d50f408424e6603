package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// What rules ask about a call, and the parts of its rank.

// Head returns what every object has of the newest one with a handle, nil if it is
// unknown. c says for which objects a key is.
func (r *Rank) Head(class calls.Class, h int64, c *call.Call) *object.Header {
	return r.Objects.Head(class, h, &c.Call)
}

// CompletedBy returns the followed requests that call c, about to be applied,
// completes; those that were known to be complete are left out.
func (r *Rank) CompletedBy(c *call.Call) requests.Completing {
	return r.Requests.CompletedBy(&c.Call, &c.Asked)
}

// Twice returns a request that the call was given twice, nil if there is none.
func (r *Rank) Twice(c *call.Call) *requests.Request { return r.Requests.Twice(&c.Call, &c.Asked) }

// IsRoot reports whether arguments that are significant at the root are so on this
// rank.
func (r *Rank) IsRoot(c *call.Call) bool { return r.Messages.IsRoot(&c.Call, c.Comm) }

// Part returns the data of buffer i of a collective call. It is computed when first
// asked for.
func (r *Rank) Part(c *call.Call, i int) (*messages.Part, op.Use) {
	return r.Messages.Part(&c.Call, c.Comm, &c.Used.Parts, i)
}

// MayBeVain reports whether a call may have been given a handle that no request has, other than MPI_REQUEST_NULL. Of a
// long array this is known without a look at its elements.
func (r *Rank) MayBeVain(c *call.Call) bool { return r.Requests.MayBeVain(&c.Asked) }
