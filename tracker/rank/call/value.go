package call

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Operand is the value that the next RMA call of a thread stores in a window, or combines with the value there.
type Operand struct {
	Value, Compare int64
	Width          int8 // in bytes; 0: unknown
}

// OperandOf reads an event.Value.
func OperandOf(e *event.Event) Operand {
	if e.N < 2 || e.A[0] != 4 && e.A[0] != 8 {
		return Operand{}
	}
	o := Operand{Value: e.A[1], Width: int8(e.A[0])}
	if e.N > 2 {
		o.Compare = e.A[2]
	}
	return o
}
