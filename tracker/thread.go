package tracker

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Stray is an MPI call before the initialisation of MPI, or after its end.
type Stray struct {
	Site  Site
	After bool
}

// Overlap is a call that a thread made while another thread was in one.
type Overlap struct {
	Inside Site // the call that lasted longer
	Other  Site // the one made meanwhile
}

// maxOverlaps bounds how many are kept: further ones tell nothing new.
const maxOverlaps = 16

// The thread levels that forbid some calls.
const (
	threadSingle     = "MPI_THREAD_SINGLE"
	threadFunneled   = "MPI_THREAD_FUNNELED"
	threadSerialized = "MPI_THREAD_SERIALIZED"
)

// startThread takes the first record of a thread, which may have taken over the
// ring of one that has ended.
func (r *Rank) startThread(e *event.Event) {
	t := r.thread(int(e.Thread))
	if t.started {
		r.endThread(t)
	}
	t.started = true
	if e.N > 3 {
		t.number = uint32(e.A[3])
	}
	if k := calls.Kind(e.A[2]); e.N > 2 && k < calls.MaxKind && e.A[1] == 0 {
		t.first = Site{Rank: int32(r.World), Call: k, Ring: e.Thread, Seq: e.Seq, Thread: t.number, PC: e.PC}
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
	if r.funneled() && t.number > 0 && !t.first.IsZero() && len(r.ended.first) < maxEnded {
		r.ended.first = append(r.ended.first, t.first)
	}
	for _, b := range t.used() {
		if !slices.Contains(r.ended.bindings, b) {
			r.ended.bindings = append(r.ended.bindings, b)
		}
	}
	t.first, t.bindings = Site{}, nil
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
// meanwhile. Times decide, not the order of the records: those of different
// threads may come in late.
func (r *Rank) overlapped(t *thread, c *Call) {
	if r.ThreadLevel != threadSerialized || len(t.stack) != 1 {
		return
	}
	for _, o := range r.threads {
		if o == t || o.last.IsZero() || o.since <= c.Time || o.since >= c.End || len(r.Overlaps) == maxOverlaps {
			continue
		}
		r.Overlaps = append(r.Overlaps, Overlap{Inside: c.Site, Other: o.last})
	}
}

// OpenOverlaps lists the calls that threads made while another thread was in
// a call that never came back.
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
// but the one that initialised MPI, where the library provides no more than
// MPI_THREAD_FUNNELED.
func (r *Rank) Forbidden() []Site {
	if !r.funneled() {
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

// funneled reports whether only the thread that initialised MPI may call it.
func (r *Rank) funneled() bool {
	return r.ThreadLevel == threadSingle || r.ThreadLevel == threadFunneled
}
