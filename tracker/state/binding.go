package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// bindings returns the language bindings through which the rank has called
// MPI, in ascending order.
func (ts *threads) bindings() []event.Binding {
	all := slices.Clone(ts.ended.bindings)
	for _, t := range ts.list {
		all = append(all, t.used()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fromC reports whether the thread of a call has called MPI from C alone: other bindings
// pass on handles in variables of their own.
func (ts *threads) fromC(s tracker.Site) bool {
	t := ts.of(int(s.Ring))
	return len(t.bindings) == 0 || len(t.bindings) == 1 && t.bindings[0] == event.BindingC
}

// used returns the bindings through which the thread has called MPI.
func (t *thread) used() []event.Binding {
	if len(t.bindings) == 0 {
		return []event.Binding{event.BindingC}
	}
	return t.bindings
}
