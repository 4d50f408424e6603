package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// onGPU applies a record of GPU work, and returns the memory that this work accesses; nil if there is none.
func (r *Rank) onGPU(e *event.Event) *memory.Program {
	var at tracker.Site
	r.Threads.Of(int(e.Thread)).Site(&at, r.World, e)
	if u := r.GPU.Take(e, at); u != nil {
		return r.Memory.ByGPU(u)
	}
	return nil
}

// touchedByGPU returns the number of the touches of window memory by a piece of work.
func (r *Rank) touchedByGPU(w *gpu.Work) int64 {
	if w.Touched == 0 {
		w.Touched = r.Windows.NewTouch()
	}
	return w.Touched
}

// endsOnGPU tells that work on a GPU no longer touches window memory.
func (o teller) endsOnGPU(r *Rank) {
	for _, e := range r.GPU.TakeEnded() {
		if o.Ops != nil {
			x := o.HasTouched(op.Head{N: r.Records})
			x.Number, x.Bytes, x.Unsure = e.Number, -1, e.Unsure
		}
	}
}

// GPUClash is work on a GPU that may still be running when MPI is given a buffer that the work uses.
type GPUClash struct {
	Use    *gpu.Use
	Mine   *call.Memory
	Starts *requests.Request // the persistent request that owns the buffer, or nil
}

// GPUClash returns GPU work that still uses a buffer of the call, and for which the call, about to be applied, does not
// wait; false if there is none or that is uncertain. pageable: the buffer is host memory that is not locked.
func (r *Rank) GPUClash(c *call.Call, pageable bool) (x GPUClash, found bool) {
	if !r.GPU.Busy() || r.Threads.Nested(c) {
		return x, false
	}
	r.Memory.GivenToMPI(c, func(u *call.Memory, starts *requests.Request) {
		memory.GPUBuffers(u, func(b gpu.Buffer) bool {
			b.Shared = r.Memory.Windows.HaveMemory() && r.Memory.Windows.MemoryNear(b.Lo, b.Hi)
			use := r.GPU.Clash(b, pageable, func(use *gpu.Use) bool { return r.Memory.MeetsGPU(u, use) })
			if use != nil && !found {
				x, found = GPUClash{use, u, starts}, true
			}
			return !found
		})
	})
	return x, found
}

// givesToMPI notes that a call gives its buffers to MPI.
func (r *Rank) givesToMPI(c *call.Call) {
	if r.Threads.Nested(c) {
		return
	}
	r.Memory.GivenToMPI(c, func(u *call.Memory, _ *requests.Request) {
		memory.GPUBuffers(u, func(b gpu.Buffer) bool {
			r.GPU.MPI(b)
			return true
		})
	})
}
