package report

import (
	"regexp"
	"unicode/utf8"

	"github.com/fatih/color"
)

// style is how a piece of text is highlighted on a terminal.
type style struct{ attributes []color.Attribute }

// The styles. Colors add nothing to the words.
var (
	plainStyle   = style{}
	headStyle    = style{[]color.Attribute{color.Bold}}
	errorStyle   = style{[]color.Attribute{color.Bold, color.FgRed}}
	warningStyle = style{[]color.Attribute{color.Bold, color.FgYellow}}
	noteStyle    = style{[]color.Attribute{color.Bold, color.FgCyan}}
	labelStyle   = style{[]color.Attribute{color.FgBlue}}
	faintStyle   = style{[]color.Attribute{color.Faint}}
)

var severityStyles = map[string]style{"error": errorStyle, "warning": warningStyle, "note": noteStyle}

// paint puts s into a style, if the page has color.
func (p *page) paint(st style, s string) string {
	if !p.color || len(st.attributes) == 0 || s == "" {
		return s
	}
	c := color.New(st.attributes...)
	c.EnableColor() // whatever the environment says: the page knows
	return c.Sprint(s)
}

var styleCodes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// width is the number of columns that s takes.
func width(s string) int { return utf8.RuneCountInString(styleCodes.ReplaceAllString(s, "")) }
