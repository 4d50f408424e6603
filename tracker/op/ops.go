package op

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Ops are the ops of the calls of a rank, in program order. Reset reuses their storage: takers copy all that they keep.
type Ops struct {
	list []entry
	slabs
	lists
}

// entry is an op: its kind and its index among the ops with the same body.
type entry struct {
	n    int64 // its Head.N
	at   int32
	kind kind
}

// lists are the storage of lists in ops.
type lists struct {
	ranks  []int32
	puts   []TargetUse
	splits []SplitRef
	pieces []datatype.Buffer
}

// Reset empties it.
func (o *Ops) Reset() {
	o.list = o.list[:0]
	o.slabs.reset()
	o.ranks, o.puts, o.splits, o.pieces = o.ranks[:0], o.puts[:0], o.splits[:0], o.pieces[:0]
}

// Len returns how many ops there are.
func (o *Ops) Len() int { return len(o.list) }

// N returns the records that the rank had so far at the i-th op.
func (o *Ops) N(i int) int64 { return o.list[i].n }

// Lost reports whether the i-th op says that records are missing.
func (o *Ops) Lost(i int) bool { return o.list[i].kind == loses }

// KeepRanks copies a list that an op is to have.
func (o *Ops) KeepRanks(list []int32) []int32 { return keep(&o.ranks, list) }

// KeepPuts copies a list that an op is to have.
func (o *Ops) KeepPuts(list []TargetUse) []TargetUse { return keep(&o.puts, list) }

// KeepPieces copies a list that an op is to have.
func (o *Ops) KeepPieces(list []datatype.Buffer) []datatype.Buffer { return keep(&o.pieces, list) }

func keep[T any](in *[]T, list []T) []T {
	if len(list) == 0 {
		return nil
	}
	n := len(*in)
	*in = append(*in, list...)
	return (*in)[n:len(*in):len(*in)]
}
