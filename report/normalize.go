package report

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/rules"
)

// normalized returns the report in the order in which all formats print it: the schema is set, and lists are sorted and
// not nil. The report itself stays as it is.
func (r *Report) normalized() *Report {
	out := *r
	out.Schema = Schema
	out.Findings = normalizeFindings(r.Findings)
	out.Bindings = notNil(r.Bindings)
	out.Ends = ordered(r.Ends, func(a, b RankEnd) int { return cmp.Compare(a.Rank, b.Rank) })
	out.Unseen = notNil(r.Unseen)
	out.Coverage = notNil(r.Coverage)
	out.Suppressions = notNil(r.Suppressions)
	if r.Baseline != nil {
		b := *r.Baseline
		b.Vanished = notNil(b.Vanished)
		out.Baseline = &b
	}
	out.Next = out.next()
	out.setRepeats(out.Findings)
	return &out
}

func normalizeFindings(fs []Finding) []Finding {
	out := make([]Finding, len(fs))
	for i, f := range fs {
		f.Ranks = uniqueRanks(f.Ranks)
		f.Sites = ordered(f.Sites, func(a, b Site) int { return cmp.Compare(a.Rank, b.Rank) })
		f.Related = notNil(f.Related)
		f.Consequences = normalizeFindings(f.Consequences)
		out[i] = f
	}
	slices.SortStableFunc(out, compareFindings)
	return out
}

// ordered returns a sorted copy of s, never nil; s stays as it is.
func ordered[T any](s []T, compare func(a, b T) int) []T {
	if slices.IsSortedFunc(s, compare) {
		return notNil(s)
	}
	s = slices.Clone(s)
	slices.SortStableFunc(s, compare)
	return s
}

// compareFindings orders findings: the worst severity first; within a severity, findings with consequences first, and
// findings about the record of the run last; then by rule, unfreed objects by their number, and by place.
func compareFindings(a, b Finding) int {
	sa, sb := firstSite(a), firstSite(b)
	return cmp.Or(
		cmp.Compare(b.Severity, a.Severity),
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
