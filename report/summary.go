package report

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/words"
)

// mostInSummary is how many findings a summary lists.
const mostInSummary = 10

// Summary returns the lines that rank 0 prints at MPI_Finalize: the verdict, which evidence the log lacks, and a line
// for each broken rule.
func Summary(r *Report) []string {
	lines := []string{result(r) + "."}
	if s := r.FirstUnseen(); s != "" {
		lines = append(lines, "  "+s)
	}
	for i := range r.Findings {
		if i == mostInSummary {
			lines = append(lines, "  "+words.More(len(r.Findings)-i))
			break
		}
		f := &r.Findings[i]
		at := f.where()
		if at != "" {
			at = " at " + at
		}
		message, _, _ := strings.Cut(f.Message, "\n")
		lines = append(lines, fmt.Sprintf("  %s %s%s: %s", f.Severity, f.RuleID, at, message))
	}
	if r.Next != nil {
		lines = append(lines, r.Next.sentence())
	}
	return lines
}
