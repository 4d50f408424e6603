package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
)

// Fault is an access to memory that has raised a signal.
type Fault struct {
	Address int64 // + 1; 0: unknown
	Write   bool  // it is known to be one
}

// Inaccessible returns the memory that killed the rank when MPI accessed it; nil if that is unknown, or something
// else did.
func (r *Rank) Inaccessible() *memory.Inaccessible {
	at, in, write, ok := r.end.Accessed()
	if !ok || r.Gap {
		return nil
	}
	c := r.KilledCall(int(in.Ring))
	if c == nil || c.Kind != in.Call {
		return nil
	}
	return r.memory.Inaccessible(c, at, write)
}

// OnDevice reports whether an address of a buffer lies in memory of an accelerator.
func (r *Rank) OnDevice(at int64) bool { return r.memory.Devices.Has(at) }
