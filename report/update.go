package report

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// The load and the store of an update such as x++ are one fault.

var (
	loadName  = calls.Load.String()
	storeName = calls.Store.String()
)

// joinUpdates joins findings of loads with those of stores in the same line that conflict with the same calls. The store,
// which changes more, represents both.
func joinUpdates(fs []Finding) []Finding {
	seen := map[string]int{}
	out := fs[:0]
	for _, f := range fs {
		key := updateKey(&f)
		i, ok := seen[key]
		if key == "" || !ok {
			seen[key] = len(out)
			out = append(out, f)
			continue
		}
		a, b := out[i], f
		if stores(&b) && !stores(&a) {
			a, b = b, a
		}
		a.Count = max(a.Count, b.Count)
		a.absorb(&b)
		a.unique()
		out[i] = a
	}
	return out
}

func stores(f *Finding) bool {
	return slices.ContainsFunc(f.Sites, func(s Site) bool { return s.Call == storeName })
}

// updateKey is equal for the load and the store of one update; "" if the finding is of neither, or its line is not
// known.
func updateKey(f *Finding) string {
	updates := func(s Site) bool { return s.Call == loadName || s.Call == storeName }
	if !slices.ContainsFunc(f.Sites, updates) {
		return ""
	}
	at := slices.Clone(f.Sites)
	for i := range at {
		if updates(at[i]) {
			if at[i].Line == 0 {
				return ""
			}
			at[i].Call = "update"
		}
	}
	var with []Site
	for _, r := range f.Related {
		with = append(with, r.Site)
	}
	return strings.Join(slices.Concat([]string{f.RuleID, f.Severity, f.Object}, placeKeys(at), []string{""}, placeKeys(with)), "\n")
}
