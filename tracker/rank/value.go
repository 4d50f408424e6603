package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// fetched adds what an event.Fetched says.
func (o teller) fetched(r *Rank, e *event.Event) {
	if o.Ops == nil || e.N < 2 {
		return
	}
	x := o.HasFetched(op.Head{N: r.Records})
	x.Ring, x.Seq, x.Value = uint16(e.Thread), e.A[0], e.A[1]
}
