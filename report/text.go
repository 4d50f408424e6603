package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// textWidth is the number of columns text is wrapped to.
const textWidth = 80

// WriteText writes the report for people.
func WriteText(w io.Writer, r *Report, opt Options) error {
	r.Normalize()
	t := &text{page: page{width: textWidth}, dir: opt.Dir}
	t.header(r)
	t.findings(shown(r.Findings, opt))
	t.ends(r.Ends)
	t.list("What could not be seen", r.Coverage)
	t.list("Suppressions to look at", staleSuppressions(r))
	t.list("In the baseline, but not found any more", vanished(r))
	t.verdict(r)
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("write text report: %w", err)
	}
	return nil
}

// text prints the parts of a report onto a page.
type text struct {
	page
	dir string
}

// header says what was checked.
func (t *text) header(r *Report) {
	parts := []string{plural(int64(r.Ranks), "rank")}
	if r.MPI != "" {
		parts = append(parts, r.MPI)
	}
	if !r.Started.IsZero() {
		parts = append(parts, r.Started.Format("2006-01-02 15:04:05 MST"))
	}
	parts = append(parts, plural(r.Records, "record"))
	name := filepath.Base(r.LogPath) + ": "
	about := strings.Join(parts, ", ")
	if r.Command != "" {
		t.hang(name, len(name), r.Command)
		name = strings.Repeat(" ", len(name))
	}
	t.hang(name, len(name), about)
}

// ends says how the ranks ended, if not all by MPI_Finalize.
func (t *text) ends(ends []RankEnd) {
	var gs groups
	all := true
	for _, e := range ends {
		gs.add(t.end(e), e.Rank)
		all = all && e.How == Finalized
	}
	if all {
		return
	}
	t.line("")
	t.line("How the ranks ended")
	t.in(2, func() { t.groups(gs) })
}

func (t *text) end(e RankEnd) string {
	s := endPhrases[e.How]
	if s == "" {
		s = e.How
	}
	if e.In != nil && e.In.Call != "" {
		s += " in " + callPlace(*e.In, t.dir)
	}
	if e.Waiting != "" {
		s += "; " + e.Waiting
	}
	return s
}

// maxLines is how many places or groups of ranks are listed before "and n
// more".
const maxLines = 12

// groups lists what holds for which ranks.
func (t *text) groups(gs groups) {
	col := 0
	for _, g := range gs[:min(len(gs), maxLines)] {
		col = min(max(col, len(g.phrase())+2), 20)
	}
	for i, g := range gs {
		if i == maxLines {
			t.text(fmt.Sprintf("and %d more; --format json lists all", len(gs)-i))
			return
		}
		t.hang(g.phrase(), col, g.text)
	}
}
