package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Other applies an event that is not a call. It appends to ops, which may be nil, the ops of the event. It returns the
// program's access to memory of windows or of pending operations, or nil; the result is valid until the next event.
func (r *Rank) Other(e *event.Event, ops *op.Ops) *memory.Program {
	switch e.Kind {
	case event.Lost:
		if ops != nil {
			ops.Loses(op.Head{N: r.Records})
		}
	case event.Segment:
		r.Windows.Segment(e)
	case event.Fetched:
		teller{ops}.fetched(r, e)
	case event.Access, event.AccessBits, event.Memory, event.Changed:
		x := r.Memory.OfProgram(e)
		if x != nil && x.Writes {
			r.Threads.Of(int(e.Thread)).Spin.End()
		}
		return x
	case event.GPU, event.GPUMemory, event.GPUName:
		x := r.onGPU(e)
		teller{ops}.endsOnGPU(r)
		return x
	}
	return nil
}

// Tell adds to ops the loads and stores in memory of windows by the program, or by its work on GPUs.
func (r *Rank) Tell(x *memory.Program, ops *op.Ops) {
	if x.Fence {
		ops.SyncsMemory(op.Head{Site: x.Site, N: r.Records})
		return
	}
	if !x.Meets || x.GPU == nil && r.Threads.InCall(x.Site, x.Other) {
		return
	}
	until, number := op.UntilNow, int64(0)
	r.Windows.Parts(x.Lo, x.Hi, func(e *windows.Exposure, from, to int64) {
		if x.GPU != nil && number == 0 {
			until, number = op.UntilDone, r.touchedByGPU(x.GPU.Work)
		}
		x.Within(&r.Memory.Programs, from, to, func(b datatype.Buffer) {
			t := ops.Touches(op.Head{Site: x.Site, N: r.Records, On: e.Win.Place()})
			t.Owner, t.Until, t.Number, t.Atomic = e.Rank, until, number, x.Atomic
			t.Locks, t.All = r.Windows.Held(), r.Windows.HeldOfAll()
			t.Data = op.Data{Addr: e.Disp(b.Addr), Count: b.Count, Type: b.Type, Writes: x.Writes}
		})
	})
}

// fetched emits the value that a fetching RMA operation returned.
func (o teller) fetched(r *Rank, e *event.Event) {
	if o.Ops == nil || e.N < 2 {
		return
	}
	x := o.HasFetched(op.Head{N: r.Records})
	x.Ring, x.Seq, x.Value = uint16(e.Thread), e.A[0], e.A[1]
}
