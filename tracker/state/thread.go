package state

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Stray is an MPI call before the initialization of MPI, or after its end.
type Stray struct {
	Site  tracker.Site
	After bool
	// During is the MPI_Finalize of another thread; zero: there is none. Open: the call began before it, and had not
	// returned.
	During tracker.Site
	Open   bool
}

// mostStrays bounds those that are kept of calls during MPI_Finalize.
const mostStrays = 8

// mayGoOn reports whether other threads may be right to call MPI while one is in MPI_Finalize, or whether that is not known:
// those that use sessions, and those that a function ends with which MPI_Finalize begins, as it deletes the attributes of
// MPI_COMM_SELF.
func (r *Rank) mayGoOn() bool { return r.stayers || r.selfHooks || r.Gaps() }

// straysOpen notes the calls that other threads are in when one calls MPI_Finalize.
func (r *Rank) straysOpen(c *Call) {
	if r.mayGoOn() {
		return
	}
	for i, t := range r.threads {
		if i == int(c.Site.Ring) || len(t.stack) == 0 || len(r.Strays) >= mostStrays {
			continue
		}
		if o := t.stack[0]; !o.Sem.Anytime && o.Kind != calls.Finalize {
			r.Strays = append(r.Strays, Stray{Site: o.Site, During: c.Site, Open: true})
		}
	}
}

// straysIn notes a call that a thread makes while another one is in MPI_Finalize.
func (r *Rank) straysIn(c *Call) {
	end := r.FinalizedAt
	if end.Call != calls.Finalize || end.Ring == c.Site.Ring || r.mayGoOn() || c.Sem.Anytime || c.Kind == calls.Abort || c.Kind == calls.Finalize {
		return
	}
	if len(r.Strays) < mostStrays && !slices.ContainsFunc(r.Strays, func(s Stray) bool { return s.Site.Thread == c.Site.Thread }) {
		r.Strays = append(r.Strays, Stray{Site: c.Site, During: end})
	}
}

// Overlap is a call that a thread made while another thread was in one.
type Overlap struct {
	Inside tracker.Site    // the call that lasted longer
	Other  tracker.Site    // the one made in the meantime
	On     *tracker.Object // of Together: what both act on
}

// maxOverlaps bounds how many are kept: further ones add nothing new.
const maxOverlaps = 16

// The thread levels that forbid some calls.
const (
	threadSingle     = "MPI_THREAD_SINGLE"
	threadFunneled   = "MPI_THREAD_FUNNELED"
	threadSerialized = "MPI_THREAD_SERIALIZED"
	threadMultiple   = "MPI_THREAD_MULTIPLE"
)

// thread follows the nesting of calls on one thread: user callbacks may make
// MPI calls inside MPI calls.
type thread struct {
	number  uint32 // in order of first MPI call
	started bool   // its Thread record has come

	stack []*Call
	free  []*Call
	first tracker.Site // its first call; unknown if its Call is 0
	last  tracker.Site // its last call that is not made inside another one
	since uint64
	coll  collCall // the last collective call that has returned

	bindings []event.Binding // noted so far
	heap     []HeapFault     // of the next call's buffers
	left     operand         // of its next call

	probesMatched bool // it looks for messages with MPI_Improbe
	probing       *probing
}

// thread returns the state of the thread that has ring i; it creates it if needed.
func (r *Rank) thread(i int) *thread {
	for len(r.threads) <= i {
		r.threads = append(r.threads, &thread{number: uint32(len(r.threads))})
	}
	return r.threads[i]
}

// maxOpen is how many calls of one thread may be open. Callbacks nest two or
// three; the others are calls from which an error handler jumped away.
const maxOpen = 64

func (t *thread) enter() *Call {
	if len(t.stack) == maxOpen {
		t.free = append(t.free, t.stack[0])
		t.stack = append(t.stack[:0], t.stack[1:]...)
	}
	var c *Call
	if n := len(t.free); n > 0 {
		c, t.free = t.free[n-1], t.free[:n-1]
	} else {
		c = &Call{}
	}
	t.stack = append(t.stack, c)
	return c
}

// leave completes the innermost open call of the kind; an orphan leave (its
// enter was lost) is dropped.
func (t *thread) leave(e *event.Event) (*Call, Moment) {
	for i := len(t.stack) - 1; i >= 0; i-- {
		c := t.stack[i]
		if c.Kind != e.Kind {
			continue
		}
		t.free = append(t.free, t.stack[i+1:]...) // their leave records are missing
		t.stack = t.stack[:i+1]
		c.End = e.Time
		n := copy(c.out[:], e.Words())
		c.RC = 0
		c.Out = c.out[:0]
		if n > 0 {
			c.RC = c.out[0]
			c.Out = c.out[1:n]
		}
		c.OutBlob = e.Blob
		return c, Returned
	}
	return nil, NoCall
}

// around are the calls inside which a call is made, by a callback of the program.
func (r *Rank) around(c *Call) []*Call {
	i := int(c.Site.Ring)
	if i >= len(r.threads) {
		return nil
	}
	s := r.threads[i].stack
	if k := slices.Index(s, c); k >= 0 {
		s = s[:k]
	}
	return s
}

// Nested reports whether a call is made inside another one, by a callback: of an
// object that is freed, or a reduction. The library may keep objects for these that
// the program has freed.
func (r *Rank) Nested(c *Call) bool { return len(r.around(c)) > 0 }

// Inside reports whether a call that has been entered may be made inside another one.
func (r *Rank) Inside(c *Call) bool { return len(r.thread(int(c.Site.Ring)).stack) > 1 }

// Reduction is one whose function makes a call.
type Reduction struct {
	Begun  tracker.Site // the call that has begun it
	Inside *Call        // the call that runs the function: another one if it does not block
}

// Reduces returns the reduction inside which a call is made, by the program's own
// function; false if that is not certain. An error handler of the program could call
// anything there as well: where it has one, nothing is said. Other calls than the
// reduction itself go on with those that are pending, and run further functions: of
// attributes, when an object disappears that was still needed, of generalized requests, and
// of the representation of files.
func (r *Rank) Reduces(c *Call) (Reduction, bool) {
	around := r.around(c)
	if len(around) == 0 || r.ownHandlers || r.Gaps() {
		return Reduction{}, false
	}
	o := around[len(around)-1]
	if r.combines(o) && !o.Sem.Persistent {
		return Reduction{o.Site, o}, true
	}
	if r.ownCallbacks || r.fileCount > 0 || !r.AllRequests() {
		return Reduction{}, false
	}
	q := r.reqs.combining(o)
	if q == nil {
		return Reduction{}, false
	}
	if !q.Pending() { // o starts it
		return Reduction{o.Site, o}, true
	}
	return Reduction{q.Begun, o}, true
}

// MayReduce reports whether a call may be made inside the pending reduction that it
// gets in the way of: since that began, a poll has found nothing, and further ones have
// no record. The reduction's function may have been called inside one of these.
func (r *Rank) MayReduce(x *Clash) bool {
	q := x.With.Request
	return q != nil && q.combines && r.foundNothing > x.With.since
}

// combines reports whether a call reduces by a function of the program.
func (r *Rank) combines(c *Call) bool {
	if c.Sem.Op < 0 || c.Sem.Exchange == calls.NoExchange {
		return false
	}
	op := r.ops.Get(c.In[c.Sem.Op])
	return op != nil && op.Predef == nil && op.Alive()
}

// dissolves reports whether the communicator of a call is being freed by a call
// around it. Where each rank is then, the others cannot know.
func (r *Rank) dissolves(c *Call) bool {
	return slices.ContainsFunc(r.around(c), func(o *Call) bool { return o.Sem.Frees == calls.ClassComm && o.Comm == c.Comm })
}

// keepBlob is how much memory a call keeps for the blob of the next one: that of a
// wait for 4,000 requests.
const keepBlob = 32 << 10

func (t *thread) pop() {
	n := len(t.stack) - 1
	if c := t.stack[n]; cap(c.InBlob) > keepBlob {
		c.InBlob, c.given = nil, nil
	}
	t.free = append(t.free, t.stack[n])
	t.stack = t.stack[:n]
}

// startThread takes the first record of a thread, which may have taken over the
// ring of one that has ended.
func (r *Rank) startThread(e *event.Event) {
	t := r.thread(int(e.Thread))
	if t.started {
		r.endThread(t)
	}
	t.started = true
	if e.N > 3 && e.A[3] >= 0 && e.A[3] <= r.Records+r.Lost { // else it is damaged: each thread has a record
		t.number = uint32(e.A[3])
	}
	if k := calls.Kind(e.A[2]); e.N > 2 && k < calls.MaxKind && e.A[1] == 0 {
		t.first = tracker.Site{Rank: int32(r.World), Call: k, Ring: e.Thread, Seq: e.Seq, Thread: t.number, PC: e.PC}
	}
}

// maxEnded bounds the threads whose first calls are kept beyond their end.
const maxEnded = 1 << 16

// endThread makes t ready for the next thread with its ring. The time of the
// last call stays: it may lie within a call of another thread.
func (r *Rank) endThread(t *thread) {
	for len(t.stack) > 0 { // it was ended in a call
		t.pop()
	}
	if r.OneThread() && t.number > 0 && !t.first.IsZero() && len(r.ended.first) < maxEnded {
		r.ended.first = append(r.ended.first, t.first)
	}
	for _, b := range t.used() {
		if !slices.Contains(r.ended.bindings, b) {
			r.ended.bindings = append(r.ended.bindings, b)
		}
	}
	t.first, t.bindings, t.probing = tracker.Site{}, nil, nil
}

// note takes a call that a thread has entered.
func (t *thread) note(c *Call) {
	if t.first.IsZero() {
		t.first = c.Site
	}
	if len(t.stack) == 1 {
		t.last, t.since = c.Site, c.Time
	}
}

// overlapped looks, when a call returns, for calls that other threads made
// in the meantime. Times decide, not the order of the records: those of different
// threads may come in late.
func (r *Rank) overlapped(t *thread, c *Call) {
	if r.ThreadLevel != threadSerialized || len(t.stack) != 1 {
		return
	}
	for _, o := range r.threads {
		if o == t || o.last.IsZero() || o.since <= c.Time || o.since >= c.End || len(r.Overlaps) == maxOverlaps {
			continue
		}
		again := func(x Overlap) bool { return x.Inside.PC == c.Site.PC && x.Other.PC == o.last.PC }
		if !slices.ContainsFunc(r.Overlaps, again) {
			r.Overlaps = append(r.Overlaps, Overlap{Inside: c.Site, Other: o.last})
		}
	}
}

// collCall is a collective call, and when its thread was in it.
type collCall struct {
	site     tracker.Site
	on       tracker.Object
	from, to uint64
}

// collectiveOn returns what a call is collective on, if it blocks and is not made inside another one. Any order of calls
// is right in a group of one process, and only two of collective communication may not be under way at once there either.
func (t *thread) collectiveOn(c *Call) (tracker.Object, bool) {
	if len(t.stack) == 0 || t.stack[0] != c || !c.Sem.Ordered || c.Sem.Blocks != calls.BlocksOnPartners || c.Sem.Persistent {
		return tracker.Object{}, false
	}
	var on tracker.Object
	members := 0
	switch {
	case c.Sem.Over == calls.ClassComm && c.Comm != nil:
		on, members = c.Comm.Object(), len(c.Comm.Members)+len(c.Comm.Remote)
	case c.Sem.Over == calls.ClassWin && c.Win != nil:
		on, members = c.Win.Object(), len(c.Win.Members)
	case c.Sem.Over == calls.ClassFile && c.File != nil:
		on, members = c.File.Object(), len(c.File.Members)
	default:
		return tracker.Object{}, false
	}
	return on, members != 1 || c.Sem.Family == calls.FamilyCollectives
}

// together looks, when a collective call returns, for one of another thread on the same object at the same time. Again
// times decide: of calls one after the other, the record of the first one's end is older than that of the second one's
// begin.
func (r *Rank) together(t *thread, c *Call) {
	if r.ThreadLevel != threadMultiple {
		return
	}
	on, ok := t.collectiveOn(c)
	if !ok {
		return
	}
	t.coll = collCall{site: c.Site, on: on, from: c.Time, to: c.End}
	for _, o := range r.threads {
		x := &o.coll
		if o == t || x.site.IsZero() || x.on.ID != on.ID || x.on.Class != on.Class || x.from >= c.End || c.Time >= x.to || len(r.Together) == maxOverlaps {
			continue
		}
		first, second := x.site, c.Site
		if c.Time < x.from {
			first, second = second, first
		}
		again := func(v Overlap) bool { return v.Inside.PC == first.PC && v.Other.PC == second.PC }
		if !slices.ContainsFunc(r.Together, again) {
			r.Together = append(r.Together, Overlap{Inside: first, Other: second, On: &on})
		}
	}
}

// OpenTogether lists the collective calls on one object in which two threads were at the end.
func (r *Rank) OpenTogether() []Overlap {
	if r.ThreadLevel != threadMultiple {
		return nil
	}
	var open []collCall
	for _, t := range r.threads {
		if len(t.stack) == 0 {
			continue
		}
		c := t.stack[0]
		if on, ok := t.collectiveOn(c); ok {
			open = append(open, collCall{site: c.Site, on: on, from: c.Time})
		}
	}
	slices.SortStableFunc(open, func(a, b collCall) int { return cmp.Compare(a.from, b.from) })
	var out []Overlap
	for i := range open {
		for k := i + 1; k < len(open) && len(out) < maxOverlaps; k++ {
			if a, b := &open[i], &open[k]; a.on.ID == b.on.ID && a.on.Class == b.on.Class {
				out = append(out, Overlap{Inside: a.site, Other: b.site, On: &b.on})
			}
		}
	}
	return out
}

// OpenOverlaps lists the calls that threads made while another thread was in
// a call that never returned.
func (r *Rank) OpenOverlaps() []Overlap {
	var out []Overlap
	if r.ThreadLevel != threadSerialized {
		return nil
	}
	for _, t := range r.threads {
		for _, o := range r.threads {
			if len(t.stack) > 0 && o != t && o.since > t.stack[0].Time {
				out = append(out, Overlap{Inside: t.stack[0].Site, Other: o.last})
			}
		}
	}
	return out
}

// Forbidden lists the first calls of the threads that may not make any: all
// but the one that initialized MPI, where the library provides no more than
// MPI_THREAD_FUNNELED.
func (r *Rank) Forbidden() []tracker.Site {
	if !r.OneThread() {
		return nil
	}
	out := slices.Clone(r.ended.first)
	for _, t := range r.threads {
		if t.number > 0 && !t.first.IsZero() {
			out = append(out, t.first)
		}
	}
	return out
}

// Threaded reports whether a thread may make calls while another one is in a call.
func (r *Rank) Threaded() bool {
	return r.ThreadLevel != threadSerialized && !r.OneThread()
}

// OneThread reports whether only the thread that initialized MPI may call it.
func (r *Rank) OneThread() bool {
	return r.ThreadLevel == threadSingle || r.ThreadLevel == threadFunneled
}
