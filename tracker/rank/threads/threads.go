package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Threads are a rank's threads, and where their calls get in each other's way.
type Threads struct {
	reading *reading.Reading

	List  []*Thread // by ring: the last one that has it
	ended struct {  // of the threads that had a ring before
		first    []tracker.Site
		bindings []event.Binding
	}
	// strays are the MPI calls before the initialization of MPI and after its
	// end; overlaps pairs of calls that two threads were in at once, where the
	// library serves one at a time, together such pairs of collective calls on one object.
	Strays   []Stray
	beset    bool // other threads were in calls when one entered MPI_Finalize
	Overlaps []Overlap
	Together []Overlap
	// probeRaces are messages that one thread has found and another one may take.
	ProbeRaces []ProbeRace
}

// Begin makes the part ready for the first event.
func (ts *Threads) Begin(d *reading.Reading) { ts.reading = d }

// OpenCall returns the innermost call that the thread with ring i has not returned
// from.
func (ts *Threads) OpenCall(i int) *call.Call {
	if i >= len(ts.List) || len(ts.List[i].Stack) == 0 {
		return nil
	}
	s := ts.List[i].Stack
	return s[len(s)-1]
}

// Rings returns how many rings the threads of the rank have used.
func (ts *Threads) Rings() int { return len(ts.List) }

// Several reports whether the rank has had more than one thread at once that calls MPI.
func (ts *Threads) Several() bool { return len(ts.List) > 1 }

// OtherCall returns the first call for which f holds that a thread other than that with a ring is in; nil if there is
// none.
func (ts *Threads) OtherCall(ring int, f func(*call.Call) bool) *call.Call {
	for i, t := range ts.List {
		if i == ring {
			continue
		}
		if k := slices.IndexFunc(t.Stack, f); k >= 0 {
			return t.Stack[k]
		}
	}
	return nil
}

// LastCall returns the last call that the thread with ring i has returned from; nil if there is none.
func (ts *Threads) LastCall(i int) *call.Call {
	if i >= len(ts.List) {
		return nil
	}
	return ts.List[i].done
}

// Finalizing takes the calls that other threads are in when one enters MPI_Finalize.
func (ts *Threads) Finalizing(others []tracker.Site) { ts.beset = len(others) > 0 }

// Disturbed reports whether threads made calls, or were in calls, when MPI was not there for these.
func (ts *Threads) Disturbed() bool { return ts.beset || len(ts.Strays) > 0 }

// Stray takes an MPI call before the initialization of MPI, or after its end.
func (ts *Threads) Stray(s Stray) { ts.Strays = append(ts.Strays, s) }

// Lose forgets the open calls of the thread with a ring, or of all: calls are missing.
func (ts *Threads) Lose(ring int, all bool) {
	for i, t := range ts.List {
		t.Left = call.Operand{}
		if i == ring || all {
			t.lose()
		}
	}
}

// Made reports whether the thread, which has a ring, has made an access: of an access that is other, the site does not
// have the ring.
func (t *Thread) Made(by tracker.Site, other bool, ring int) bool {
	if other {
		return t.number == by.Thread
	}
	return ring == int(by.Ring)
}

// InCall reports whether the thread of an access is in a call, as its callbacks are.
func (ts *Threads) InCall(by tracker.Site, other bool) bool {
	for i, t := range ts.List {
		if len(t.Stack) > 0 && t.Made(by, other, i) {
			return true
		}
	}
	return false
}

// OthersInCalls reports whether other threads than that of an access are in calls that may use memory.
func (ts *Threads) OthersInCalls(by tracker.Site, other bool) bool {
	for i, t := range ts.List {
		if len(t.Stack) > 0 && call.UsesMemory(t.Stack[len(t.Stack)-1].Kind) && !t.Made(by, other, i) {
			return true
		}
	}
	return false
}

// MayChange reports whether the thread with a ring is in a call, as its callbacks are, or another one in a call that may
// complete operations.
func (ts *Threads) MayChange(ring int) bool {
	for i, t := range ts.List {
		if n := len(t.Stack); n > 0 && (i == ring || call.MayComplete(t.Stack[n-1].Sem)) {
			return true
		}
	}
	return false
}
