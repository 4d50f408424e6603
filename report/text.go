package report

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/words"
)

// textWidth is the number of columns to which text is wrapped if the terminal's
// width is not known.
const textWidth = 80

// writeText writes the report for people.
func writeText(w io.Writer, s *sheet) error {
	t := newText(s)
	t.header(s.Report)
	fs := s.shown()
	t.findings(fs)
	if !slices.ContainsFunc(flat(fs), tellsEnd) {
		t.ends(s.Ends)
	}
	t.list(lacking, s.Unseen)
	t.list("What could not be seen", slices.Concat(otherCoverage(s.Report), t.quoted.hints(), withoutLines(fs)))
	t.list("Suppressions to look at", staleSuppressions(s.Report))
	t.list("In the baseline, but no longer found", vanished(s.Report))
	t.line("")
	if fs := s.counted(); len(fs) > 0 {
		t.summary(fs)
		t.line("")
	}
	t.text(verdict(s.exact))
	if s.Next != nil {
		t.line("gomarmot: " + s.Next.sentence()) // not wrapped: its end is a command to copy
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// text prints the parts of a report onto a page.
type text struct {
	page
	log    string    // as the user can name it; empty: do not offer the command that lists the calls around a finding
	stands []RankEnd // for the finding about how the run ended
	quoted *excerpts // nil: no source is shown
}

func newText(s *sheet) *text {
	x := newExcerpts(s)
	x.context = textContext
	return &text{page: s.opt.page(), log: x.log, stands: s.Ends, quoted: x}
}

// page returns an empty page for text.
func (o Options) page() page {
	w := o.Width
	if w == 0 {
		w = textWidth
	}
	return page{width: w, color: o.Color}
}

// header describes the run that was checked.
func (t *text) header(r *Report) {
	parts := []string{words.Count(r.Ranks, "rank")}
	if r.MPI != "" {
		parts = append(parts, r.MPI)
	}
	if !r.Started.IsZero() {
		parts = append(parts, r.Started.Format("2006-01-02 15:04:05 MST"))
	}
	parts = append(parts, words.Count(r.Records, "record"))
	name := filepath.Base(r.LogPath) + ": "
	about := strings.Join(parts, ", ")
	if r.Command != "" {
		t.hang(t.paint(headStyle, name), width(name), shortCommand(r.Command))
		name = strings.Repeat(" ", width(name))
	}
	t.hang(name, width(name), about)
	if len(r.Bindings) > 0 {
		t.hang(strings.Repeat(" ", width(name)), width(name), "MPI called from "+strings.Join(r.Bindings, ", "))
	}
	if r.Accesses != "" {
		t.hang(strings.Repeat(" ", width(name)), width(name), "loads and stores recorded of "+r.Accesses)
	}
}

// ends says how the ranks ended, unless all reached MPI_Finalize.
func (t *text) ends(ends []RankEnd) {
	if slices.ContainsFunc(ends, func(e RankEnd) bool { return e.How != Finalized }) {
		t.line("")
		t.line(t.paint(headStyle, "How the ranks ended"))
		t.in(2, func() { t.endings(ends) })
	}
}

// endings lists how the ranks ended; ranks that ended the same way share a
// line.
func (t *text) endings(ends []RankEnd) {
	var gs grouping
	for _, e := range ends {
		gs.add(endText(e), e.Waiting, e.Rank)
	}
	t.groups(gs.list)
}

// maxLines is how many places or groups of ranks are listed before "and n
// more".
const maxLines = 12

// groups lists the groups of ranks and their texts.
func (t *text) groups(gs groups) {
	col := 0
	for _, g := range gs[:min(len(gs), maxLines)] {
		col = min(max(col, len(g.phrase())+2), 20)
	}
	for i, g := range gs {
		if i == maxLines {
			t.text(words.More(len(gs)-i) + "; --format json lists all")
			return
		}
		t.hang(g.phrase(), col, g.says())
	}
}

// summary has a row for each rule.
func (t *text) summary(fs []*entry) {
	var rows [][]string
	for _, r := range ruleRows(fs) {
		rows = append(rows, []string{r.RuleID, r.Severity.String(), fmt.Sprint(r.places), words.Thousands(r.count),
			shortRanks(uniqueRanks(r.ranks)), r.Title})
	}
	header := []string{"rule", "severity", "places", "times", "ranks", "fault"}
	_ = Table(&t.b, t.width, header, rows) // writing to a strings.Builder never fails
}

// withoutLines says how to get line numbers where findings have none.
func withoutLines(all []*entry) []string {
	var out []string
	for _, e := range flat(all) {
		for _, g := range e.at {
			if s := g.site; s.Module != "" && s.Line == 0 && s.Call != "" {
				out = append(out, filepath.Base(s.Module)+" has no line numbers for calls listed above: "+
					"compile it with -g, which works with optimization too")
			}
		}
	}
	return unique(out)
}
