package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// BufferSpace returns how many bytes of the attached buffer a call needs at least for what it
// sends: its data, and MPI_BSEND_OVERHEAD for each message. It is 0 for other calls
// and where that is unknown.
func (r *Rank) BufferSpace(c *call.Call) int64 {
	switch s := c.Sem; {
	case s.Send == calls.SendBuffered && !s.Persistent:
		if on := c.Comm; on != nil && on.Alive() && c.In[s.Dest] != r.Flavour.ProcNull {
			return r.messages.SpaceFor(c.Sends.Signed())
		}
	case s.Step == calls.RequestActivate:
		n := int64(0)
		for g := c.Given(); g.Next(); {
			if q := g.Request; q != nil && q.Sem.Send == calls.SendBuffered && q.Told.Send.On != nil {
				n = datatype.AddSat(n, r.messages.SpaceFor(q.Told.Send.Data))
			}
		}
		return n
	}
	return 0
}
