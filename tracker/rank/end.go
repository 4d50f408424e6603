package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Faulted says, after the last event, that an access killed the rank: in a call, or outside of calls if in is zero.
func (r *Rank) Faulted(in tracker.Site, f Fault) { r.End.Faulted(in, f.By, f.Address, f.Write) }

// KilledCall returns the call in which a process without an End record was killed, in the thread with ring i; nil if
// there is none. The log cannot tell whether a call with one record has returned, but End has read that from the ring.
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

// EndedCall returns the call that ended the process, such as a call with a fatal error; nil if there is none, or it is
// unknown. A process without an End record may have been killed while it waited.
func (r *Rank) EndedCall() *call.Call {
	ring := int(r.LastSite.Ring)
	if r.Sessions.Finalized {
		return nil
	}
	c := r.Threads.OpenCall(ring)
	switch {
	case r.End.Reason == event.EndExit && r.End.In == r.LastSite.Call:
		if c == nil {
			c = r.Threads.LastCall(ring) // a call with one record is never open
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
	if c == nil || c.Kind != calls.Finalize { // MPI_Finalize has returned, or calls MPI itself
		return 0
	}
	return in
}

// EndedInSession reports whether the process ended outside of MPI, after MPI_Finalize had returned, while a session was
// open: then no call is known to have ended MPI.
func (r *Rank) EndedInSession() bool {
	if r.End.Reason != event.EndExit || r.End.In != 0 || r.Sessions.FinalizedAt.Call != calls.Finalize {
		return false
	}
	return r.Sessions.Remain() && !r.Threads.AnyInCall()
}

// Fault is an access to memory that has raised a signal.
type Fault struct {
	Address int64        // + 1; 0: unknown
	Write   bool         // certainly a store
	By      tracker.Site // the program's own load or store; zero: other code made the access
}

// FreedWindow returns the memory of a freed window around the address whose access killed the rank, and the address and
// place of the access, which is zero if other code than the program's own made it; nil if there is none.
func (r *Rank) FreedWindow() (gone *windows.Gone, at int64, by tracker.Site) {
	at, by, ok := r.End.Touched()
	if !ok || r.Gap || r.End.Reason != 0 {
		return nil, 0, by
	}
	if !by.IsZero() && by.Seq == 0 {
		by.Seq = r.LastSite.Seq // the load or store has no record
	}
	return r.Windows.GoneAt(at), at, by
}

// Inaccessible returns the memory that MPI accessed when the rank was killed; nil if it is unknown, or the rank was not
// killed by such an access.
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
