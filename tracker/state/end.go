package state

import (
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

// LastSeen says, after the last event, in which calls its threads were last seen. struck: it was killed by a fault of its own, or just
// after it had entered the call.
func (r *Rank) LastSeen(in []tracker.Site, struck bool) { r.end.lastSeen(in, struck) }
