package report

import (
	"fmt"
	"html/template"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/words"
)

// mark is a finding's place on the timeline.
type mark struct {
	rank int
	time float64 // seconds
}

// timer is a locator that knows when calls were made.
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
func marksOf(f *rules.Finding, loc locator) []mark {
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
	ID, Rule, Title            string
	Severity                   rules.Severity
	Page                       template.URL // the page on its rule, or ""
	Where, RankList            string       // for people, and for the filter
	Message, Object, Count     string
	At, See                    []string
	Says, Cite, Advice, Status string
	Calls                      string // the command that lists the calls around it
	Excerpts                   []excerpt
	Follows                    []htmlFinding
	Open, Marked               bool

	marks []mark
}

// htmlFindings are findings and their consequences; folded, unless open.
type htmlFindings struct {
	quoted *excerpts
	site   string // address of the pages on rules, or ""
	open   bool
}

func (h *htmlFindings) finding(f *entry, id string) htmlFinding {
	out := htmlFinding{
		ID: id, Page: rulePage(h.site, f.RuleID), Severity: f.Severity, Rule: f.RuleID, Title: f.Title, Where: shortPhrase(f.Ranks),
		RankList: words.Spans(f.Ranks), Message: f.Message, Object: f.Object, Count: repeated(&f.Finding),
		Says: f.Says, Cite: f.Cite, Advice: f.Advice, Calls: callsAround(f, h.quoted.log), Open: h.open, marks: firstMarks(f.marks),
	}
	out.Marked = len(out.marks) > 0
	if len(f.Ranks) == 0 {
		out.Where = ""
	}
	if s := f.Suppressed; s != nil {
		out.Status = fmt.Sprintf("suppressed: %s [%s:%d]", s.Reason, s.File, s.Line)
	}
	out.At, out.See = groupTexts(f.at), groupTexts(f.see)
	out.Excerpts = h.quoted.quote(f)
	for i, e := range f.effects {
		out.Follows = append(out.Follows, h.finding(e, fmt.Sprintf("%s-%d", id, i+1)))
	}
	return out
}

// shortPhrase names ranks, or counts them if there are many.
func shortPhrase(ranks []int) string {
	if s := words.RankSpans(ranks); len(s) <= 40 {
		return s
	}
	return words.Count(len(ranks), "rank")
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

// groupTexts are the places of the ranks, one text each.
func groupTexts(gs groups) []string {
	var out []string
	for i, g := range gs {
		if i == maxLines {
			return append(out, words.More(len(gs)-i)+"; --format json lists all")
		}
		s := words.RankSpans(uniqueRanks(g.ranks))
		if g.text != "" {
			s += ": " + g.text
		}
		out = append(out, s)
	}
	return out
}

// rulePage is the address of the page on a rule. The person who makes the report
// gives the site; a program cannot.
func rulePage(site, id string) template.URL {
	if site == "" || rules.ByID(id) == nil {
		return ""
	}
	return template.URL(Options{Site: site}.helpURI(id))
}
