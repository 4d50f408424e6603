package end

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// End is the end of a rank's process.
type End struct {
	Reason  event.EndReason // 0: no End record
	In      calls.Kind      // the call in which the process ended, 0 if none
	Success bool            // the process exited with status 0
	Alone   tracker.Site    // the last collective call on a communicator of the rank's own
	AloneOn tracker.Object  // that communicator
	within  []tracker.Site  // the calls in which its threads were last seen
	Struck  bool            // the process was killed by a fault of its own, or right after it had entered the call
	diedIn  tracker.Site    // an access in this call killed the process; zero: outside of calls
	by      tracker.Site    // the load or store that did, if it is of the program's own code
	address int64           // address of the access + 1; 0: unknown
	wrote   bool            // the access is certainly a store
}

// Note applies the End record of the process.
func (e *End) Note(reason event.EndReason, in calls.Kind, success bool) {
	e.Reason, e.In, e.Success = reason, in, success
}

// LastSeen sets, after the last event, the calls in which the threads were last seen. struck: the process was killed by
// a fault of its own, or right after it had entered the call.
func (e *End) LastSeen(in []tracker.Site, struck bool) { e.within, e.Struck = in, struck }

// WithItself notes a collective call on a communicator of the rank's own.
func (e *End) WithItself(c *record.Call, on tracker.Object) { e.Alone, e.AloneOn = c.Site, on }

// ExitIn returns the call in which the process called exit, or otherwise ended by itself; 0 if it did not.
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

// Accessed returns the address of the access by which MPI killed the process, its call, and whether it is certainly a
// store; ok is false if unknown, or the program's own code made the access.
func (e *End) Accessed() (at int64, in tracker.Site, write, ok bool) {
	at = e.address - 1
	return at, e.diedIn, e.wrote, at >= record.Page && !e.diedIn.IsZero() && e.by.IsZero()
}

// Touched returns the address of the access outside of MPI that killed the process, and the load or store of the
// program's own code, zero if other code made it; ok is false if unknown, or MPI made the access.
func (e *End) Touched() (at int64, by tracker.Site, ok bool) {
	at = e.address - 1
	return at, e.by, at >= record.Page && (e.diedIn.IsZero() || !e.by.IsZero())
}

// Faulted notes, after the last event, that an access killed the process: in a call, or outside of calls; by is zero if
// the access was not made by the program's own code.
func (e *End) Faulted(in, by tracker.Site, address int64, write bool) {
	e.diedIn, e.by, e.address, e.wrote = in, by, address, write
}
