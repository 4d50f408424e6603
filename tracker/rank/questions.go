package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// Questions that rules ask about a call and the parts of its rank.

// Head returns the header of the newest object with handle h; nil if it is unknown. c tells the class of objects that a
// keyval belongs to.
func (r *Rank) Head(class calls.Class, h int64, c *call.Call) *object.Header {
	return r.Objects.Head(class, h, &c.Call)
}

// CompletedBy returns the requests that call c, about to be applied, completes, without requests that were already
// complete.
func (r *Rank) CompletedBy(c *call.Call) requests.Completing {
	return r.Requests.CompletedBy(&c.Call, &c.Asked)
}

// Twice returns a request that appears twice among the arguments of the call; nil if there is none.
func (r *Rank) Twice(c *call.Call) *requests.Request { return r.Requests.Twice(&c.Call, &c.Asked) }

// IsRoot reports whether this rank is the root of a call, so that arguments significant at the root alone count.
func (r *Rank) IsRoot(c *call.Call) bool { return r.Messages.IsRoot(&c.Call, c.Comm) }

// Part returns the data of buffer i of a collective call. It is computed when first
// asked for.
func (r *Rank) Part(c *call.Call, i int) (*messages.Part, op.Use) {
	return r.Messages.Part(&c.Call, c.Comm, &c.Used.Parts, i)
}

// MayBeVain reports whether a call may have been given a handle that belongs to no request and is not MPI_REQUEST_NULL.
// For a long array it does not look at the elements.
func (r *Rank) MayBeVain(c *call.Call) bool { return r.Requests.MayBeVain(&c.Asked) }
