package call

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// usePart says how the memory that a call uses is found.
type usePart uint8

const (
	UsesNothing usePart = iota
	UsesRMA
	UsesIO
	UsesMessages
	UsesExchange   // collective communication
	UsesRequests   // starts persistent requests
	UsesPartitions // marks partitions of a send as ready
	UsesItself     // only during the call itself, as MPI_Pack
)

var UseParts = func() *[calls.MaxKind]usePart {
	var t [calls.MaxKind]usePart
	for i := range calls.Table {
		row := &calls.Table[i]
		if row.Rec == calls.Both || row.Rec == calls.Local {
			t[row.Kind] = usePartOf(calls.Of(row.Kind))
		}
	}
	return &t
}()

func usePartOf(s *calls.Sem) usePart {
	switch {
	case s.RMA != calls.NoRMA:
		return UsesRMA
	case s.IO.Data && s.IO.Half != calls.SplitEnd:
		return UsesIO
	case s.Exchange != calls.NoExchange:
		return UsesExchange
	case s.Step == calls.RequestActivate:
		return UsesRequests
	case s.Step == calls.RequestReady:
		return UsesPartitions
	case messages.MessageShapes[s.Kind] != nil && s.Match != calls.MatchProbe:
		return UsesMessages
	case UsesBuffer(s.Kind):
		return UsesItself
	}
	return UsesNothing
}

// UsesMemory reports whether calls of kind k read or write memory of the program, at once or until an operation is
// complete.
func UsesMemory(k calls.Kind) bool { return UseParts[k] != UsesNothing }

// WritesMemory tells for each kind whether its calls, or their operations, may write memory that an argument names.
var WritesMemory = func() *[calls.MaxKind]bool {
	var t [calls.MaxKind]bool
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		t[s.Kind] = s.Step == calls.RequestActivate || slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool {
			return b.Writes
		})
	}
	return &t
}()

// MayWrite reports whether the call, or its operation, may write memory of the rank.
func (c *Call) MayWrite() bool {
	return WritesMemory[c.Kind] || c.Sem.RMA != calls.NoRMA && c.Win != nil && c.RMA.Target == int64(c.Win.MyRank)
}

// Use adds a buffer. It skips buffers in the first page, as MSG003, COLL005 and RMA012 report such addresses.
func (c *Call) Use(arg int8, b datatype.Buffer) {
	lo, hi := datatype.Span(b.Type, b.Count)
	if lo >= hi || b.Type.Unknown {
		return
	}
	if m := c.Within(arg, datatype.AddSat(b.Addr, lo), datatype.AddSat(b.Addr, hi)); m != nil {
		m.Buffer = b
	}
}

// Within adds memory that lies in [lo, hi), for the caller to fill.
func (c *Call) Within(arg int8, lo, hi int64) *Memory {
	if lo < record.Page || lo >= hi {
		return nil
	}
	n := len(c.Used.List)
	if n == cap(c.Used.List) {
		c.Used.List = append(c.Used.List, Memory{})
	}
	c.Used.List = c.Used.List[:n+1]
	m := &c.Used.List[n]
	m.Arg, m.Array, m.Lo, m.Hi, m.List = arg, false, lo, hi, nil
	return m
}

func (c *Call) UseData(arg int8, d *op.Data, writes bool) {
	if d.Moves {
		c.Use(arg, datatype.Buffer{Addr: d.Addr, Count: d.Count, Type: d.Type, Writes: writes})
	}
}

// IgnoresResult reports whether the call is an exclusive scan on rank 0, which receives nothing.
func (c *Call) IgnoresResult() bool { return c.Sem.Flow == calls.FlowExscan && c.Comm.MyRank == 0 }

// ArrayArg is an array of counts, displacements or datatypes.
type ArrayArg struct {
	Arg, Blob    int8
	Small, Large int64 // bytes per element; 0: a handle
}

var ArrayArgs = func() *[calls.MaxKind][]ArrayArg {
	var t [calls.MaxKind][]ArrayArg
	for i := range calls.Table {
		row := &calls.Table[i]
		s := calls.Of(row.Kind)
		for b, at := range messages.ArraysOf[row.Kind] {
			buffer := &s.Buffers[b]
			for _, x := range [][2]int8{{buffer.Counts, at.Counts}, {buffer.Displs, at.Displs},
				{buffer.Types, at.Types}} {
				if x[1] >= 0 {
					a := row.Args()[x[0]]
					t[row.Kind] = append(t[row.Kind], ArrayArg{x[0], x[1], wordSize(a.Type), wordSize(a.Large)})
				}
			}
		}
	}
	return &t
}()

func wordSize(ctype string) int64 {
	switch strings.TrimPrefix(ctype, "const ") {
	case "int":
		return 4
	case "MPI_Datatype":
		return 0
	}
	return 8
}

func MayComplete(s *calls.Sem) bool {
	reach, _ := s.Epoch.Settles()
	return s.Completes != calls.CompletesNone || reach != calls.NotSettled
}

// UsesBuffer reports whether memory.BuffersOf knows memory that calls of kind k use.
func UsesBuffer(k calls.Kind) bool {
	s := calls.Of(k)
	if s.IO.Half == calls.SplitEnd {
		return false
	}
	return slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool {
		return b.Type >= 0 && (b.Count >= 0 || s.RMA != calls.NoRMA)
	})
}
