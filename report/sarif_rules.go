package report

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

// rules describes all rules that were checked.
func (s *sarif) rules() {
	for _, r := range s.opt.Rules {
		s.describe(sarifRule{
			ID:               r.ID,
			ShortDescription: sarifMessage{Text: r.Title},
			FullDescription:  sarifMessage{Text: cited(r.Says, r.Cite)},
			Help:             sarifMessage{Text: helpText(r), Markdown: helpMarkdown(r)},
			HelpURI:          s.opt.helpURI(r.ID),
			Configuration:    sarifLevel{r.Severity.String()},
			Properties:       ruleProperties(r.Severity, r.Cite, r.Scope, r.Since),
		})
	}
}

func (s *sarif) describe(d sarifRule) int {
	s.index[d.ID] = len(s.descriptors)
	s.descriptors = append(s.descriptors, d)
	return s.index[d.ID]
}

// ruleIndex finds the rule of a finding; a rule that is not among those checked
// is described from the finding.
func (s *sarif) ruleIndex(f *Finding) int {
	if i, ok := s.index[f.RuleID]; ok {
		return i
	}
	says := orElse(cited(f.Says, f.Cite), f.Title)
	return s.describe(sarifRule{
		ID:               f.RuleID,
		ShortDescription: sarifMessage{Text: f.Title},
		FullDescription:  sarifMessage{Text: says},
		Help:             sarifMessage{Text: joinText(says, "\n\n", f.Advice)},
		HelpURI:          s.opt.helpURI(f.RuleID),
		Configuration:    sarifLevel{f.Severity.String()},
		Properties:       ruleProperties(f.Severity, f.Cite, f.Scope, ""),
	})
}

// ruleProperties are what services sort and filter by.
func ruleProperties(severity rules.Severity, cite string, scope rules.Scope, since string) map[string]any {
	problem := severity.String()
	if severity == rules.Note {
		problem = "recommendation" // GitHub's word
	}
	p := map[string]any{"tags": []string{"mpi", "correctness"}, "problem.severity": problem, "citation": cite, "scope": scope}
	if since != "" {
		p["since"] = since
	}
	return p
}

// helpURI is where a rule is explained: on the site, or else by its faulty and fixed
// programs.
func (o Options) helpURI(id string) string {
	if o.Site != "" {
		return strings.TrimSuffix(o.Site, "/") + "/rules/" + id + ".html"
	}
	if id == rules.WithoutProgram {
		return home + "/blob/main/docs/rules.md"
	}
	return home + "/tree/main/examples/buggy/" + id
}

// ruleHelp describes a rule, as headings and paragraphs.
func ruleHelp(r *rules.Rule) [][2]string {
	return [][2]string{
		{"What the standard says", cited(r.Says, r.Cite)},
		{"What goes wrong", reflow(r.Doc)},
		{"What to change", r.Advice},
		{"Legal, so not reported", bullets(r.Silent)},
		{"What the rule cannot detect", reflow(r.Limit)},
		{"More", "gomarmot explain " + r.ID},
	}
}

func bullets(items []string) string {
	var b strings.Builder
	for _, s := range items {
		b.WriteString("- " + reflow(s) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func helpText(r *rules.Rule) string {
	var b strings.Builder
	for _, p := range ruleHelp(r) {
		if p[1] != "" {
			fmt.Fprintf(&b, "%s:\n%s\n\n", p[0], p[1])
		}
	}
	return strings.TrimSpace(b.String())
}

func helpMarkdown(r *rules.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n", r.ID, markdownText(r.Title))
	for _, p := range ruleHelp(r) {
		if p[1] != "" {
			fmt.Fprintf(&b, "## %s\n\n%s\n\n", p[0], markdownText(p[1]))
		}
	}
	return strings.TrimSpace(b.String())
}
