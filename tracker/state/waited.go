package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// waited is the last long array of requests that a thread has given to a call that it repeats (calls.Sem.Repeats). The
// calls that were given it share it. The rank knows how many of all these requests do not exist (requests.vain).
type waited struct {
	given   []given // nil: unknown
	seq     uint32  // of the call
	changes int     // of the rank's requests, as of which given has their handles
}

// resolveRepeated looks the requests up of a call that programs repeat. If they are unknown, records are missing.
func (r *Rank) resolveRepeated(c *Call, t *thread) {
	for _, o := range t.stack {
		if o != c && o.asked.shared { // it has not returned, and keeps what it was given
			o.asked.shared = false
			t.waited.given = slices.Clone(t.waited.given)
		}
	}
	if !r.requests.resolveRepeated(&c.recorded, &c.asked, &t.waited) {
		r.Gap = true
		r.forget(&toAll)
	}
}

// resolveRepeated reports whether the requests are known: what differs does not say so if the record before is missing.
func (t *requests) resolveRepeated(c *recorded, a *asked, w *waited) bool {
	changes, some := event.ChangesOf(c.InBlob)
	if !some {
		if t.resolve(c, a); event.IsLong(len(a.given)) {
			t.wait(w, c, a)
		}
		return true
	}
	if changes.Base != w.seq || !t.change(w, changes) {
		t.forgetWaited(w)
		return false
	}
	t.refresh(w)
	w.seq = c.Site.Seq
	a.given, a.shared = w.given, true
	return true
}

// wait takes the array of a call.
func (t *requests) wait(w *waited, c *recorded, a *asked) {
	t.countAll(w, -1)
	*w = waited{append(w.given[:0], a.given...), c.Site.Seq, t.changes}
	t.countAll(w, 1)
}

// change applies what differs; false: the array is unknown, or shorter.
func (t *requests) change(w *waited, changes event.Changes) bool {
	for i := range changes.Len() {
		k, v := changes.At(i)
		if k < 0 || k >= len(w.given) {
			return false
		}
		t.put(w, k, v)
	}
	return w.given != nil
}

// refresh looks all requests up again if the rank has other handles now.
func (t *requests) refresh(w *waited) {
	if w.changes == t.changes {
		return
	}
	for k := range w.given {
		t.put(w, k, w.given[k].value)
	}
	w.changes = t.changes
}

// put replaces a request.
func (t *requests) put(w *waited, k int, value int64) {
	t.count(w.given[k], -1)
	w.given[k] = given{value, t.byHandle[value]}
	t.count(w.given[k], 1)
}

// forgetWaited: the array is unknown from now on.
func (t *requests) forgetWaited(w *waited) {
	t.countAll(w, -1)
	*w = waited{}
}

func (t *requests) countAll(w *waited, n int) {
	for _, g := range w.given {
		t.count(g, n)
	}
}

// count notes that n more elements of waited arrays are g.
func (t *requests) count(g given, n int) {
	switch h := g.handle; {
	case g.value == t.null:
	case h == nil:
		t.vain += n
	default:
		h.waited += n
		t.counted(h, n)
	}
}

// counted notes that n more elements of waited arrays have a handle, if no request has it.
func (t *requests) counted(h *handle, n int) {
	if h.first == nil {
		t.vain += n
	}
}

// MayBeVain reports whether a call may have been given a handle that no request has, other than MPI_REQUEST_NULL. Of a
// long array this is known without a look at its elements.
func (r *Rank) MayBeVain(c *Call) bool { return !c.asked.shared || r.requests.vain != 0 }

// startThread takes the first record of a thread. What the one before, with the same ring, has waited for is over.
func (r *Rank) startThread(e *event.Event) {
	r.requests.forgetWaited(&r.threads.of(int(e.Thread)).waited)
	r.threads.startThread(e)
}
