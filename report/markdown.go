package report

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/words"
)

// A comment on GitHub holds 65,536 characters, on GitLab more.
const markdownLimit = 60000

// writeMarkdown writes the report as a comment on a merge or pull request: a
// table, and the findings as in the text report, folded.
func writeMarkdown(w io.Writer, s *sheet) error {
	m := &markdown{}
	m.printf("### gomarmot\n\n%s\n", markdownText(result(s.exact)+"."))
	m.notes("**"+lacking+"**", s.Unseen)
	fs := s.shown()
	m.table(fs)
	m.details(fs)
	m.notes("What could not be seen", otherCoverage(s.Report))
	m.notes("Suppressions to look at", staleSuppressions(s.Report))
	m.notes("In the baseline, but no longer found", vanished(s.Report))
	if s.Next != nil {
		m.printf("\n%s\n", markdownText(s.Next.sentence()))
	}
	m.printf("\n<sub>%s</sub>\n", markdownText(markdownRun(s.Report)))
	_, err := io.WriteString(w, m.b.String())
	return err
}

type markdown struct{ b strings.Builder }

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(&m.b, format, args...) }

// maxRows is how many findings the table has.
const maxRows = 50

// table has a row for each finding; its consequences are in the details.
func (m *markdown) table(fs []*entry) {
	if len(fs) == 0 {
		return
	}
	m.printf("\n| severity | rule | where | what | ranks | times |\n|---|---|---|---|---|---:|\n")
	for i, f := range fs {
		if i == maxRows {
			m.printf("\n%s\n", words.More(len(fs)-i))
			return
		}
		sev := f.Severity.String()
		if f.Suppressed != nil {
			sev = "suppressed " + sev
		}
		m.printf("| %s | %s | %s | %s | %s | %s |\n", sev, f.RuleID, markdownCell(markdownPlace(f)),
			markdownCell(f.Title), shortRanks(f.Ranks), words.Thousands(f.Count))
	}
}

// markdownPlace returns the place of a finding, with a hint if the finding has more places.
func markdownPlace(f *entry) string {
	if len(f.at) == 0 {
		return ""
	}
	s := place(f.first())
	if n := len(f.at) - 1; n > 0 {
		s += " " + words.More(n)
	}
	return s
}

// details writes each finding in a fold, as long as the findings fit into a comment.
func (m *markdown) details(fs []*entry) {
	for i, f := range fs {
		body := findingText(f, true)
		if m.b.Len()+len(body) > markdownLimit {
			m.printf("\nThe details of %s are in the other reports.\n", words.Count(len(fs)-i, "more finding"))
			return
		}
		fence := codeFence(body)
		head := html.EscapeString(joinText(f.RuleID+" "+markdownPlace(f), ": ", f.first().Call))
		m.printf("\n<details><summary>%s</summary>\n\n%s\n%s%s\n\n</details>\n",
			strings.ReplaceAll(head, "@", "&#64;"), fence, body, fence)
	}
}

// codeFence returns a fence that is longer than any run of backticks in the text.
func codeFence(body string) string {
	fence := "```"
	for strings.Contains(body, fence) {
		fence += "`"
	}
	return fence
}

func (m *markdown) notes(head string, notes []string) {
	if len(notes) == 0 {
		return
	}
	m.printf("\n%s:\n\n", head)
	for i, n := range notes {
		if i == maxLines {
			m.printf("- %s\n", words.More(len(notes)-i))
			return
		}
		m.printf("- %s\n", markdownText(n))
	}
}

// markdownRun describes the run that was checked.
func markdownRun(r *Report) string {
	parts := []string{words.Count(r.Ranks, "rank")}
	if r.MPI != "" {
		parts = append(parts, r.MPI)
	}
	parts = append(parts, words.Count(r.Records, "record"))
	return joinText(shortCommand(r.Command), ": ", strings.Join(parts, ", "))
}

// shortCommand returns the beginning of a command line, long enough to recognize the command.
func shortCommand(command string) string {
	const most = 200
	return foreign.Cut(command, most)
}

// markdownText escapes characters that Markdown would take for markup. Line breaks stay, so
// that lists and paragraphs do too.
func markdownText(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`,
		"[", `\[`, "]", `\]`, "|", `\|`, "#", `\#`, "~", `\~`, "@", "&#64;").Replace(s)
}

// markdownCell returns the text of a table cell, which is a single line.
func markdownCell(s string) string { return markdownText(strings.Join(strings.Fields(s), " ")) }
