package report

import (
	"cmp"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/words"
)

// Bounds of quotations.
const (
	excerptContext = 4   // lines before and after
	maxExcerpts    = 6   // of a finding
	maxQuotes      = 600 // of all findings of a report
	maxLineRunes   = 300
)

// excerpts quotes source files.
type excerpts struct {
	dir     string
	started time.Time
	quoted  int
	context int    // lines before and after; 0: excerptContext
	log     string // the log's path as the user can name it, for commands
	owner   int    // the user who owns the log; -1: unknown
	outside bool   // a file was not quoted because of where it is
}

// newExcerpts quotes source for a report.
func newExcerpts(s *sheet) *excerpts {
	x := &excerpts{dir: s.opt.Dir, started: s.Started, log: s.exact.LogPath, owner: -1}
	for _, path := range []string{logdir.Dir(x.log), x.log} {
		if info, err := os.Stat(path); err == nil {
			x.owner = ownerOf(info)
			break
		}
	}
	return x
}

// around returns the number of lines to quote before and after a call.
func (x *excerpts) around() int {
	if x.context > 0 {
		return x.context
	}
	return excerptContext
}

// excerpt holds consecutive lines of a source file.
type excerpt struct {
	Place, Note string
	Lines       []excerptLine
}

type excerptLine struct {
	No   int
	Mark string // "at" a call at fault, "see" a call that it conflicts with; or empty
	Text string
}

// spot is a line to quote.
type spot struct {
	Site
	mark string
}

// quote creates excerpts for the places of a finding. Nearby places in the same
// file share an excerpt.
func (x *excerpts) quote(f *entry) []excerpt {
	var out []excerpt
	for _, near := range neighbors(spots(f), x.around()) {
		if len(out) == maxExcerpts || x.quoted == maxQuotes {
			break
		}
		if e, ok := x.read(near); ok {
			x.quoted++
			out = append(out, e)
		}
	}
	return out
}

// spots lists the lines of a finding, each once: calls at fault first.
func spots(f *entry) []spot {
	var out []spot
	add := func(gs groups, mark string) {
		for _, g := range gs {
			s := g.site
			seen := slices.ContainsFunc(out, func(o spot) bool { return o.path == s.path && o.Line == s.Line })
			if s.Known() && !seen {
				out = append(out, spot{s, mark})
			}
		}
	}
	add(f.at, "at")
	add(f.see, "see")
	return out
}

// neighbors groups the spots of a file if their excerpts would touch, each group
// in order of lines. Groups keep the order of their first spots.
func neighbors(all []spot, context int) [][]spot {
	var out [][]spot
	for _, s := range all {
		i := slices.IndexFunc(out, func(g []spot) bool {
			return slices.ContainsFunc(g, func(o spot) bool {
				d := o.Line - s.Line
				return o.path == s.path && max(d, -d) <= 2*context+1
			})
		})
		if i < 0 {
			out = append(out, []spot{s})
		} else {
			out[i] = append(out[i], s)
		}
	}
	for _, g := range out {
		slices.SortStableFunc(g, func(a, b spot) int { return cmp.Compare(a.Line, b.Line) })
	}
	return out
}

// read reads the lines around some calls from their file, if it exists.
func (x *excerpts) read(near []spot) (excerpt, bool) {
	file := near[0].path
	info, err := os.Stat(file)
	if err != nil || !x.mayQuote(file, info) {
		return excerpt{}, false
	}
	marks := map[int]string{}
	e, context := excerpt{Place: near[0].File}, x.around()
	for _, s := range near {
		n := s.Line
		marks[n] = s.mark
		lines, err := source.Excerpt(source.Place{File: file, Line: n}, context)
		if err != nil {
			return excerpt{}, false
		}
		first := max(1, n-context)
		for i, l := range lines {
			if k := len(e.Lines); k == 0 || first+i > e.Lines[k-1].No {
				e.Lines = append(e.Lines, excerptLine{No: first + i, Text: quotable(l)})
			}
		}
	}
	for i := range e.Lines {
		e.Lines[i].Mark = marks[e.Lines[i].No]
	}
	if !x.started.IsZero() && info.ModTime().After(x.started) {
		e.Note = "the file has changed since the run"
	}
	e.Lines = withoutBlank(e.Lines)
	if n := len(e.Lines); n > 0 {
		name := ", lines "
		if n == 1 {
			name = ", line "
		}
		e.Place += name + words.Span(e.Lines[0].No, e.Lines[n-1].No)
	}
	return e, true
}

// mayQuote reports whether a report may show lines of a file that the program
// names as its source: files in the source root, and files of the user who
// owns the log. A program may name any file, and the person who makes the report
// may be allowed to read more files than the person who ran the program.
func (x *excerpts) mayQuote(file string, info fs.FileInfo) bool {
	if _, inside := below(realPath(file), realPath(x.dir)); inside && x.dir != "" {
		return true
	}
	if x.owner >= 0 && ownerOf(info) == x.owner {
		return true
	}
	x.outside = true
	return false
}

// hints says why source is not quoted.
func (x *excerpts) hints() []string {
	if !x.outside {
		return nil
	}
	return []string{"source lines are shown only for files in " + x.dir + " and files owned by the owner of the log; " +
		"use --source-root to name another directory"}
}

// ownerOf returns the number of the user who owns a file; -1 if it is unknown.
func ownerOf(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}

// withoutBlank drops empty lines at the ends.
func withoutBlank(lines []excerptLine) []excerptLine {
	blank := func(l excerptLine) bool { return l.Mark == "" && strings.TrimSpace(l.Text) == "" }
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// quotable makes a source line fit to show, whatever the file contains.
func quotable(line string) string {
	return foreign.Text(foreign.Cut(strings.TrimRight(line, " \t\r"), maxLineRunes))
}

// column returns the column of the call's name in its line, in bytes from 1; if the name is not in the line, the column
// of the line's first word; 1 if the source is not at hand.
func (x *excerpts) column(s Site) int {
	info, err := os.Stat(s.path)
	if err != nil || !x.mayQuote(s.path, info) {
		return 1
	}
	lines, err := source.Excerpt(source.Place{File: s.path, Line: s.Line}, 0)
	if err != nil || len(lines) == 0 {
		return 1
	}
	line := lines[0]
	// Fortran ignores case; Python's mpi4py has other names, which are not found.
	if i := strings.Index(strings.ToLower(line), strings.ToLower(s.Call)); i >= 0 && s.Call != "" {
		return i + 1
	}
	if n := len(line) - len(strings.TrimLeft(line, " \t")); n < len(line) {
		return n + 1
	}
	return 1
}
