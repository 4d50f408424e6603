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
func writeText(w io.Writer, r *Report, opt Options) error {
	r.Normalize()
	r = r.printable()
	t := newText(r, opt)
	t.header(r)
	fs := shown(r.Findings, opt)
	t.findings(fs)
	if !tellsEnds(fs) {
		t.ends(r.Ends)
	}
	t.list(lacking, r.Unseen)
	t.list("What could not be seen", slices.Concat(otherCoverage(r), t.quoted.hints(), withoutLines(fs)))
	t.list("Suppressions to look at", staleSuppressions(r))
	t.list("In the baseline, but no longer found", vanished(r))
	t.verdict(r)
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("write text report: %w", err)
	}
	return nil
}

// text prints the parts of a report onto a page.
type text struct {
	page
	dir    string
	log    string    // as the user can name it; empty: do not offer the calls around a finding
	stands []RankEnd // for the finding on how the run ended
	quoted *excerpts // nil: no source is shown
}

func newText(r *Report, opt Options) *text {
	x := newExcerpts(r, opt)
	x.context = textContext
	return &text{page: opt.page(), dir: opt.Dir, log: x.log, stands: r.Ends, quoted: x}
}

// page is an empty page for text.
func (o Options) page() page {
	w := o.Width
	if w == 0 {
		w = textWidth
	}
	return page{width: w, color: o.Color}
}

// header says what was checked.
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

// endings lists how the ranks ended, with those that ended the same way on one
// line.
func (t *text) endings(ends []RankEnd) {
	var gs grouping
	for _, e := range ends {
		gs.add(t.end(e), e.Waiting, e.Rank)
	}
	t.groups(gs.list)
}

func (t *text) end(e RankEnd) string {
	s := endPhrases[e.How]
	if s == "" {
		s = e.How
	}
	if e.Signal != "" {
		s += " by " + e.Signal
	}
	if e.Host != "" && e.How != Finalized {
		s += " on " + e.Host
	}
	if e.In != nil && e.In.Call != "" {
		if e.How == Aborted || e.How == Finalized { // the call is named: "called MPI_Abort"
			s += ", " + place(*e.In, t.dir)
		} else {
			s += " in " + callPlace(*e.In, t.dir)
		}
	}
	return s
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
