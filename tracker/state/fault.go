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
	one := Memory{Buffer: datatype.Buffer{Addr: at, Count: 1, Type: datatype.Memory, Writes: true}, lo: at, hi: at + 1}
	killed := func(m *Memory) bool {
		// What MPI only reads, only the program can have written: in a callback.
		return m.lo <= at && at < m.hi && !m.Window && (m.Writes || !write)
	}
	for i := range r.memoryOf(c) {
		if m := &c.used.list[i]; killed(m) && r.memory.meet(&one, &InUse{Memory: *m}) {
			return &Inaccessible{In: c, Use: m, At: at}
		}
	}
	for _, x := range r.memory.near(&one) {
		if killed(&x.Memory) && r.memory.meet(&one, x) {
			return &Inaccessible{In: c, With: x, Use: &x.Memory, At: at}
		}
	}
	return nil
}
