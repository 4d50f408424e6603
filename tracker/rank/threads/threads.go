package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
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

// Overlap is a call that a thread made while another thread was in one.
type Overlap struct {
	Inside tracker.Site    // the call that lasted longer
	Other  tracker.Site    // the one made in the meantime
	On     *tracker.Object // of Together: what both act on
}

// maxOverlaps bounds how many are kept: further ones add nothing new.
const maxOverlaps = 16

// Stray is an MPI call before the initialization of MPI, or after its end.
type Stray struct {
	Site  tracker.Site
	After bool
	// During is the MPI_Finalize of another thread; zero: there is none.
	During tracker.Site
}

// mostStrays bounds those that are kept of calls during MPI_Finalize.
const mostStrays = 8

// Forbidden lists the first calls of the threads that may not make any: all
// but the one that initialized MPI, where the library provides no more than
// MPI_THREAD_FUNNELED.
func (ts *Threads) Forbidden() []tracker.Site {
	if !ts.reading.OneThread() {
		return nil
	}
	out := slices.Clone(ts.ended.first)
	for _, t := range ts.List {
		if t.number > 0 && !t.first.IsZero() {
			out = append(out, t.first)
		}
	}
	return out
}

// Of returns the state of the thread that has ring i; it creates it if needed.
func (ts *Threads) Of(i int) *Thread {
	if i >= len(ts.List) {
		ts.more(i)
	}
	return ts.List[i]
}

// StartThread takes the first record of a thread, which may have taken over the
// ring of one that has ended.
func (ts *Threads) StartThread(e *event.Event) {
	t := ts.Of(int(e.Thread))
	if t.started {
		ts.endThread(t)
	}
	t.started = true
	most := ts.reading.Records + ts.reading.Lost // each thread has a record
	if e.N > 3 && e.A[3] >= 0 && e.A[3] <= most {
		t.number = uint32(e.A[3])
	}
	if k := calls.Kind(e.A[2]); e.N > 2 && k < calls.MaxKind && e.A[1] == 0 && !calls.Of(k).Anytime {
		t.first = tracker.Site{Rank: int32(ts.reading.World), Call: k, Ring: e.Thread, Seq: e.Seq, Thread: t.number, PC: e.PC}
	}
}

// endThread makes t ready for the next thread with its ring. The time of the
// last call stays: it may lie within a call of another thread.
func (ts *Threads) endThread(t *Thread) {
	for len(t.Stack) > 0 { // it was ended in a call
		t.Pop()
	}
	if ts.reading.OneThread() && t.number > 0 && !t.first.IsZero() && len(ts.ended.first) < maxEnded {
		ts.ended.first = append(ts.ended.first, t.first)
	}
	for _, b := range t.used() {
		if !slices.Contains(ts.ended.bindings, b) {
			ts.ended.bindings = append(ts.ended.bindings, b)
		}
	}
	t.first, t.Bindings, t.Probing = tracker.Site{}, nil, nil
}

// more creates the states of threads up to that of ring i.
func (ts *Threads) more(i int) {
	for len(ts.List) <= i {
		ts.List = append(ts.List, &Thread{number: uint32(len(ts.List))})
	}
	ts.reading.Changes++
}

// maxEnded bounds the threads whose first calls are kept beyond their end.
const maxEnded = 1 << 16
