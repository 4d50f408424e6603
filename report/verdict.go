package report

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// ruleRow sums up the findings of one rule and severity.
type ruleRow struct {
	*entry     // the first finding of the row
	at     int // the index of this finding among all findings
	places int
	count  int64
	ranks  []int
}

// ruleRows returns a row for each rule and severity, in order of their first findings.
func ruleRows(fs []*entry) []*ruleRow {
	type kind struct {
		id       string
		severity rules.Severity
	}
	var out []*ruleRow
	of := map[kind]*ruleRow{}
	for i, f := range fs {
		k := kind{f.RuleID, f.Severity}
		row := of[k]
		if row == nil {
			row = &ruleRow{entry: f, at: i}
			of[k], out = row, append(out, row)
		}
		row.places++
		row.count += f.Count
		row.ranks = append(row.ranks, f.Ranks...)
	}
	return out
}

// shortRanks formats a rank list that fits a column.
func shortRanks(ranks []int) string {
	s := words.Spans(ranks)
	if len(s) > 12 {
		return words.Count(len(ranks), "rank")
	}
	return s
}

// verdict returns the result of the check as a sentence.
func verdict(r *Report) string { return "gomarmot: " + result(r) + "." }

// result returns the result of the check, and the extent of the check if there is no finding.
func result(r *Report) string {
	return resultOf(r, fmt.Sprintf(" (%s, %s)", words.Count(r.Ranks, "rank"), words.Count(r.Records, "record")))
}

// resultOf returns the result of the check, followed by seen if there is no finding.
func resultOf(r *Report, seen string) string {
	roots, follow := counts(r.Findings)
	hidden := hiddenTally(r)
	var s string
	switch {
	case roots > 0:
		if s = tally(r); follow > 0 {
			s += ", and " + words.Count(follow, "consequence")
		}
	case hidden != "":
		s = "no further finding" + seen
	case r.Complete:
		s = "no rule broken" + seen
	default:
		s = "no rule broken in what the log holds" + seen
	}
	return joinText(s, "; ", hidden) + Lacking(r)
}

// Lacking returns the end of a sentence that names the evidence that the log lacks; "" if the log is complete.
func Lacking(r *Report) string {
	switch {
	case len(r.Unseen) > 0:
		return "; the log is not complete: MPI calls are missing from it"
	case !r.Complete:
		return "; not all ranks reached MPI_Finalize"
	}
	return ""
}

// FirstUnseen returns the first sentence about missing evidence, and the number of further sentences; "" if there is
// none.
func (r *Report) FirstUnseen() string {
	switch n := len(r.Unseen); n {
	case 0:
		return ""
	case 1:
		return r.Unseen[0]
	default:
		return fmt.Sprintf("%s (and %d more)", r.Unseen[0], n-1)
	}
}

// Tally counts the findings of a report: "2 errors, 1 note", or "no finding".
func Tally(r *Report) string { return orElse(tally(r), "no finding") }

// hiddenTally counts the suppressed and known findings, and the findings of the baseline that have vanished: "1
// suppressed, 2 known, 1 vanished".
func hiddenTally(r *Report) string {
	var parts []string
	if n := countSuppressed(r.Findings); n > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", n))
	}
	if b := r.Baseline; b != nil {
		parts = append(parts, fmt.Sprintf("%d known", b.Known))
		if len(b.Vanished) > 0 {
			parts = append(parts, fmt.Sprintf("%d vanished", len(b.Vanished)))
		}
	}
	return strings.Join(parts, ", ")
}

// tally counts the findings that count by severity: "2 errors, 1 note", or "2 new
// errors"; "" if there is none.
func tally(r *Report) string {
	n := map[rules.Severity]int64{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.counts() {
			n[f.Severity]++
		}
	}
	var parts []string
	for _, sev := range rules.Severities {
		noun := sev.String()
		if r.Baseline != nil {
			noun = "new " + noun
		}
		if n[sev] > 0 {
			parts = append(parts, words.Count(n[sev], noun))
		}
	}
	return strings.Join(parts, ", ")
}

// counts returns the number of findings that count, and of their consequences that count.
func counts(fs []Finding) (roots, follow int) {
	for i := range fs {
		if fs[i].counts() {
			n, more := counts(fs[i].Consequences)
			roots, follow = roots+1, follow+n+more
		}
	}
	return roots, follow
}

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
