package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// writeGCC writes the findings that count in the form in which compilers print errors, so that editors find the lines:
// "halo.c:41:5: error: text [ID]". The other places of a finding follow as notes.
func writeGCC(w io.Writer, s *sheet) error {
	g := &gcc{quoted: newExcerpts(s)}
	g.dir, _ = os.Getwd() // without it, paths are absolute
	if len(s.Unseen) > 0 {
		g.printf("gomarmot: %s: %s\n", s.opt.lackingLevel(), lacking)
		for _, n := range firstOf(s.Unseen) {
			g.printf("gomarmot: note: %s\n", n)
		}
	}
	for _, f := range flat(s.counted()) {
		g.finding(f)
	}
	g.printf("%s\n", verdict(s.exact))
	_, err := io.WriteString(w, g.b.String())
	return err
}

type gcc struct {
	b      strings.Builder
	dir    string // paths are relative to this directory: an editor opens them from where the command was started
	quoted *excerpts
}

func (g *gcc) printf(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

func (g *gcc) finding(f *entry) {
	g.line(f.first(), f.Severity.String(), fmt.Sprintf("%s [%s]", joinText(f.summary(), "; ", f.repeated()), f.RuleID))
	// The line has the place at fault but does not name the ranks there.
	for _, o := range f.at {
		g.line(o.site, "note", o.phrase()+": "+orElse(callIn(o.site), "here"))
	}
	for _, o := range f.see {
		g.line(o.site, "note", joinText(o.phrase()+": "+orElse(callIn(o.site), "here"), " - ", o.note))
	}
	if f.cause != nil {
		g.line(f.cause.first(), "note", "a consequence of "+f.cause.RuleID+" here")
	}
}

// callIn returns "MPI_Put in update"; the place is in front of it.
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

// place returns file, line and column, to which editors go. A place without a line is named like a program, as a linker
// names an object file.
func (g *gcc) place(s Site) string {
	switch {
	case s.Known():
		return fmt.Sprintf("%s:%d:%d", s.file(g.dir), s.Line, g.quoted.column(s))
	case s.File != "":
		return s.file(g.dir)
	case s.Module != "":
		return fmt.Sprintf("%s(+%#x)", filepath.Base(s.Module), s.Offset)
	}
	return "gomarmot"
}
