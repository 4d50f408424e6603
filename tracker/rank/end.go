package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
)

// Faulted says, after the last event, that the rank was killed in a call, by an access.
func (r *Rank) Faulted(in tracker.Site, f Fault) { r.End.Faulted(in, f.Address, f.Write) }

// KilledCall returns the call that a process without an End record was in, in the thread with ring i; nil
// if there is none. Records do not say that a call with one record has not returned: the ring does.
func (r *Rank) KilledCall(i int) *call.Call {
	if r.End.Reason != 0 || r.Sessions.Finalized {
		return nil
	}
	if c := r.Threads.OpenCall(i); c != nil {
		return c
	}
	if c := r.Threads.LastCall(i); c != nil && c.Once && r.End.SeenIn(&c.Call) {
		return c
	}
	return nil
}

// EndedCall returns the call that ended the process, such as one with an error that
// is fatal; nil if there is none or that is unknown. A process without an End
// record may have been killed while it waited.
func (r *Rank) EndedCall() *call.Call {
	ring := int(r.LastSite.Ring)
	if r.Sessions.Finalized {
		return nil
	}
	c := r.Threads.OpenCall(ring)
	switch {
	case r.End.Reason == event.EndExit && r.End.In == r.LastSite.Call:
		if c == nil {
			c = r.Threads.LastCall(ring) // with one record only, it counts as over
		}
	case r.End.Reason != 0 || c == nil || c.Sem.Blocks != calls.NeverBlocks || c.Sem.Match != calls.NotMatched:
		return nil
	}
	if c == nil || c.Site != r.LastSite {
		return nil
	}
	return c
}

// EndedBeside returns the call of another thread in which the process ended while MPI_Finalize had not returned; 0 if
// there is none, or if another finding says so.
func (r *Rank) EndedBeside() calls.Kind {
	at, in := r.Sessions.FinalizedAt, r.End.ExitIn()
	if in == 0 || in == calls.Finalize || in == calls.Abort || at.Call != calls.Finalize ||
		r.mayGoOn() || r.Threads.Disturbed() || !r.Threads.Several() {
		return 0
	}
	c := r.Threads.OpenCall(int(at.Ring))
	if c == nil || c.Kind != calls.Finalize { // it has returned, or made a call itself
		return 0
	}
	return in
}

// Fault is an access to memory that has raised a signal.
type Fault struct {
	Address int64 // + 1; 0: unknown
	Write   bool  // it is known to be one
}

// Inaccessible returns the memory that killed the rank when MPI accessed it; nil if that is unknown, or something
// else did.
func (r *Rank) Inaccessible() *memory.Inaccessible {
	at, in, write, ok := r.End.Accessed()
	if !ok || r.Gap {
		return nil
	}
	c := r.KilledCall(int(in.Ring))
	if c == nil || c.Kind != in.Call {
		return nil
	}
	return r.Memory.Inaccessible(c, at, write)
}
