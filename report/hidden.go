package report

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

func countSuppressed(fs []Finding) int {
	n := 0
	for i := range fs {
		if fs[i].Suppressed != nil {
			n++
		}
		n += countSuppressed(fs[i].Consequences)
	}
	return n
}

// staleSuppressions lists entries to remove from the suppressions file.
func staleSuppressions(r *Report) []string {
	var out []string
	for _, s := range r.Suppressions {
		at := fmt.Sprintf("%s:%d: %s (%s)", s.File, s.Line, s.Rule, s.Reason)
		switch s.State {
		case unused:
			out = append(out, at+" matches no finding")
		case expired:
			out = append(out, fmt.Sprintf("%s expired after %s and matches %s", at, s.Until, words.Count(s.Count, "finding")))
		}
	}
	return out
}

// OnlyOf removes from r entries that look unused or vanished only because their
// rule was not applied.
func (r *Report) OnlyOf(set []*rules.Rule) {
	off := func(id string) bool {
		known := rules.ByID(id)
		return known != nil && !slices.Contains(set, known)
	}
	r.Suppressions = slices.DeleteFunc(r.Suppressions, func(s suppressionUse) bool { return s.State == unused && off(s.Rule) })
	if r.Baseline != nil {
		r.Baseline.Vanished = slices.DeleteFunc(r.Baseline.Vanished, func(e BaselineEntry) bool { return off(e.RuleID) })
	}
}

// vanished lists findings that are in the baseline but not in the report.
func vanished(r *Report) []string {
	if r.Baseline == nil {
		return nil
	}
	var out []string
	for _, e := range r.Baseline.Vanished {
		out = append(out, joinText(e.RuleID, "  ", e.Place))
	}
	return out
}
