package op_test

import (
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// BenchmarkStream writes the ops of a loop for another process, and reads them: two puts, their end, a message each way,
// and a collective call. Nothing but numbers and calls that move on differs from round to round.
func BenchmarkStream(b *testing.B) {
	on := &op.Place{}
	w, r := op.NewWriter(), op.NewReader(nil)
	var ops, got op.Ops
	var out []byte
	fill := func(i uint32) {
		ops.Reset()
		head := func(k calls.Kind, place uint32) op.Head {
			return op.Head{Site: tracker.Site{Call: k, Seq: 20*i + place, PC: uint64(place)}, N: int64(20*i + place), On: on}
		}
		start := head(calls.WinStart, 1)
		ops.Starts(start).Ranks = ops.KeepRanks([]int32{1, 2})
		for place := range uint32(2) {
			put := ops.Accesses(head(calls.Put, 3+place))
			put.Opened, put.Target, put.Epoch = start.Site, int32(place), op.StartedEpoch
			put.Data = op.TargetData{Disp: int64(i%64) * 64, Count: 64, Writes: true}
		}
		ops.Completes(head(calls.WinComplete, 5)).Ranks = ops.KeepRanks([]int32{1, 2})
		send := ops.Sends(head(calls.Send, 7))
		send.Message, send.To, send.Data = int64(2*i+1), 1, op.Data{Count: 64}
		receive := ops.Receives(head(calls.Recv, 9))
		receive.Message, receive.From, receive.Data = int64(2*i+2), 2, op.Data{Count: 64, Writes: true}
		ops.Received(head(calls.Recv, 9)).Message = int64(2*i + 2)
		ops.Arrives(head(calls.Allreduce, 11)).Sync = true
		ops.Leaves(head(calls.Allreduce, 11))
	}
	b.ReportAllocs()
	n := 0
	for i := uint32(1); b.Loop(); i++ {
		fill(i)
		n += ops.Len()
		out = w.Write(out[:0], &ops)
		got.Reset()
		for in := r.Begin(out); r.Left() > 0; {
			in = r.Next(in, &got)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/op-coded")
	b.ReportMetric(float64(len(out))/float64(ops.Len()), "B/op-coded")
}
