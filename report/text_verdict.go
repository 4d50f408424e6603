package report

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// verdict closes the report: a table by rule, one sentence, and a line that says which mode would show more.
func (t *text) verdict(r *Report) {
	t.line("")
	if fs := counted(r.Findings); len(fs) > 0 {
		t.summary(fs)
		t.line("")
	}
	t.text(verdict(r))
	if r.Next != nil {
		t.line("gomarmot: " + r.Next.sentence()) // not wrapped: its end is a command to copy
	}
}

// summary is one row per rule.
func (t *text) summary(fs []Finding) {
	var rows [][]string
	told := map[[2]string]bool{}
	for i := range fs {
		kind := [2]string{fs[i].RuleID, fs[i].Severity}
		if told[kind] {
			continue
		}
		told[kind] = true
		places, count, ranks := 0, int64(0), []int{}
		for j := range fs {
			if fs[j].RuleID == kind[0] && fs[j].Severity == kind[1] {
				places++
				count += fs[j].Count
				ranks = append(ranks, fs[j].Ranks...)
			}
		}
		rows = append(rows, []string{
			kind[0], kind[1], fmt.Sprint(places), words.Thousands(count), shortRanks(uniqueRanks(ranks)), fs[i].Title,
		})
	}
	header := []string{"rule", "severity", "places", "times", "ranks", "fault"}
	_ = Table(&t.b, t.width, header, rows) // a strings.Builder never fails
}

// shortRanks is a rank list that fits a column.
func shortRanks(ranks []int) string {
	s := words.Spans(ranks)
	if len(s) > 12 {
		return words.Count(len(ranks), "rank")
	}
	return s
}

// verdict is the result of the check in one sentence.
func verdict(r *Report) string {
	fs, seen := counted(r.Findings), fmt.Sprintf("%s, %s", words.Count(r.Ranks, "rank"), words.Count(r.Records, "record"))
	hidden := hiddenTally(r)
	var s string
	switch {
	case len(fs) > 0:
		s = tally(fs, r.Baseline != nil)
		if n := follow(fs); n > 0 {
			s += ", and " + words.Count(n, "consequence")
		}
	case hidden != "":
		s = "no further finding (" + seen + ")"
	case r.Complete:
		s = "no rule broken (" + seen + ")"
	default:
		s = "no rule broken in what the log holds (" + seen + ")"
	}
	return "gomarmot: " + joinText(s, "; ", hidden) + Lacking(r) + "."
}

// Lacking is what the log of a run lacks, to end a sentence with; "" if nothing.
func Lacking(r *Report) string {
	switch {
	case len(r.Unseen) > 0:
		return "; the log is not complete: MPI calls are missing from it"
	case !r.Complete:
		return "; not all ranks reached MPI_Finalize"
	}
	return ""
}

// FirstUnseen is the first sentence about missing evidence, and how many more there are; "" if there is none.
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
func Tally(r *Report) string {
	if fs := counted(r.Findings); len(fs) > 0 {
		return tally(fs, r.Baseline != nil)
	}
	return "no finding"
}

// hiddenTally counts the findings that do not count, and those of the baseline
// that have vanished: "1 suppressed, 2 known, 1 vanished".
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

// tally counts findings by severity: "2 errors, 1 note", or "2 new errors".
func tally(fs []Finding, new bool) string {
	n := map[string]int64{}
	for i := range fs {
		n[fs[i].Severity]++
	}
	var parts []string
	for _, sev := range []rules.Severity{rules.Error, rules.Warning, rules.Note} {
		noun := sev.String()
		if new {
			noun = "new " + noun
		}
		if n[sev.String()] > 0 {
			parts = append(parts, words.Count(n[sev.String()], noun))
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
