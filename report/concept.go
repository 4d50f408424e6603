package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

// WriteConcept writes the page about a family's concepts, then the rules of the family. The page is Markdown with
// headings, paragraphs, lists and pictures.
func WriteConcept(w io.Writer, family, page string, opt Options) error {
	t := &text{page: opt.page()}
	for i, b := range markdownBlocks(page) {
		if i > 0 {
			t.line("")
		}
		switch head, picture := strings.CutPrefix(b, "```text\n"); {
		case picture:
			for line := range strings.Lines(head) {
				t.in(2, func() { t.line(strings.TrimRight(line, "\n")) })
			}
		case strings.HasPrefix(b, "# "):
			t.line(t.paint(headStyle, strings.TrimPrefix(b, "# ")))
		case strings.HasPrefix(b, "- "):
			for _, item := range strings.Split("\n"+b, "\n- ")[1:] {
				t.hang("-", 2, plain(item))
			}
		default:
			t.text(plain(b))
		}
	}
	t.line("")
	t.line(t.paint(headStyle, "The rules of "+family))
	for _, r := range opt.Rules {
		if rules.FamilyOf(r.ID) == family {
			t.in(2, func() { t.hang(r.ID, 11, r.Title) })
		}
	}
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("write explanation: %w", err)
	}
	return nil
}

// markdownBlocks splits a page at its empty lines, except inside of a picture. The last line of a picture, the fence,
// is left out.
func markdownBlocks(page string) []string {
	var out []string
	for rest := strings.TrimSpace(page); rest != ""; rest = strings.TrimLeft(rest, "\n") {
		end := "\n\n"
		if strings.HasPrefix(rest, "```") {
			end = "\n```"
		}
		var b string
		b, rest, _ = strings.Cut(rest, end)
		out = append(out, b)
	}
	return out
}

// plain returns a paragraph without the backquotes and asterisks of Markdown.
func plain(s string) string { return reflow(strings.NewReplacer("`", "", "*", "").Replace(s)) }
