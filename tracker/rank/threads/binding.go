package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Bindings returns the language bindings through which the rank has called
// MPI, in ascending order.
func (ts *Threads) Bindings() []event.Binding {
	all := slices.Clone(ts.ended.bindings)
	for _, t := range ts.List {
		all = append(all, t.used()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// FromC reports whether the thread of a call has called MPI only from C: other bindings pass MPI variables of their
// own.
func (ts *Threads) FromC(s tracker.Site) bool {
	t := ts.Of(int(s.Ring))
	return len(t.Bindings) == 0 || len(t.Bindings) == 1 && t.Bindings[0] == event.BindingC
}
