package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomarmot/gomarmot/source"
)

// writeGCC writes what counts as compilers print their errors, so that editors
// find the lines: "halo.c:41:5: error: text [ID]". The other places of a finding
// follow as notes.
func writeGCC(w io.Writer, r *Report, opt Options) error {
	r.Normalize()
	r = r.printable()
	g := &gcc{quoted: newExcerpts(r, opt)}
	g.dir, _ = os.Getwd() // without it, paths are absolute
	if len(r.Unseen) > 0 {
		severity := "error"
		if opt.AllowIncomplete {
			severity = "warning"
		}
		for _, s := range append([]string{lacking}, firstOf(r.Unseen)...) {
			g.printf("gomarmot: %s: %s\n", severity, s)
			severity = "note"
		}
	}
	g.findings(counted(r.Findings), nil)
	g.printf("%s\n", verdict(r))
	if _, err := io.WriteString(w, g.b.String()); err != nil {
		return fmt.Errorf("write gcc report: %w", err)
	}
	return nil
}

type gcc struct {
	b      strings.Builder
	dir    string // paths are from there: an editor opens them from where the command was started
	quoted *excerpts
}

func (g *gcc) printf(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

func (g *gcc) findings(fs []Finding, cause *Finding) {
	for i := range fs {
		f := &fs[i]
		at := firstSite(*f)
		g.line(at, f.Severity, fmt.Sprintf("%s [%s]", joinText(orElse(f.Message, f.Title), "; ", repeated(f)), f.RuleID))
		// The line has the place at fault; it does not say who was there.
		for _, o := range siteGroups(f.Sites, g.dir) {
			g.line(o.site, "note", o.phrase()+": "+orElse(callIn(o.site), "here"))
		}
		for _, o := range relatedGroups(f.Related, g.dir) {
			g.line(o.site, "note", joinText(o.phrase()+": "+orElse(callIn(o.site), "here"), " - ", o.note))
		}
		if cause != nil {
			g.line(firstSite(*cause), "note", "a consequence of "+cause.RuleID+" here")
		}
		g.findings(f.Consequences, f)
	}
}

// callIn is "MPI_Put in update": the place is in front of it.
func callIn(s Site) string {
	call := s.Call
	if s.Through != (through{}) {
		call = joinText(call, " in ", throughPhrase(s.Through)+", called")
	}
	return joinText(call, " in ", s.Func)
}

func (g *gcc) line(s Site, severity, text string) {
	g.printf("%s: %s: %s\n", g.place(s), severity, strings.Join(strings.Fields(text), " "))
}

// place is where editors go: file, line and column. A place without a line is
// named like a program, as a linker names an object file.
func (g *gcc) place(s Site) string {
	switch {
	case s.Known():
		return fmt.Sprintf("%s:%d:%d", shortPath(s.File, g.dir), s.Line, g.quoted.column(s))
	case s.File != "":
		return shortPath(s.File, g.dir)
	case s.Module != "":
		return fmt.Sprintf("%s(+%#x)", filepath.Base(s.Module), s.Offset)
	}
	return "gomarmot"
}

// column is that of the call's name in its line, in bytes from 1, or else that of
// the line's first word. 1 if the source is not at hand.
func (x *excerpts) column(s Site) int {
	file := x.exact(s.File)
	info, err := os.Stat(file)
	if err != nil || !x.mayQuote(file, info) {
		return 1
	}
	lines, err := source.Excerpt(source.Place{File: file, Line: s.Line}, 0)
	if err != nil || len(lines) == 0 {
		return 1
	}
	line := lines[0]
	// Fortran has no cases; Python's mpi4py has other names.
	if i := strings.Index(strings.ToLower(line), strings.ToLower(s.Call)); i >= 0 && s.Call != "" {
		return i + 1
	}
	if n := len(line) - len(strings.TrimLeft(line, " \t")); n < len(line) {
		return n + 1
	}
	return 1
}
