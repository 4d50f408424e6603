package requests

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Waited is the last long array of requests that a thread gave to a call that it repeats (calls.Sem.Repeats). Asked of
// these calls share the array. Requests.vain counts the elements that no request has.
type Waited struct {
	given   []given // nil: unknown
	seq     uint32  // of the call
	changes int     // the value of Requests.changes for which the handles in given are right
}

// ResolveRepeated resolves an array that may be recorded as its difference from the previous call's. It reports whether
// the requests are known: they are not if the previous record is missing.
func (t *Requests) ResolveRepeated(c *record.Call, a *Asked, w *Waited) bool {
	changes, some := event.ChangesOf(c.InBlob)
	if !some {
		if t.Resolve(c, a); event.IsLong(len(a.given)) {
			t.wait(w, c, a)
		}
		return true
	}
	if changes.Base != w.seq || !t.change(w, changes) {
		t.ForgetWaited(w)
		return false
	}
	t.refresh(w)
	w.seq = c.Site.Seq
	a.given, a.shared = w.given, true
	return true
}

// wait keeps the array of a call.
func (t *Requests) wait(w *Waited, c *record.Call, a *Asked) {
	t.countAll(w, -1)
	*w = Waited{append(w.given[:0], a.given...), c.Site.Seq, t.changes}
	t.countAll(w, 1)
}

// change applies the difference; false: the array is unknown, or shorter.
func (t *Requests) change(w *Waited, changes event.Changes) bool {
	for i := range changes.Len() {
		k, v := changes.At(i)
		if k < 0 || k >= len(w.given) {
			return false
		}
		t.put(w, k, v)
	}
	return w.given != nil
}

// refresh looks up all requests again if the rank's handles have changed.
func (t *Requests) refresh(w *Waited) {
	if w.changes == t.changes {
		return
	}
	for k := range w.given {
		t.put(w, k, w.given[k].value)
	}
	w.changes = t.changes
}

// put replaces element k.
func (t *Requests) put(w *Waited, k int, value int64) {
	t.count(w.given[k], -1)
	w.given[k] = given{value, t.byHandle[value]}
	t.count(w.given[k], 1)
}

// ForgetWaited forgets the array.
func (t *Requests) ForgetWaited(w *Waited) {
	t.countAll(w, -1)
	*w = Waited{}
}

func (t *Requests) countAll(w *Waited, n int) {
	for _, g := range w.given {
		t.count(g, n)
	}
}

// count notes that n more elements of Waited arrays equal g.
func (t *Requests) count(g given, n int) {
	switch h := g.handle; {
	case g.value == t.null:
	case h == nil:
		t.vain += n
	default:
		h.waited += n
		t.counted(h, n)
	}
}

// counted adds n to the vain elements if no request has handle h.
func (t *Requests) counted(h *handle, n int) {
	if h.first == nil {
		t.vain += n
	}
}

// MayBeVain reports whether a call may have been given a handle that belongs to no request and is not MPI_REQUEST_NULL.
func (t *Requests) MayBeVain(a *Asked) bool { return !a.shared || t.vain != 0 }

// Keep copies w.given if the call shares it, as the thread is about to wait for other requests.
func (a *Asked) Keep(w *Waited) {
	if a.shared {
		a.shared = false
		w.given = slices.Clone(w.given)
	}
}

// Resolve looks up the requests that a call was given. A program that waits for thousands of requests, one at a time,
// passes nearly the same array to each call, so an element equal to the previous call's is not looked up.
func (t *Requests) Resolve(c *record.Call, a *Asked) {
	if a.changes != t.changes {
		a.changes, a.resolved = t.changes, nil
	}
	before := a.resolved
	look := func(v int64) {
		i := len(a.given)
		if i < len(before) && before[i].value == v {
			a.given = append(a.given, before[i])
			return
		}
		a.given = append(a.given, given{v, t.byHandle[v]})
	}
	s := c.Sem
	if s.Requests < 0 {
		look(c.In[s.Request])
	} else {
		a := event.ArrayOf(c.InBlob, 0)
		for i := range a.Len() {
			look(a.At(i))
		}
	}
	if len(a.given) >= len(before) {
		a.resolved = a.given
	}
}
