package state

import "github.com/gomarmot/gomarmot/tracker"

// fault is what killed the rank: an access to memory in a call.
type fault struct {
	in   tracker.Site
	addr int64 // + 1; 0: unknown
}

// Faulted says, after the last event, that the rank was killed in a call, which has accessed memory at
// an address; address is 1 more, 0: unknown.
func (r *Rank) Faulted(in tracker.Site, address int64) { r.fault = fault{in, address} }

// Inaccessible is memory that a call named and MPI could not access.
type Inaccessible struct {
	In   *Call   // the rank was killed in it
	With *InUse  // memory of an operation under way; nil: of In itself
	Use  *Memory // the memory
	At   int64   // where it could not be accessed
}

// Inaccessible returns the memory that killed the rank when MPI accessed it; nil if that is unknown, or something
// else did.
func (r *Rank) Inaccessible() *Inaccessible {
	at := r.fault.addr - 1
	if at < page || r.Gap || r.fault.in.IsZero() {
		return nil
	}
	c := r.KilledCall(int(r.fault.in.Ring))
	if c == nil || c.Kind != r.fault.in.Call {
		return nil
	}
	for i := range r.memoryOf(c) {
		if m := &c.uses[i]; m.lo <= at && at < m.hi && !m.Window {
			return &Inaccessible{In: c, Use: m, At: at}
		}
	}
	for _, x := range r.near(&Memory{Buffer: Buffer{Writes: true}, lo: at, hi: at + 1}) {
		if x.lo <= at && at < x.hi && !x.Window {
			return &Inaccessible{In: c, With: x, Use: &x.Memory, At: at}
		}
	}
	return nil
}
