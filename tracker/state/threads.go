package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// threads are a rank's threads, and where their calls get in each other's way.
type threads struct {
	reading *reading

	list  []*thread // by ring: the last one that has it
	ended struct {  // of the threads that had a ring before
		first    []tracker.Site
		bindings []event.Binding
	}
	// strays are the MPI calls before the initialization of MPI and after its
	// end; overlaps pairs of calls that two threads were in at once, where the
	// library serves one at a time, together such pairs of collective calls on one object.
	strays   []Stray
	beset    bool // other threads were in calls when one entered MPI_Finalize
	overlaps []Overlap
	together []Overlap
	// probeRaces are messages that one thread has found and another one may take.
	probeRaces []ProbeRace
}

// begin makes the part ready for the first event.
func (ts *threads) begin(d *reading) { ts.reading = d }

// openCall returns the innermost call that the thread with ring i has not returned
// from.
func (ts *threads) openCall(i int) *Call {
	if i >= len(ts.list) || len(ts.list[i].stack) == 0 {
		return nil
	}
	s := ts.list[i].stack
	return s[len(s)-1]
}

// rings returns how many rings the threads of the rank have used.
func (ts *threads) rings() int { return len(ts.list) }

// several reports whether the rank has had more than one thread at once that calls MPI.
func (ts *threads) several() bool { return len(ts.list) > 1 }

// otherCall returns the first call for which f holds that a thread other than that with a ring is in; nil if there is
// none.
func (ts *threads) otherCall(ring int, f func(*Call) bool) *Call {
	for i, t := range ts.list {
		if i == ring {
			continue
		}
		if k := slices.IndexFunc(t.stack, f); k >= 0 {
			return t.stack[k]
		}
	}
	return nil
}

// lastCall returns the last call that the thread with ring i has returned from; nil if there is none.
func (ts *threads) lastCall(i int) *Call {
	if i >= len(ts.list) {
		return nil
	}
	return ts.list[i].done
}

// finalizing takes the calls that other threads are in when one enters MPI_Finalize.
func (ts *threads) finalizing(others []tracker.Site) { ts.beset = len(others) > 0 }

// disturbed reports whether threads made calls, or were in calls, when MPI was not there for these.
func (ts *threads) disturbed() bool { return ts.beset || len(ts.strays) > 0 }

// stray takes an MPI call before the initialization of MPI, or after its end.
func (ts *threads) stray(s Stray) { ts.strays = append(ts.strays, s) }

// lose forgets the open calls of the thread with a ring, or of all: calls are missing.
func (ts *threads) lose(ring int, all bool) {
	for i, t := range ts.list {
		t.left = operand{}
		if i == ring || all {
			t.lose()
		}
	}
}

// Strays returns the MPI calls before the initialization of MPI and after its end.
func (r *Rank) Strays() []Stray { return r.threads.strays }

// Overlaps returns pairs of calls that two threads were in at once, where the library serves one at a time.
func (r *Rank) Overlaps() []Overlap { return r.threads.overlaps }

// Together returns pairs of collective calls on one object that two threads were in at once.
func (r *Rank) Together() []Overlap { return r.threads.together }

// ProbeRaces returns the messages that one thread has found and another one may take.
func (r *Rank) ProbeRaces() []ProbeRace { return r.threads.probeRaces }

// Bindings returns the language bindings through which the rank has called
// MPI, in ascending order.
func (r *Rank) Bindings() []event.Binding { return r.threads.bindings() }

// Forbidden lists the first calls of the threads that may not make any: all
// but the one that initialized MPI, where the library provides no more than
// MPI_THREAD_FUNNELED.
func (r *Rank) Forbidden() []tracker.Site { return r.threads.forbidden() }

// FromC reports whether the thread of a call has called MPI from C alone: other bindings
// pass on handles in variables of their own.
func (r *Rank) FromC(s tracker.Site) bool { return r.threads.fromC(s) }

// Nested reports whether a call is made inside another one, by a callback: of an
// object that is freed, or a reduction. The library may keep objects for these that
// the program has freed.
func (r *Rank) Nested(c *Call) bool { return r.threads.nested(c) }

// OpenCall returns the innermost call that the thread with ring i has not returned
// from.
func (r *Rank) OpenCall(i int) *Call { return r.threads.openCall(i) }

// OpenOverlaps lists the calls that threads made while another thread was in
// a call that never returned.
func (r *Rank) OpenOverlaps() []Overlap { return r.threads.openOverlaps() }

// OpenTogether lists the collective calls on one object in which two threads were at the end.
func (r *Rank) OpenTogether() []Overlap { return r.threads.openTogether() }

// Rings returns how many rings the threads of the rank have used.
func (r *Rank) Rings() int { return r.threads.rings() }

// made reports whether the thread, which has a ring, has made an access: of an access that is other, the site does not
// have the ring.
func (t *thread) made(by tracker.Site, other bool, ring int) bool {
	if other {
		return t.number == by.Thread
	}
	return ring == int(by.Ring)
}

// inCall reports whether the thread of an access is in a call, as its callbacks are.
func (ts *threads) inCall(by tracker.Site, other bool) bool {
	for i, t := range ts.list {
		if len(t.stack) > 0 && t.made(by, other, i) {
			return true
		}
	}
	return false
}

// othersInCalls reports whether other threads than that of an access are in calls that may use memory.
func (ts *threads) othersInCalls(by tracker.Site, other bool) bool {
	for i, t := range ts.list {
		if len(t.stack) > 0 && UsesMemory(t.stack[len(t.stack)-1].Kind) && !t.made(by, other, i) {
			return true
		}
	}
	return false
}

// mayChange reports whether the thread with a ring is in a call, as its callbacks are, or another one in a call that may
// complete operations.
func (ts *threads) mayChange(ring int) bool {
	for i, t := range ts.list {
		if n := len(t.stack); n > 0 && (i == ring || mayComplete(t.stack[n-1].Sem)) {
			return true
		}
	}
	return false
}
