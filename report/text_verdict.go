package report

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

// verdict closes the report: a table by rule and one sentence.
func (t *text) verdict(r *Report) {
	t.line("")
	if len(r.Findings) > 0 {
		t.summary(r.Findings)
		t.line("")
	}
	t.text(Verdict(r))
}

// summary is one row per rule.
func (t *text) summary(fs []Finding) {
	var rows [][]string
	for i := 0; i < len(fs); {
		j, count, ranks := i, int64(0), []int{}
		for ; j < len(fs) && fs[j].RuleID == fs[i].RuleID && fs[j].Severity == fs[i].Severity; j++ {
			count += fs[j].Count
			ranks = append(ranks, fs[j].Ranks...)
		}
		rows = append(rows, []string{
			fs[i].RuleID, fs[i].Severity, fmt.Sprint(j - i), thousands(count),
			shortRanks(uniqueRanks(ranks)), fs[i].Title,
		})
		i = j
	}
	header := []string{"rule", "severity", "places", "times", "ranks", "fault"}
	_ = Table(&t.b, t.width, header, rows) // a strings.Builder never fails
}

// shortRanks is a rank list that fits a column.
func shortRanks(ranks []int) string {
	s := rankList(ranks)
	if len(s) > 12 {
		return fmt.Sprintf("%d ranks", len(ranks))
	}
	return s
}

// Verdict is the result of the check in one sentence.
func Verdict(r *Report) string {
	seen := fmt.Sprintf("%s, %s", plural(int64(r.Ranks), "rank"), plural(r.Records, "record"))
	switch {
	case len(r.Findings) == 0 && r.Complete:
		return "gomarmot: no rule broken (" + seen + ")."
	case len(r.Findings) == 0:
		return "gomarmot: no rule broken in what the log holds (" + seen + "); the log is not complete."
	}
	s := "gomarmot: " + tally(r.Findings)
	if n := follow(r.Findings); n > 0 {
		s += fmt.Sprintf(", and %d more that follow", n)
		if n == 1 {
			s += "s"
		}
	}
	if !r.Complete {
		s += "; the log is not complete"
	}
	return s + "."
}

// tally counts findings by severity: "2 errors, 1 note".
func tally(fs []Finding) string {
	n := map[string]int64{}
	for i := range fs {
		n[fs[i].Severity]++
	}
	var parts []string
	for _, sev := range []rules.Severity{rules.Error, rules.Warning, rules.Note} {
		if n[sev.String()] > 0 {
			parts = append(parts, plural(n[sev.String()], sev.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// follow counts consequences.
func follow(fs []Finding) int {
	n := 0
	for i := range fs {
		n += len(fs[i].Consequences) + follow(fs[i].Consequences)
	}
	return n
}
