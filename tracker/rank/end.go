package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Ended returns how the process has ended; 0: there is no End record.
func (r *Rank) Ended() event.EndReason { return r.end.Reason }

// Struck reports whether the rank was killed by a fault of its own, or just after it had entered a call.
func (r *Rank) Struck() bool { return r.end.Struck }

// Faulted says, after the last event, that the rank was killed in a call, by an access.
func (r *Rank) Faulted(in tracker.Site, f Fault) { r.end.Faulted(in, f.Address, f.Write) }

// LastSeen says, after the last event, in which calls its threads were last seen. struck: it was killed by a fault of
// its own, or just after it had entered the call.
func (r *Rank) LastSeen(in []tracker.Site, struck bool) { r.end.LastSeen(in, struck) }

// KilledCall returns the call that a process without an End record was in, in the thread with ring i; nil
// if there is none. Records do not say that a call with one record has not returned: the ring does.
func (r *Rank) KilledCall(i int) *call.Call {
	if r.end.Reason != 0 || r.Finalized() {
		return nil
	}
	if c := r.threads.OpenCall(i); c != nil {
		return c
	}
	if c := r.threads.LastCall(i); c != nil && c.Once && r.end.SeenIn(&c.Call) {
		return c
	}
	return nil
}

// EndedCall returns the call that ended the process, such as one with an error that
// is fatal; nil if there is none or that is unknown. A process without an End
// record may have been killed while it waited.
func (r *Rank) EndedCall() *call.Call {
	ring := int(r.LastSite.Ring)
	if r.Finalized() {
		return nil
	}
	c := r.threads.OpenCall(ring)
	switch {
	case r.end.Reason == event.EndExit && r.end.In == r.LastSite.Call:
		if c == nil {
			c = r.threads.LastCall(ring) // with one record only, it counts as over
		}
	case r.end.Reason != 0 || c == nil || c.Sem.Blocks != calls.NeverBlocks || c.Sem.Match != calls.NotMatched:
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
	at, in := r.FinalizedAt(), r.end.ExitIn()
	if in == 0 || in == calls.Finalize || in == calls.Abort || at.Call != calls.Finalize ||
		r.mayGoOn() || r.threads.Disturbed() || !r.threads.Several() {
		return 0
	}
	c := r.threads.OpenCall(int(at.Ring))
	if c == nil || c.Kind != calls.Finalize { // it has returned, or made a call itself
		return 0
	}
	return in
}
