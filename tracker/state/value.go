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
func (o *Ops) fetched(r *Rank, e *event.Event) {
	if o == nil || e.N < 2 {
		return
	}
	x := op.Op{What: op.HasFetched, N: r.Records, Tag: int32(e.Thread), Count: e.A[0]}
	x.Data.Disp = e.A[1]
	o.List = append(o.List, x)
}
