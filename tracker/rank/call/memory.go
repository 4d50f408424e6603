package call

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// Memory is a buffer that a call, or the operation that it starts, reads or writes, or an array that it reads.
type Memory struct {
	datatype.Buffer
	// Arg is the argument with the address, an index in Sem.Enter of the call.
	Arg int8
	// Array: it is an array of counts, displacements or datatypes.
	Array bool

	Lo, Hi int64   // bounds of the memory
	List   *Blocks // for a buffer with a count for each rank
}

// Blocks holds the blocks of a buffer: in Part while the call lasts, then in Kept.
type Blocks struct {
	Part *messages.Part
	Kept []datatype.Buffer
	// Gaps: between equal blocks there are blocks of neighbors MPI_PROC_NULL, which the operation does not use. The
	// recorder takes all for one buffer.
	Gaps bool
}

// Each calls f for the blocks of the memory until f returns false.
func (m *Memory) Each(f func(datatype.Buffer) bool) {
	if m.List == nil {
		f(m.Buffer)
		return
	}
	if p := m.List.Part; p != nil {
		p.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
			return f(datatype.Buffer{Addr: addr, Count: n, Type: d})
		})
	}
	for _, b := range m.List.Kept {
		if !f(b) {
			return
		}
	}
}

// Shared returns the number of bytes that both share; -1: they have too many pieces.
func (m *Memory) Shared(o *Memory) int64 {
	_, n := m.CommonBytes(&o.Buffer)
	return n
}
