package report

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
)

// mark is a finding's place on the timeline.
type mark struct {
	rank int
	time float64 // seconds
}

// timer is a Locator that knows when calls were made.
type timer interface {
	When(tracker.Site) (float64, bool)
}

// When implements timer.
func (l jobLocator) When(s tracker.Site) (float64, bool) {
	if l.Timeline == nil {
		return 0, false
	}
	return l.Timeline.At(s)
}

// marksOf places a finding on the timeline, if there is one.
func marksOf(f *rules.Finding, loc Locator) []mark {
	clock, ok := loc.(timer)
	if !ok {
		return nil
	}
	var out []mark
	for _, s := range f.Sites {
		if t, ok := clock.When(s); ok {
			out = append(out, mark{int(s.Rank), t})
		}
	}
	return out
}

// htmlFinding is one finding on the page.
type htmlFinding struct {
	ID, Severity, Rule, Title  string
	Where, RankList            string // for people, and for the filter
	Message, Object, Count     string
	At, See                    []string
	Says, Cite, Advice, Status string
	Excerpts                   []excerpt
	Follows                    []htmlFinding
	Open, Marked               bool

	marks []mark
}

// excerpt is some lines of a source file.
type excerpt struct {
	Label, Place, Note string
	Lines              []excerptLine
}

type excerptLine struct {
	No   int
	At   bool // the line of the call
	Text string
}

// Bounds of what the page quotes.
const (
	excerptContext = 4   // lines before and after
	maxExcerpts    = 3   // of the calls at fault of a finding, and of those they conflict with
	maxQuotes      = 600 // on the page
	maxLineRunes   = 300
)

// excerpts quotes source files.
type excerpts struct {
	dir     string
	started time.Time
	quoted  int
}

func (x *excerpts) finding(f *Finding, id string, open bool) htmlFinding {
	out := htmlFinding{
		ID: id, Severity: f.Severity, Rule: f.RuleID, Title: f.Title, Where: rankPhrase(f.Ranks),
		RankList: rankList(f.Ranks), Message: f.Message, Object: f.Object, Count: repeated(f),
		Says: f.Says, Cite: f.Cite, Advice: f.Advice, Open: open, marks: firstMarks(f.marks),
	}
	out.Marked = len(out.marks) > 0
	if len(f.Ranks) == 0 {
		out.Where = ""
	}
	if s := f.Suppressed; s != nil {
		out.Status = fmt.Sprintf("suppressed: %s [%s:%d]", s.Reason, s.File, s.Line)
	}
	at, see := siteGroups(f.Sites, x.dir), relatedGroups(f.Related, x.dir)
	out.At, out.See = groupTexts(at), groupTexts(see)
	out.Excerpts = x.quote("at", f.Sites)
	related := make([]Site, len(f.Related))
	for i, r := range f.Related {
		related[i] = r.Site
	}
	out.Excerpts = append(out.Excerpts, x.quote("see", related)...)
	for i := range f.Consequences {
		out.Follows = append(out.Follows, x.finding(&f.Consequences[i], fmt.Sprintf("%s-%d", id, i+1), open))
	}
	return out
}

// firstMarks keeps each rank's first mark.
func firstMarks(all []mark) []mark {
	var out []mark
	at := map[int]int{}
	for _, m := range all {
		i, seen := at[m.rank]
		if !seen {
			at[m.rank] = len(out)
			out = append(out, m)
		} else if m.time < out[i].time {
			out[i] = m
		}
	}
	return out
}

// groupTexts are the places that ranks are at, one text each.
func groupTexts(gs groups) []string {
	var out []string
	for i, g := range gs {
		if i == maxLines {
			return append(out, fmt.Sprintf("and %d more; --format json lists all", len(gs)-i))
		}
		s := rankPhrase(uniqueRanks(g.ranks))
		if g.text != "" {
			s += ": " + g.text
		}
		out = append(out, s)
	}
	return out
}

// quote makes excerpts of the places of some calls, each place once.
func (x *excerpts) quote(label string, sites []Site) []excerpt {
	var out []excerpt
	seen := map[string]bool{}
	for _, s := range sites {
		key := fmt.Sprintf("%s:%d", s.File, s.Line)
		if s.File == "" || s.Line <= 0 || seen[key] || len(out) == maxExcerpts || x.quoted == maxQuotes {
			continue
		}
		seen[key] = true
		e, ok := x.read(s)
		if !ok {
			continue
		}
		x.quoted++
		e.Label = label
		out = append(out, e)
	}
	return out
}

// read takes the lines around a call from its file, if that is there.
func (x *excerpts) read(s Site) (excerpt, bool) {
	info, err := os.Stat(s.File)
	if err != nil || !info.Mode().IsRegular() {
		return excerpt{}, false
	}
	lines, err := source.Excerpt(source.Place{File: s.File, Line: s.Line}, excerptContext)
	if err != nil {
		return excerpt{}, false
	}
	e := excerpt{Place: place(s, x.dir)}
	if !x.started.IsZero() && info.ModTime().After(x.started) {
		e.Note = "the file has changed since the run"
	}
	first := max(1, s.Line-excerptContext)
	for i, l := range lines {
		e.Lines = append(e.Lines, excerptLine{No: first + i, At: first+i == s.Line, Text: quotable(l)})
	}
	return e, true
}

// quotable makes a source line fit to show: whatever the file holds.
func quotable(line string) string {
	line = strings.ToValidUTF8(strings.TrimRight(line, " \t\r"), "\uFFFD")
	if r := []rune(line); len(r) > maxLineRunes {
		line = string(r[:maxLineRunes]) + " …"
	}
	return strings.Map(visible, line)
}

// visible replaces characters that change how others are read.
func visible(r rune) rune {
	switch {
	case r == '\t':
		return r
	case r < ' ', r == 0x7f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
		return '\uFFFD'
	}
	return r
}
