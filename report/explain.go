package report

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

// Example is a program that breaks a rule and its correct twin, as C source; empty if the rule has no example.
type Example struct {
	Bug   string
	Fixed string
}

// WriteRules writes a table of the rules in opt.
func WriteRules(w io.Writer, opt Options) error {
	rows := make([][]string, 0, len(opt.Rules))
	for _, r := range opt.Rules {
		fault := r.Title
		if r.Pedantic {
			fault += " (only with --pedantic)"
		}
		rows = append(rows, []string{r.ID, r.Severity.String(), string(r.Scope), r.MPI, fault})
	}
	return Table(w, opt.page().width, []string{"rule", "severity", "scope", "MPI", "fault"}, rows)
}

// WriteExplain writes the full description of a rule.
func WriteExplain(w io.Writer, r *rules.Rule, ex Example, opt Options) error {
	t := &text{page: opt.page()}
	t.styled(t.paint(severityStyle(r.Severity), r.ID)+"  ", len(r.ID)+2, r.Title, headStyle)
	head := fmt.Sprintf("%s, %s, since gomarmot %s", r.Severity, scopePhrases[r.Scope], r.Since)
	if r.MPI != "" {
		head += "; applies from MPI " + r.MPI + " on"
	}
	if r.Pedantic {
		head += "; pedantic: applied only with --pedantic, because many correct programs ignore the advice"
	}
	t.text(head)
	if len(r.Clauses) == 0 {
		t.section("What the standard says", cited(r.Says, r.Cite))
	} else {
		t.section("What the standard says", r.Says)
		t.items(clausesOf(r))
	}
	t.section("What goes wrong", r.Doc)
	t.section("What to change", r.Advice)
	t.list("Legal, so not reported", r.Silent)
	t.section("What the rule cannot detect", r.Limit)
	t.code("Faulty example", ex.Bug)
	t.code("Fixed example", ex.Fixed)
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("write explanation: %w", err)
	}
	return nil
}

var scopePhrases = map[rules.Scope]string{
	rules.RankScope: "found from one rank's calls while the program runs",
	rules.JobScope:  "found from the calls of several ranks after the run",
	rules.RunsScope: "found by gomarmot provoke, which compares runs",
	rules.BothScopes: "found from one rank's calls while the program runs, " +
		"and from the calls of several ranks after the run",
}

// section writes a heading and paragraphs under it; nothing if the text is empty.
func (t *text) section(head, s string) {
	if strings.TrimSpace(s) == "" {
		return
	}
	t.line("")
	t.line(t.paint(headStyle, head))
	t.in(2, func() { t.text(reflow(s)) })
}

// list writes a heading and items under it; nothing if there are no items.
func (t *text) list(head string, items []string) {
	if len(items) == 0 {
		return
	}
	t.line("")
	t.line(t.paint(headStyle, head))
	t.items(items)
}

func (t *text) items(items []string) {
	for _, s := range items {
		t.in(2, func() { t.hang("-", 2, reflow(s)) })
	}
}

// code writes a program under a heading, without comments for the tests.
func (t *text) code(head, src string) {
	if src == "" {
		return
	}
	t.line("")
	t.line(t.paint(headStyle, head))
	for line := range strings.Lines(Readable(src)) {
		t.in(2, func() { t.line(expand(strings.TrimRight(line, " \n"))) })
	}
}

// Readable returns an example program without its comments for the tests.
func Readable(src string) string {
	var b strings.Builder
	for line := range strings.Lines(src) {
		if !strings.HasPrefix(line, "// gomarmot:") { // the comment that says how to launch the program
			b.WriteString(marker(line))
		}
	}
	return b.String()
}

var (
	wantRE = regexp.MustCompile(`// want [A-Z]+[0-9]{3} .*`)
	ruleRE = regexp.MustCompile("\\b([A-Z]+[0-9]{3}) +[\"`]")
)

// marker turns a comment for the tests, // want ID "regexp", into an arrow for
// readers.
func marker(line string) string {
	return wantRE.ReplaceAllStringFunc(line, func(s string) string {
		var ids []string
		for _, m := range ruleRE.FindAllStringSubmatch(s, -1) {
			ids = append(ids, m[1])
		}
		return "// <-- " + strings.Join(unique(ids), ", ")
	})
}

func expand(line string) string { return strings.ReplaceAll(line, "\t", "    ") }

// reflow joins the lines of each paragraph; blank lines separate paragraphs.
func reflow(s string) string {
	var out []string
	for _, p := range strings.Split(strings.TrimSpace(s), "\n\n") {
		out = append(out, strings.Join(strings.Fields(p), " "))
	}
	return strings.Join(out, "\n\n")
}
