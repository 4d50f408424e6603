package report

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// The load and the store of an update such as x++ are the same fault.

var (
	loadName  = calls.Load.String()
	storeName = calls.Store.String()
)

// update returns equal faults for the findings of a load and of a store in the same line, of the same objects, that
// conflict with the same calls; false if the finding is about neither a load nor a store, or if its line is not known.
func (m *merger) update(f *Finding) (fault, bool) {
	at, updates := slices.Clone(f.Sites), false
	for i := range at {
		if at[i].Call != loadName && at[i].Call != storeName {
			continue
		}
		if at[i].Line == 0 {
			return fault{}, false
		}
		at[i].Call, updates = "update", true
	}
	if !updates {
		return fault{}, false
	}
	var with []Site
	for _, r := range f.Related {
		with = append(with, r.Site)
	}
	return fault{rule: f.RuleID, severity: f.Severity, at: m.places(at),
		on: m.set(f.objects), with: m.places(with)}, true
}

// joinUpdate merges the findings of a load and a store of one update; the store's finding is kept, because the store
// changes more.
func joinUpdate(first, f *Finding) {
	a, b := *first, *f
	if stores(&b) && !stores(&a) {
		a, b = b, a
	}
	a.Count = max(a.Count, b.Count)
	a.absorb(&b)
	a.unique()
	*first = a
}

func stores(f *Finding) bool {
	return slices.ContainsFunc(f.Sites, func(s Site) bool { return s.Call == storeName })
}
