package end

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// End is how a rank's process has ended, and where.
type End struct {
	Reason  event.EndReason // 0: no End record
	In      calls.Kind      // the call the process ended in, 0 if in none
	Success bool            // it exited with status 0
	Alone   tracker.Site    // its last collective call on a communicator of its own
	AloneOn tracker.Object  // that communicator
	within  []tracker.Site  // the calls in which its threads were last seen
	Struck  bool            // it was killed by a fault of its own, or just after it had entered the call
	diedIn  tracker.Site    // it was killed in this call by an access
	address int64           // of the access + 1; 0: unknown
	wrote   bool            // the access is known to be a write
}

// Note takes the End record of the process.
func (e *End) Note(reason event.EndReason, in calls.Kind, success bool) {
	e.Reason, e.In, e.Success = reason, in, success
}

// LastSeen says, after the last event, in which calls its threads were last seen. struck: it was killed by a fault of
// its own, or just after it had entered the call.
func (e *End) LastSeen(in []tracker.Site, struck bool) { e.within, e.Struck = in, struck }

// WithItself takes a collective call on a communicator of the rank's own.
func (e *End) WithItself(c *record.Call, on tracker.Object) { e.Alone, e.AloneOn = c.Site, on }

// ExitIn returns the call in which the process has called exit, or ended otherwise by itself; 0 if it has not.
func (e *End) ExitIn() calls.Kind {
	if e.Reason != event.EndExit {
		return 0
	}
	return e.In
}

// SeenIn reports whether a thread was last seen in a call.
func (e *End) SeenIn(c *record.Call) bool {
	return slices.ContainsFunc(e.within, func(s tracker.Site) bool {
		return s.Ring == c.Site.Ring && s.Call == c.Kind && s.PC == c.Site.PC
	})
}

// Accessed returns the address at which an access has ended the process, the call it was in, and whether it is known to
// be a write; ok is false if that is unknown.
func (e *End) Accessed() (at int64, in tracker.Site, write, ok bool) {
	at = e.address - 1
	return at, e.diedIn, e.wrote, at >= record.Page && !e.diedIn.IsZero()
}

// Faulted says, after the last event, that the rank was killed in a call, by an access.
func (e *End) Faulted(in tracker.Site, address int64, write bool) {
	e.diedIn, e.address, e.wrote = in, address, write
}
