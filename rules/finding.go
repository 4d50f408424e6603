package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
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
// the other finding is about, or because it broke an epoch on the window
// before. Findings of the collective order are grouped under those of the
// more specific families. A window that was not freed because its rank ended
// early goes under the finding about the others that wait for it.
func GroupConsequences(all []*Finding) {
	about := map[place][]*Finding{}
	for _, f := range all {
		for _, s := range f.Sites {
			about[placeOf(s)] = append(about[placeOf(s)], f)
		}
		for _, r := range f.Related {
			about[placeOf(r.Site)] = append(about[placeOf(r.Site)], f)
		}
	}
	order := slices.Clone(all)
	slices.SortStableFunc(order, func(a, b *Finding) int { return cmp.Compare(weight(a), weight(b)) })
	for _, f := range order {
		for _, s := range f.Blames {
			f.follow(about[placeOf(s)])
		}
		for _, s := range f.Blames {
			f.follow(epochFaults(all, f, s))
		}
	}
	for _, f := range all {
		if f.Rule == NeverFreed && f.Cause == nil {
			f.follow(earlyEnds(all, f))
		}
	}
}

// earlyEnds are the findings that others wait on the window for ranks in
// MPI_Finalize: these ranks did not free it for the same reason.
func earlyEnds(all []*Finding, f *Finding) []*Finding {
	var out []*Finding
	for _, g := range all {
		if g.Object != f.Object {
			continue
		}
		early := slices.ContainsFunc(g.Blames, func(s tracker.Site) bool {
			return s.Call == calls.Finalize && slices.Contains(f.Ranks, int(s.Rank))
		})
		if early {
			out = append(out, g)
		}
	}
	return out
}

// place is a site without its number: repetitions of a finding keep the site
// of the first one only.
type place struct {
	rank int32
	call calls.Kind
	pc   uint64
}

func placeOf(s tracker.Site) place { return place{s.Rank, s.Call, s.PC} }

// follow makes the first error among the candidates the cause of f.
func (f *Finding) follow(candidates []*Finding) {
	for _, g := range candidates {
		if f.Cause == nil && g != f && g.Severity == Error && !g.follows(f) {
			f.Cause = g
		}
	}
}

// epochFaults are the errors in the use of epochs that the rank of a blamed
// window call made itself: on the window that f is about, or on any window
// where f is about none.
func epochFaults(all []*Finding, f *Finding, s tracker.Site) []*Finding {
	if !strings.HasPrefix(s.Call.String(), "MPI_Win_") {
		return nil
	}
	var out []*Finding
	for _, g := range all {
		if g.Rule.Scope != RankScope || weight(g) == 0 || len(g.Sites) == 0 || g.Sites[0].Rank != s.Rank {
			continue
		}
		sync := weight(g) < 3 || strings.HasPrefix(g.Rule.ID, "LOCK")
		if sync && (g.Object == f.Object || !strings.HasPrefix(f.Object, "window")) {
			out = append(out, g)
		}
	}
	return out
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
