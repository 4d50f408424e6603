package tracker

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Bindings returns the language bindings through which the rank has called
// MPI, in ascending order.
func (r *Rank) Bindings() []event.Binding {
	var all []event.Binding
	for _, t := range r.threads {
		switch {
		case t == nil:
		case len(t.bindings) == 0:
			all = append(all, event.BindingC)
		default:
			all = append(all, t.bindings...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
