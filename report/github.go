package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

// githubCommands are the workflow commands for the severities.
var githubCommands = map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Note: "notice"}

// writeGitHub writes workflow commands with which GitHub Actions shows the
// verdict, and each finding that counts beside its line.
func writeGitHub(w io.Writer, s *sheet) error {
	var b strings.Builder
	if len(s.Unseen) > 0 {
		fmt.Fprintf(&b, "::%s title=gomarmot::%s\n", githubCommands[s.opt.lackingLevel()],
			githubData(strings.Join(append([]string{lacking + ":"}, firstOf(s.Unseen)...), "\n")))
	}
	for _, f := range flat(s.counted()) {
		githubFinding(&b, f, s.opt.Dir)
	}
	b.WriteString(verdict(s.exact) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// firstOf returns the first lines of a long list.
func firstOf(lines []string) []string {
	if n := len(lines) - maxLines; n > 0 {
		return append(slices.Clone(lines[:maxLines]), fmt.Sprintf("and %d more", n))
	}
	return lines
}

func githubFinding(b *strings.Builder, f *entry, dir string) {
	fmt.Fprintf(b, "::%s ", githubCommands[f.Severity])
	if at := f.first(); at.File != "" {
		fmt.Fprintf(b, "file=%s,", githubProperty(at.file(dir)))
		if at.Line > 0 {
			fmt.Fprintf(b, "line=%d,", at.Line)
		}
	}
	fmt.Fprintf(b, "title=%s::%s\n", githubProperty(f.RuleID+" "+f.Title), githubData(githubMessage(f)))
}

// githubMessage returns a short message, of a few lines, for readers of the line.
func githubMessage(f *entry) string {
	lines := []string{f.summary()}
	for _, g := range f.at {
		lines = append(lines, "at "+g.String())
	}
	for _, g := range f.see {
		lines = append(lines, "see "+g.String())
	}
	if n := f.repeated(); n != "" {
		lines = append(lines, n)
	}
	if c := f.cause; c != nil {
		lines = append(lines, "consequence of "+c.RuleID+" "+callPlace(c.first()))
	}
	if f.Advice != "" {
		lines = append(lines, "fix: "+f.Advice)
	}
	return strings.Join(lines, "\n")
}

// githubData escapes characters that would end the message of a command, githubProperty
// characters that would end a property.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
