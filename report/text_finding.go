package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// labelWidth is the column where the text beside the labels of a finding
// starts.
const labelWidth = 8

// findings prints all findings; the text of a rule is printed once for each of its requirements that is broken.
func (t *text) findings(fs []*entry) {
	told := map[[2]string]bool{}
	for _, f := range fs {
		t.line("")
		t.finding(f)
		t.in(2, func() {
			t.source(f)
			requirement := [2]string{f.RuleID, f.Says}
			if !told[requirement] {
				t.rule(f)
			}
			told[requirement] = true
			t.calls(f)
		})
		t.consequences(f.effects)
	}
}

// finding prints the message of a finding, its places, and the calls that it conflicts with.
func (t *text) finding(f *entry) {
	head := strings.ToUpper(f.Severity.String()) + " " + f.RuleID
	if f.Suppressed != nil {
		head = "SUPPRESSED " + head
	}
	t.styled(t.paint(severityStyle(f.Severity), head)+"  ", len(head)+2, f.Title, headStyle)
	t.in(2, func() {
		if tellsEnd(f) && len(t.stands) > 0 {
			t.endings(t.stands)
			t.line("")
			return
		}
		t.text(f.whose())
		t.line("")
		if links := waitChain(&f.Finding, t.stands); len(links) > 0 {
			t.chain(links)
		} else {
			t.places("at", f.at)
		}
		t.places("see", f.see)
		t.field("on", f.Object)
		t.field("count", f.repeated())
		if s := f.Suppressed; s != nil {
			t.field("why", fmt.Sprintf("%s [%s:%d]", s.Reason, s.File, s.Line))
		}
	})
}

// whose returns the message, preceded by its rank if the finding has several ranks.
func (f *Finding) whose() string {
	if f.Scope != rules.RankScope || len(f.Ranks) < 2 {
		return f.Message
	}
	return fmt.Sprintf("rank %d: %s", f.Ranks[0], f.Message)
}

// tellsEnd reports whether the finding is about the ends of ranks, of which the report has a more detailed list.
func tellsEnd(f *entry) bool { return f.RuleID == rules.RunEnd.ID }

// withoutWaits returns the ends without the goals of waits, which the cause of the finding has named.
func withoutWaits(ends []RankEnd) []RankEnd {
	out := slices.Clone(ends)
	for i := range out {
		out[i].Waiting = ""
	}
	return out
}

// rule prints the requirement of the standard, and how to fix the program.
func (t *text) rule(f *entry) {
	t.field("rule", cited(f.Says, f.Cite))
	t.field("fix", f.Advice)
	t.field("more", "gomarmot explain "+f.RuleID)
}

// calls prints the command that shows the calls around a finding. It is not
// wrapped, so that it can be copied.
func (t *text) calls(f *entry) {
	if c := callsAround(f, t.log); c != "" {
		t.line(t.paint(labelStyle, "calls") + "   " + c)
	}
}

// callsAround returns the command that lists the calls around a finding; "" if the finding has no call with a record.
func callsAround(f *entry, log string) string {
	i := slices.IndexFunc(f.at, func(g group) bool { return g.site.Event != "" })
	if i < 0 || log == "" || tellsEnd(f) {
		return ""
	}
	s := f.at[i].site
	if s.log != "" {
		s.Rank, log = s.own, s.log
	}
	return fmt.Sprintf("gomarmot log events --rank %d --around %s %s", s.Rank, s.Event, foreign.Argument(log))
}

// clausesOf returns the requirements of a rule that checks several.
func clausesOf(r *rules.Rule) []string {
	var out []string
	for _, c := range r.Clauses {
		out = append(out, cited(c.Says, c.Cite))
	}
	return out
}

func cited(says, cite string) string {
	if cite == "" {
		return says
	}
	return says + " [" + cite + "]"
}

// consequences prints the findings caused by a finding, indented.
func (t *text) consequences(fs []*entry) {
	for _, f := range fs {
		t.line("")
		t.in(4, func() {
			t.line("which leads to")
			stands := t.stands
			if tellsEnd(f) {
				t.stands = withoutWaits(stands)
			}
			t.finding(f)
			t.stands = stands
			t.consequences(f.effects)
		})
	}
}

func (t *text) field(label, s string) {
	if s != "" {
		t.hang(t.paint(labelStyle, label), labelWidth, s)
	}
}

// places lists calls under a label.
func (t *text) places(label string, gs groups) {
	for i, g := range gs {
		if i == maxLines {
			t.field(label, words.More(len(gs)-i)+"; --format json lists all")
			return
		}
		t.field(label, g.String())
		label = ""
	}
}

// findingText formats a finding as in the text report, with or without its
// consequences.
func findingText(f *entry, consequences bool) string {
	t := &text{page: page{width: textWidth}}
	t.finding(f)
	t.in(2, func() { t.rule(f) })
	if consequences {
		t.consequences(f.effects)
	}
	return t.b.String()
}

// joinText puts sep between a and b if neither is empty.
func joinText(a, sep, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + sep + b
}

// repeated says how often the fault occurred; "" if it occurred at most once per rank.
func (f *Finding) repeated() string {
	if f.Count <= int64(len(f.Ranks)) {
		return ""
	}
	s := words.Thousands(f.Count) + " times"
	if len(f.Ranks) > 1 {
		s += " on " + words.Count(len(f.Ranks), "rank")
	}
	return s
}

// deepest is the largest indentation of links.
const deepest = 8

// chain lists the ranks of a finding and the ranks that they wait for.
func (t *text) chain(links []link) {
	label := "waits"
	for i, l := range links {
		if i == maxLines {
			t.field(label, words.More(len(links)-i)+"; --format json lists all")
			return
		}
		pad := 2 * min(l.depth, deepest)
		t.hang(t.paint(labelStyle, label), labelWidth+pad, l.text)
		label = ""
	}
}

// Bounds of the source that the text quotes.
const (
	textContext  = 1 // lines before and after a call
	textExcerpts = 2 // of a finding
)

// source quotes the lines of a finding; the calls at fault and the calls with which
// they conflict are marked with the labels of the lists above. Lines that are too
// long are cut; if there is no source, nothing is quoted.
func (t *text) source(f *entry) {
	if t.quoted == nil || tellsEnd(f) && len(t.stands) > 0 {
		return
	}
	es := t.quoted.quote(f)
	for _, e := range es[:min(len(es), textExcerpts)] {
		t.line("")
		t.hang("", labelWidth, joinText(e.Place, "; ", e.Note))
		t.quote(e.Lines)
	}
	if len(es) > 0 {
		t.line("")
	}
}

func (t *text) quote(lines []excerptLine) {
	digits := len(fmt.Sprint(lines[len(lines)-1].No))
	margin := commonMargin(lines)
	for _, l := range lines {
		no := fmt.Sprintf("%*d | ", digits, l.No)
		code := expand(l.Text)
		code = cut(code[min(margin, len(code)):], t.width-t.indent-labelWidth-len(no)-2)
		label := fmt.Sprintf("%-*s", labelWidth, l.Mark)
		switch l.Mark {
		case "at":
			t.line(t.paint(labelStyle, label) + t.paint(errorStyle, "> "+no) + t.paint(headStyle, code))
		case "see":
			t.line(t.paint(labelStyle, label) + "  " + no + code)
		default:
			t.line(label + t.paint(faintStyle, strings.TrimRight("  "+no+code, " ")))
		}
	}
}

// commonMargin is the number of blanks with which all non-empty lines begin.
func commonMargin(lines []excerptLine) int {
	least := -1
	for _, l := range lines {
		code := expand(l.Text)
		if n := len(code) - len(strings.TrimLeft(code, " ")); strings.TrimSpace(code) != "" &&
			(least < 0 || n < least) {
			least = n
		}
	}
	return max(least, 0)
}
