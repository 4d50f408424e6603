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
		a.Ranks = uniqueRanks(slices.Concat(a.Ranks, b.Ranks))
		a.Sites = uniqueBy(slices.Concat(a.Sites, b.Sites), Site.once)
		a.Related = uniqueBy(slices.Concat(a.Related, b.Related), Related.once)
		a.marks = slices.Concat(a.marks, b.marks)
		a.Consequences = mergeFindings(slices.Concat(a.Consequences, b.Consequences))
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
	var places, with []string
	program := false
	for _, s := range f.Sites {
		if s.Call == loadName || s.Call == storeName {
			if s.Line == 0 {
				return ""
			}
			program, s.Call = true, "update"
		}
		places = append(places, placeKey(s))
	}
	if !program {
		return ""
	}
	for _, r := range f.Related {
		with = append(with, placeKey(r.Site))
	}
	slices.Sort(places)
	slices.Sort(with)
	return strings.Join(slices.Concat([]string{f.RuleID, f.Severity, f.Object}, slices.Compact(places), []string{""}, slices.Compact(with)), "\n")
}
