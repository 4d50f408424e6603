package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// githubCommands are the workflow commands for the severities.
var githubCommands = map[string]string{"error": "error", "warning": "warning", "note": "notice"}

// writeGitHub writes workflow commands with which GitHub Actions shows the
// verdict, and each finding that counts beside its line.
func writeGitHub(w io.Writer, r *Report, opt Options) error {
	r.Normalize()
	r = r.printable()
	var b strings.Builder
	if len(r.Unseen) > 0 {
		command := "error"
		if opt.AllowIncomplete {
			command = "warning"
		}
		fmt.Fprintf(&b, "::%s title=gomarmot::%s\n", command,
			githubData(strings.Join(append([]string{lacking + ":"}, firstOf(r.Unseen)...), "\n")))
	}
	githubFindings(&b, counted(r.Findings), nil, opt)
	b.WriteString(verdict(r) + "\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write github report: %w", err)
	}
	return nil
}

// firstOf is the beginning of a long list.
func firstOf(lines []string) []string {
	if n := len(lines) - maxLines; n > 0 {
		return append(slices.Clone(lines[:maxLines]), fmt.Sprintf("and %d more", n))
	}
	return lines
}

func githubFindings(b *strings.Builder, fs []Finding, cause *Finding, opt Options) {
	for i := range fs {
		f := &fs[i]
		fmt.Fprintf(b, "::%s ", githubCommands[f.Severity])
		if s := firstSite(*f); s.File != "" {
			fmt.Fprintf(b, "file=%s,", githubProperty(shortPath(s.File, opt.Dir)))
			if s.Line > 0 {
				fmt.Fprintf(b, "line=%d,", s.Line)
			}
		}
		fmt.Fprintf(b, "title=%s::%s\n", githubProperty(f.RuleID+" "+f.Title), githubData(githubMessage(f, cause, opt)))
		githubFindings(b, f.Consequences, f, opt)
	}
}

// githubMessage is a short message, of a few lines, for readers of the line.
func githubMessage(f, cause *Finding, opt Options) string {
	lines := []string{orElse(f.Message, f.Title)}
	for _, g := range siteGroups(f.Sites, opt.Dir) {
		lines = append(lines, "at "+g.String())
	}
	for _, g := range relatedGroups(f.Related, opt.Dir) {
		lines = append(lines, "see "+g.String())
	}
	if n := repeated(f); n != "" {
		lines = append(lines, n)
	}
	if cause != nil {
		lines = append(lines, "consequence of "+cause.RuleID+" "+callPlace(firstSite(*cause), opt.Dir))
	}
	if f.Advice != "" {
		lines = append(lines, "fix: "+f.Advice)
	}
	return strings.Join(lines, "\n")
}

// githubData and githubProperty escape what would end a command's message or
// one of its properties.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
