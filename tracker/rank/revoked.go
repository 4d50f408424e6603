package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// revokes emits a call that revokes its communicator, or by which the rank acts on the failure of a process of the
// communicator.
func (o teller) revokes(r *Rank, c *call.Call) {
	switch c.Kind {
	case calls.XCommRevoke, calls.XCommShrink, calls.XCommIshrink, calls.XCommFailureAck, calls.XCommFailureGetAcked,
		calls.XCommAckFailed:
	default:
		if c.Ok() || !r.Flavour.Faulty(c.RC) {
			return
		}
	}
	if on := c.Comm.Place(); on != nil {
		o.Revokes(r.head(c, on))
	}
}
