package report

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/rules"
)

// Normalize brings the report into the form that formats print: the schema is
// set, and lists are sorted and not nil.
func (r *Report) Normalize() {
	r.Schema = Schema
	r.Findings = normalizeFindings(r.Findings)
	r.Bindings = notNil(r.Bindings)
	r.Ends = notNil(r.Ends)
	r.Unseen = notNil(r.Unseen)
	r.Coverage = notNil(r.Coverage)
	r.Suppressions = notNil(r.Suppressions)
	if r.Baseline != nil {
		r.Baseline.Vanished = notNil(r.Baseline.Vanished)
	}
	slices.SortStableFunc(r.Ends, func(a, b RankEnd) int { return cmp.Compare(a.Rank, b.Rank) })
	r.Next = r.next()
}

func normalizeFindings(fs []Finding) []Finding {
	fs = notNil(fs)
	for i := range fs {
		f := &fs[i]
		f.Ranks = uniqueRanks(f.Ranks)
		f.Sites = notNil(f.Sites)
		f.Related = notNil(f.Related)
		slices.SortStableFunc(f.Sites, func(a, b Site) int { return cmp.Compare(a.Rank, b.Rank) })
		f.Consequences = normalizeFindings(f.Consequences)
	}
	slices.SortStableFunc(fs, compareFindings)
	return fs
}

// compareFindings puts the worst first and, within a severity, those with
// consequences first, then orders by rule and by place; objects that are never
// freed by how many there are. Findings that concern only the record of the run
// come last.
func compareFindings(a, b Finding) int {
	sa, sb := firstSite(a), firstSite(b)
	return cmp.Or(
		cmp.Compare(severity(b.Severity), severity(a.Severity)),
		cmp.Compare(importance(a), importance(b)),
		cmp.Compare(a.RuleID, b.RuleID),
		cmp.Compare(piledUp(b), piledUp(a)),
		cmp.Compare(sa.File, sb.File),
		cmp.Compare(sa.Line, sb.Line),
		cmp.Compare(sa.Offset, sb.Offset),
		slices.Compare(a.Ranks, b.Ranks),
		cmp.Compare(a.Message, b.Message),
	)
}

func importance(f Finding) int {
	switch {
	case len(f.Consequences) > 0:
		return 0
	case rules.FamilyOf(f.RuleID) == "TOOL":
		return 2
	}
	return 1
}

func piledUp(f Finding) int64 {
	if f.RuleID == rules.Unfreed.ID {
		return f.Count
	}
	return 0
}

func firstSite(f Finding) Site {
	if len(f.Sites) == 0 {
		return Site{}
	}
	return f.Sites[0]
}

func uniqueRanks(ranks []int) []int {
	ranks = notNil(slices.Clone(ranks))
	slices.Sort(ranks)
	return slices.Compact(ranks)
}

func notNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
