package state

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// operand is what the next call of a thread leaves in a window, or combines with what is there.
type operand struct {
	value, compare int64
	width          int8 // in bytes; 0: it is not known
}

// operandOf reads an event.Value.
func operandOf(e *event.Event) operand {
	if e.N < 2 || e.A[0] != 4 && e.A[0] != 8 {
		return operand{}
	}
	o := operand{value: e.A[1], width: int8(e.A[0])}
	if e.N > 2 {
		o.compare = e.A[2]
	}
	return o
}

// fetched adds what an event.Fetched says.
func (o teller) fetched(r *Rank, e *event.Event) {
	if o.Ops == nil || e.N < 2 {
		return
	}
	x := o.HasFetched(op.Head{N: r.Records})
	x.Ring, x.Seq, x.Value = uint16(e.Thread), e.A[0], e.A[1]
}
