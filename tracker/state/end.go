package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// end is how a rank's process has ended, and where.
type end struct {
	reason  event.EndReason // 0: no End record
	in      calls.Kind      // the call the process ended in, 0 if in none
	success bool            // it exited with status 0
	alone   AloneCall       // its last collective call on a communicator of its own
	within  []tracker.Site  // the calls in which its threads were last seen
	struck  bool            // it was killed by a fault of its own, or just after it had entered the call
	diedIn  tracker.Site    // see Faulted
	fault   Fault           // the same
}

// Ended returns how the process has ended; 0: there is no End record.
func (r *Rank) Ended() event.EndReason { return r.end.reason }

// Struck reports whether the rank was killed by a fault of its own, or just after it had entered a call.
func (r *Rank) Struck() bool { return r.end.struck }

// Faulted says, after the last event, that the rank was killed in a call, by an access.
func (r *Rank) Faulted(in tracker.Site, f Fault) { r.end.faulted(in, f) }

// LastSeen says, after the last event, in which calls its threads were last seen. struck: it was killed by a fault of
// its own, or just after it had entered the call.
func (r *Rank) LastSeen(in []tracker.Site, struck bool) { r.end.lastSeen(in, struck) }

// note takes the End record of the process.
func (e *end) note(reason event.EndReason, in calls.Kind, success bool) {
	e.reason, e.in, e.success = reason, in, success
}

// lastSeen says, after the last event, in which calls its threads were last seen. struck: it was killed by a fault of
// its own, or just after it had entered the call.
func (e *end) lastSeen(in []tracker.Site, struck bool) { e.within, e.struck = in, struck }

// withItself takes a collective call on a communicator of the rank's own.
func (e *end) withItself(c *recorded, on tracker.Object) { e.alone = AloneCall{c.Site, on} }

// exitIn returns the call in which the process has called exit, or ended otherwise by itself; 0 if it has not.
func (e *end) exitIn() calls.Kind {
	if e.reason != event.EndExit {
		return 0
	}
	return e.in
}

// seenIn reports whether a thread was last seen in a call.
func (e *end) seenIn(c *recorded) bool {
	return slices.ContainsFunc(e.within, func(s tracker.Site) bool {
		return s.Ring == c.Site.Ring && s.Call == c.Kind && s.PC == c.Site.PC
	})
}

// accessed returns the address at which an access has ended the process, the call it was in, and whether it is known to
// be a write; ok is false if that is unknown.
func (e *end) accessed() (at int64, in tracker.Site, write, ok bool) {
	at = e.fault.Address - 1
	return at, e.diedIn, e.fault.Write, at >= page && !e.diedIn.IsZero()
}

// KilledCall returns the call that a process without an End record was in, in the thread with ring i; nil
// if there is none. Records do not say that a call with one record has not returned: the ring does.
func (r *Rank) KilledCall(i int) *Call {
	if r.end.reason != 0 || r.Finalized() {
		return nil
	}
	if c := r.threads.openCall(i); c != nil {
		return c
	}
	if c := r.threads.lastCall(i); c != nil && c.Once && r.end.seenIn(&c.recorded) {
		return c
	}
	return nil
}

// EndedCall returns the call that ended the process, such as one with an error that
// is fatal; nil if there is none or that is unknown. A process without an End
// record may have been killed while it waited.
func (r *Rank) EndedCall() *Call {
	ring := int(r.LastSite.Ring)
	if r.Finalized() {
		return nil
	}
	c := r.threads.openCall(ring)
	switch {
	case r.end.reason == event.EndExit && r.end.in == r.LastSite.Call:
		if c == nil {
			c = r.threads.lastCall(ring) // with one record only, it counts as over
		}
	case r.end.reason != 0 || c == nil || c.Sem.Blocks != calls.NeverBlocks || c.Sem.Match != calls.NotMatched:
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
	at, in := r.FinalizedAt(), r.end.exitIn()
	if in == 0 || in == calls.Finalize || in == calls.Abort || at.Call != calls.Finalize ||
		r.mayGoOn() || r.threads.disturbed() || !r.threads.several() {
		return 0
	}
	c := r.threads.openCall(int(at.Ring))
	if c == nil || c.Kind != calls.Finalize { // it has returned, or made a call itself
		return 0
	}
	return in
}
