package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// Strays returns the MPI calls before the initialization of MPI and after its end.
func (r *Rank) Strays() []threads.Stray { return r.threads.Strays }

// Overlaps returns pairs of calls that two threads were in at once, where the library serves one at a time.
func (r *Rank) Overlaps() []threads.Overlap { return r.threads.Overlaps }

// Together returns pairs of collective calls on one object that two threads were in at once.
func (r *Rank) Together() []threads.Overlap { return r.threads.Together }

// ProbeRaces returns the messages that one thread has found and another one may take.
func (r *Rank) ProbeRaces() []threads.ProbeRace { return r.threads.ProbeRaces }

// Bindings returns the language bindings through which the rank has called
// MPI, in ascending order.
func (r *Rank) Bindings() []event.Binding { return r.threads.Bindings() }

// Forbidden lists the first calls of the threads that may not make any: all
// but the one that initialized MPI, where the library provides no more than
// MPI_THREAD_FUNNELED.
func (r *Rank) Forbidden() []tracker.Site { return r.threads.Forbidden() }

// FromC reports whether the thread of a call has called MPI from C alone: other bindings
// pass on handles in variables of their own.
func (r *Rank) FromC(s tracker.Site) bool { return r.threads.FromC(s) }

// Nested reports whether a call is made inside another one, by a callback: of an
// object that is freed, or a reduction. The library may keep objects for these that
// the program has freed.
func (r *Rank) Nested(c *call.Call) bool { return r.threads.Nested(c) }

// OpenCall returns the innermost call that the thread with ring i has not returned
// from.
func (r *Rank) OpenCall(i int) *call.Call { return r.threads.OpenCall(i) }

// OpenOverlaps lists the calls that threads made while another thread was in
// a call that never returned.
func (r *Rank) OpenOverlaps() []threads.Overlap { return r.threads.OpenOverlaps() }

// OpenTogether lists the collective calls on one object in which two threads were at the end.
func (r *Rank) OpenTogether() []threads.Overlap { return r.threads.OpenTogether() }

// Rings returns how many rings the threads of the rank have used.
func (r *Rank) Rings() int { return r.threads.Rings() }
