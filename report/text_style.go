package report

import (
	"github.com/clipperhouse/displaywidth"
	"github.com/fatih/color"

	"github.com/gomarmot/gomarmot/rules"
)

// style is how a piece of text is highlighted on a terminal.
type style struct{ attributes []color.Attribute }

// The styles. Color carries no information that is not in the words.
var (
	plainStyle   = style{}
	headStyle    = style{[]color.Attribute{color.Bold}}
	errorStyle   = style{[]color.Attribute{color.Bold, color.FgRed}}
	warningStyle = style{[]color.Attribute{color.Bold, color.FgYellow}}
	noteStyle    = style{[]color.Attribute{color.Bold, color.FgCyan}}
	labelStyle   = style{[]color.Attribute{color.FgBlue}}
	faintStyle   = style{[]color.Attribute{color.Faint}}
)

func severityStyle(s rules.Severity) style {
	switch s {
	case rules.Error:
		return errorStyle
	case rules.Warning:
		return warningStyle
	}
	return noteStyle
}

// paint puts s into a style, if the page has color.
func (p *page) paint(st style, s string) string {
	if !p.color || len(st.attributes) == 0 || s == "" {
		return s
	}
	c := color.New(st.attributes...)
	c.EnableColor() // color does not depend on the environment, because the page has decided it
	return c.Sprint(s)
}

// width is the number of columns that s takes on a terminal: two for a Chinese letter or an emoji, none for a combining
// mark or the codes of a style.
func width(s string) int { return displaywidth.Options{ControlSequences: true}.String(s) }

// cut shortens s to n columns and marks the end with " ...". A letter is kept whole, with its combining marks.
func cut(s string, n int) string {
	const more = " ..."
	if n <= len(more) {
		return s
	}
	return displaywidth.TruncateString(s, n, more)
}

// cutFront shortens s to n columns and marks the beginning with "…".
func cutFront(s string, n int) string {
	over := width(s) - n
	if over <= 0 {
		return s
	}
	letters, dropped := displaywidth.StringGraphemes(s), 0
	for over++; over > 0 && letters.Next(); over -= letters.Width() {
		dropped += len(letters.Value())
	}
	return "…" + s[dropped:]
}
