package report

import (
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
)

// wrap breaks text at spaces into lines of at most that many columns. A
// longer word gets a line of its own and is not broken: it is a path or a name
// that people copy. Line breaks in text stay.
func wrap(text string, columns int) []string {
	var lines []string
	for _, part := range strings.Split(strings.TrimSpace(text), "\n") {
		lines = append(lines, wrapLine(part, columns)...)
	}
	return lines
}

func wrapLine(text string, columns int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		n := width(word)
		switch {
		case line == "":
			line, used = word, n
		case used+1+n <= columns:
			line, used = line+" "+word, used+1+n
		default:
			lines = append(lines, line)
			line, used = word, n
		}
	}
	return append(lines, line)
}

// page collects text of a fixed width.
type page struct {
	b      strings.Builder
	width  int
	color  bool
	indent int
}

// line writes a line unchanged; an empty line separates.
func (p *page) line(s string) {
	if s != "" {
		p.b.WriteString(strings.Repeat(" ", p.indent))
	}
	p.b.WriteString(foreign.Mute(s))
	p.b.WriteByte('\n')
}

// text writes wrapped text.
func (p *page) text(s string) { p.hang("", 0, s) }

// hang writes wrapped text with a label before its first line; the text
// stands in a column of its own, col columns to the right. The label may be
// painted.
func (p *page) hang(label string, col int, s string) { p.styled(label, col, s, plainStyle) }

// styled is hang with the text in a style.
func (p *page) styled(label string, col int, s string, st style) {
	if width(label) > col {
		p.line(label)
		label = ""
	}
	for _, l := range wrap(foreign.Text(s), p.width-p.indent-col) {
		pad := strings.Repeat(" ", max(0, col-width(label)))
		p.line(strings.TrimRight(label+pad+p.paint(st, l), " "))
		label = ""
	}
}

// in runs f and indents all lines that f writes by n columns.
func (p *page) in(n int, f func()) {
	p.indent += n
	f()
	p.indent -= n
}
