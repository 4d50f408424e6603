package rules

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
)

// Finding is one broken rule, merged over ranks and repetitions.
type Finding struct {
	Rule     *Rule
	Severity Severity // the rule's, or lower where the rule says so
	Ranks    []int    // ranks in MPI_COMM_WORLD, ascending
	Count    int64    // occurrences over all ranks
	Object   string   // "window 1 of MPI_COMM_WORLD"
	Message  string   // concrete: ranks, sizes, handles' names
	Sites    []tracker.Site
	Related  []Related
	Blames   []tracker.Site // see Report.Blames
	// Cause is set where this finding only follows from another one.
	Cause *Finding
}

// Related is an earlier or opposite call that the finding conflicts with.
type Related struct {
	Site tracker.Site
	Note string // "window was locked here"
}

func ranksOf(r Report) []int {
	var out []int
	for _, s := range r.Sites {
		out = append(out, int(s.Rank))
	}
	for _, k := range r.Ranks {
		out = append(out, int(k))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// GroupConsequences sets Cause where a finding about missing calls follows
// from another finding: a rank did not come because it stands in a call that
// the other finding is about. Findings of the collective order are grouped
// under those of the more specific families.
func GroupConsequences(all []*Finding) {
	about := map[tracker.Site][]*Finding{}
	for _, f := range all {
		for _, s := range f.Sites {
			about[s] = append(about[s], f)
		}
		for _, r := range f.Related {
			about[r.Site] = append(about[r.Site], f)
		}
	}
	order := slices.Clone(all)
	slices.SortStableFunc(order, func(a, b *Finding) int { return cmp.Compare(weight(a), weight(b)) })
	for _, f := range order {
		for _, s := range f.Blames {
			for _, g := range about[s] {
				if f.Cause == nil && g != f && g.Severity == Error && !g.follows(f) {
					f.Cause = g
				}
			}
		}
	}
}

// follows reports whether f is a consequence of g, directly or not.
func (f *Finding) follows(g *Finding) bool {
	for c := f; c != nil; c = c.Cause {
		if c == g {
			return true
		}
	}
	return false
}

// weight orders findings so that the most general ones look for causes first.
func weight(f *Finding) int {
	switch f.Rule.ID[:min(4, len(f.Rule.ID))] {
	case "COLL":
		return 0
	case "FENC":
		return 1
	case "PSCW":
		return 2
	}
	return 3
}
