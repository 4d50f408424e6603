package object

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
)

// cacheBits sizes the cache of recently used handles.
const cacheBits = 3

// Table finds the objects of a class by handle: a handle leads to the newest object that had it, which may have
// been freed since. P is a pointer to an object. The zero value is empty and ready. A single goroutine uses it.
type Table[P interface {
	comparable
	Head() *Header
}] struct {
	byHandle map[int64]P
	living   []P // added and not dropped, in order of creation
	cache    [1 << cacheBits]slot[P]
}

type slot[P any] struct {
	handle int64
	object P
}

func cacheIndex(handle int64) uint64 {
	return uint64(handle) * 0x9e3779b97f4a7c15 >> (64 - cacheBits)
}

// Get returns the newest object with the handle, nil if there was none.
func (t *Table[P]) Get(handle int64) P {
	var none P
	s := &t.cache[cacheIndex(handle)]
	if s.handle == handle && s.object != none {
		return s.object
	}
	o := t.byHandle[handle]
	if o != none {
		s.handle, s.object = handle, o
	}
	return o
}

// Put adds an object under its handle.
func (t *Table[P]) Put(handle int64, o P) {
	if t.byHandle == nil {
		t.byHandle = map[int64]P{}
	}
	t.byHandle[handle] = o
	t.cache[cacheIndex(handle)] = slot[P]{handle, o}
}

// Expect makes room for about n objects in an empty table.
func (t *Table[P]) Expect(n int) {
	if t.byHandle == nil {
		t.byHandle = make(map[int64]P, n)
	}
}

// Add is Put for an object that Living lists.
func (t *Table[P]) Add(handle int64, o P) {
	t.Put(handle, o)
	t.living = append(t.living, o)
}

// Free notes that a call entered at the given tick has freed the object with the
// handle, see Header.Free.
func (t *Table[P]) Free(handle int64, at tracker.Site, entered uint64) {
	var none P
	if o := t.Get(handle); o != none {
		o.Head().Free(at, entered)
	}
}

// Living returns the objects that were added and not dropped since, in order of
// their creation. The caller must not change the slice.
func (t *Table[P]) Living() []P { return t.living }

// Drop takes an object off the list of living objects; its handle still leads to it.
func (t *Table[P]) Drop(o P) {
	for i := len(t.living) - 1; i >= 0; i-- { // mostly the newest objects are freed first
		if t.living[i] == o {
			t.living = slices.Delete(t.living, i, i+1)
			return
		}
	}
}

// DropAll empties the list of living objects.
func (t *Table[P]) DropAll() { t.living = nil }

// All calls f for every handle and its newest object, in no order.
func (t *Table[P]) All(f func(handle int64, o P)) {
	for h, o := range t.byHandle {
		f(h, o)
	}
}

// Forget removes the objects for which drop holds, except predefined objects.
func (t *Table[P]) Forget(drop func(P) bool) {
	for h, o := range t.byHandle {
		if o.Head().Predef == nil && drop(o) {
			delete(t.byHandle, h)
		}
	}
	t.cache = [1 << cacheBits]slot[P]{}
}
