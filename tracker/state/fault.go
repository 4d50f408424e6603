package state

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Fault is an access to memory that has raised a signal.
type Fault struct {
	Address int64 // + 1; 0: unknown
	Write   bool  // it is known to be one
}

// faulted says, after the last event, that the rank was killed in a call, by an access.
func (e *end) faulted(in tracker.Site, f Fault) { e.diedIn, e.fault = in, f }

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
	at, in, write, ok := r.end.accessed()
	if !ok || r.Gap {
		return nil
	}
	c := r.KilledCall(int(in.Ring))
	if c == nil || c.Kind != in.Call {
		return nil
	}
	return r.memory.inaccessible(c, at, write)
}

// inaccessible returns the memory at an address that killed the rank in a call; nil if that is unknown.
func (m *memory) inaccessible(c *Call, at int64, write bool) *Inaccessible {
	one := Memory{Buffer: datatype.Buffer{Addr: at, Count: 1, Type: datatype.Memory, Writes: true}, lo: at, hi: at + 1}
	killed := func(u *Memory) bool {
		// What MPI only reads, only the program can have written: in a callback.
		return u.lo <= at && at < u.hi && !u.Window && (u.Writes || !write)
	}
	for i := range m.of(c) {
		if u := &c.used.list[i]; killed(u) && m.meet(&one, &InUse{Memory: *u}) {
			return &Inaccessible{In: c, Use: u, At: at}
		}
	}
	for _, x := range m.near(&one) {
		if killed(&x.Memory) && m.meet(&one, x) {
			return &Inaccessible{In: c, With: x, Use: &x.Memory, At: at}
		}
	}
	return nil
}
