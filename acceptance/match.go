package acceptance

import (
	"fmt"
	"path/filepath"

	"github.com/gomarmot/gomarmot/report"
)

// Compare returns the errors of a report as sentences: wanted findings that are missing, and findings that are not
// wanted. Programs with wanted findings may also have TOOL003, the note on ranks that did not end in MPI_Finalize.
func (p *Program) Compare(r *report.Report) []string {
	var wrong []string
	used := make([]bool, len(r.Findings))
	for _, w := range p.Wants {
		if !p.meets(w, r, used) {
			wrong = append(wrong, fmt.Sprintf("missing %s at line %d matching %q", w.Rule, w.Line, w.Message))
		}
	}
	for i, f := range r.Findings {
		if used[i] || f.RuleID == "TOOL003" && len(p.Wants) > 0 {
			continue
		}
		where := "no site"
		if len(f.Sites) > 0 {
			where = fmt.Sprintf("%s:%d", filepath.Base(f.Sites[0].File), f.Sites[0].Line)
		}
		wrong = append(wrong, fmt.Sprintf("surplus %s at %s, ranks %v: %s", f.RuleID, where, f.Ranks, f.Message))
	}
	return wrong
}

func (p *Program) meets(w Want, r *report.Report, used []bool) bool {
	for i, f := range r.Findings {
		if used[i] || f.RuleID != w.Rule || !w.Message.MatchString(f.Message) {
			continue
		}
		for _, s := range f.Sites {
			if s.Line == w.Line && filepath.Base(s.File) == filepath.Base(p.Path) {
				used[i] = true
				return true
			}
		}
	}
	return false
}
