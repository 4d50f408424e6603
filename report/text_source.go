package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gomarmot/gomarmot/foreign"
)

// What the text quotes of the source.
const (
	textContext  = 1 // lines before and after a call
	textExcerpts = 2 // of a finding
)

// source quotes the lines of a finding; the calls at fault and those with which
// they conflict are marked with the labels of the lists above. Lines that are too
// long are cut; if there is no source, nothing is quoted.
func (t *text) source(f *entry) {
	if t.quoted == nil || tellsEnd(f) && len(t.stands) > 0 {
		return
	}
	es := t.quoted.quote(f)
	for _, e := range es[:min(len(es), textExcerpts)] {
		t.line("")
		t.hang("", labelWidth, joinText(e.Place, "; ", e.Note))
		t.quote(e.Lines)
	}
	if len(es) > 0 {
		t.line("")
	}
}

func (t *text) quote(lines []excerptLine) {
	digits := len(fmt.Sprint(lines[len(lines)-1].No))
	margin := commonMargin(lines)
	for _, l := range lines {
		no := fmt.Sprintf("%*d | ", digits, l.No)
		code := expand(l.Text)
		code = cut(code[min(margin, len(code)):], t.width-t.indent-labelWidth-len(no)-2)
		label := fmt.Sprintf("%-*s", labelWidth, l.Mark)
		switch l.Mark {
		case "at":
			t.line(t.paint(labelStyle, label) + t.paint(errorStyle, "> "+no) + t.paint(headStyle, code))
		case "see":
			t.line(t.paint(labelStyle, label) + "  " + no + code)
		default:
			t.line(label + t.paint(faintStyle, strings.TrimRight("  "+no+code, " ")))
		}
	}
}

// commonMargin is the number of blanks with which all non-empty lines begin.
func commonMargin(lines []excerptLine) int {
	least := -1
	for _, l := range lines {
		code := expand(l.Text)
		if n := len(code) - len(strings.TrimLeft(code, " ")); strings.TrimSpace(code) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	return max(least, 0)
}

// cut shortens a line of source to n characters.
func cut(s string, n int) string {
	const more = " ..."
	if n > len(more) && utf8.RuneCountInString(s) > n {
		return foreign.Cut(s, n-len(more))
	}
	return s
}
