package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Threads are a rank's threads, and their conflicting calls.
type Threads struct {
	reading *reading.Reading

	List  []*Thread // by ring: the latest thread with the ring
	ended struct {  // about earlier threads of the rings
		first    []tracker.Site
		bindings []event.Binding
	}
	// Strays are MPI calls made before MPI is initialized or after it is finalized. Overlaps are pairs of calls that
	// overlap although the library serves one thread at a time; Together are pairs of overlapping collective calls on
	// one object.
	Strays   []Stray
	Created  tracker.Site // where the program has created a thread that the thread level forbids; zero: nowhere
	beset    bool         // other threads were in calls when a thread entered MPI_Finalize
	Overlaps []Overlap
	Together []Overlap
	// ProbeRaces are messages that a thread has found and another thread may take.
	ProbeRaces []ProbeRace
}

// Begin makes the part ready for the first event.
func (ts *Threads) Begin(d *reading.Reading) { ts.reading = d }

// OpenCall returns the innermost open call of the thread with ring i; nil if there is none.
func (ts *Threads) OpenCall(i int) *call.Call {
	if i >= len(ts.List) || len(ts.List[i].Stack) == 0 {
		return nil
	}
	s := ts.List[i].Stack
	return s[len(s)-1]
}

// AnyInCall reports whether a thread is in a call.
func (ts *Threads) AnyInCall() bool {
	return slices.ContainsFunc(ts.List, func(t *Thread) bool { return len(t.Stack) > 0 })
}

// Rings returns how many rings the threads of the rank have used.
func (ts *Threads) Rings() int { return len(ts.List) }

// Several reports whether several threads of the rank have called MPI at the same time.
func (ts *Threads) Several() bool { return len(ts.List) > 1 }

// OtherCall returns the first open call for which f holds of a thread other than the thread with the ring; nil if there
// is none.
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

// LastCall returns the last call that returned in the thread with ring i; nil if there is none.
func (ts *Threads) LastCall(i int) *call.Call {
	if i >= len(ts.List) {
		return nil
	}
	return ts.List[i].done
}

// Finalizing notes the open calls of other threads when a thread enters MPI_Finalize.
func (ts *Threads) Finalizing(others []tracker.Site) { ts.beset = len(others) > 0 }

// Disturbed reports whether threads made calls, or were in calls, outside the time in which MPI is initialized.
func (ts *Threads) Disturbed() bool { return ts.beset || len(ts.Strays) > 0 }

// Stray notes an MPI call made before MPI is initialized or after it is finalized.
func (ts *Threads) Stray(s Stray) { ts.Strays = append(ts.Strays, s) }

// Lose forgets the open calls of the thread with the ring, or of all threads, because calls are missing.
func (ts *Threads) Lose(ring int, all bool) {
	for i, t := range ts.List {
		t.Left = call.Operand{}
		if i == ring || all {
			t.lose()
		}
	}
}

// Made reports whether this thread, which has the ring, made an access. If other is true, the site has not the ring of
// the accessing thread, but its number.
func (t *Thread) Made(by tracker.Site, other bool, ring int) bool {
	if other {
		return t.number == by.Thread
	}
	return ring == int(by.Ring)
}

// InCall reports whether the thread of an access is in a call: the access is then in a callback.
func (ts *Threads) InCall(by tracker.Site, other bool) bool {
	for i, t := range ts.List {
		if len(t.Stack) > 0 && t.Made(by, other, i) {
			return true
		}
	}
	return false
}

// OthersInCalls reports whether threads other than the thread of an access are in calls that may use memory.
func (ts *Threads) OthersInCalls(by tracker.Site, other bool) bool {
	for i, t := range ts.List {
		if len(t.Stack) > 0 && call.UsesMemory(t.Stack[len(t.Stack)-1].Kind) && !t.Made(by, other, i) {
			return true
		}
	}
	return false
}

// MayChange reports whether the thread with the ring is in a call, so that it runs a callback, or another thread is in
// a call that may complete operations.
func (ts *Threads) MayChange(ring int) bool {
	for i, t := range ts.List {
		if n := len(t.Stack); n > 0 && (i == ring || call.MayComplete(t.Stack[n-1].Sem)) {
			return true
		}
	}
	return false
}

// Overlap is a call that a thread made while another thread was in a call.
type Overlap struct {
	Inside tracker.Site    // the longer call
	Other  tracker.Site    // the call made in the meantime
	On     *tracker.Object // the object of both calls, for Together
}

// maxOverlaps bounds each list: more entries add nothing new.
const maxOverlaps = 16

// Stray is an MPI call made before MPI is initialized or after it is finalized.
type Stray struct {
	Site  tracker.Site
	After bool
	// During is the MPI_Finalize of another thread; zero: none.
	During tracker.Site
}

// mostStrays bounds the calls during MPI_Finalize that are kept.
const mostStrays = 8

// Forbidden returns the first calls of threads that must not call MPI: all threads except the thread that initialized
// MPI, if the library provides at most MPI_THREAD_FUNNELED.
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

// Of returns the state of the thread with ring i, creating it if needed.
func (ts *Threads) Of(i int) *Thread {
	if i >= len(ts.List) {
		ts.more(i)
	}
	return ts.List[i]
}

// StartThread applies the first record of a thread, which may have taken over the ring of a thread that ended.
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
		t.first = tracker.Site{Rank: int32(ts.reading.World), Call: k, Ring: e.Thread, Seq: e.Seq, Thread: t.number,
			PC: e.PC}
	}
}

// endThread prepares t for the next thread with its ring. The time of the last call stays, as it may lie within a call
// of another thread.
func (ts *Threads) endThread(t *Thread) {
	for len(t.Stack) > 0 { // the thread ended inside a call
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

// more creates the states of threads up to ring i.
func (ts *Threads) more(i int) {
	for len(ts.List) <= i {
		ts.List = append(ts.List, &Thread{number: uint32(len(ts.List))})
	}
	ts.reading.Changes++
}

// maxEnded bounds the first calls that are kept of ended threads.
const maxEnded = 1 << 16
