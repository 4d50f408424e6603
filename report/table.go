package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/gomarmot/gomarmot/foreign"
)

// Table writes rows under a header in columns, without frames, in ASCII: it must
// survive every terminal and CI log. The last column is wrapped to keep the table
// within width columns; only that column may have line breaks.
func Table(w io.Writer, width int, header []string, rows [][]string) error {
	var b strings.Builder
	t := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		})),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
	)
	t.Header(header)
	last := lastWidth(width, header, rows)
	for _, row := range rows {
		n := len(row) - 1
		cells := append(foreign.Fields(row[:n]), strings.Join(wrap(foreign.Text(row[n]), last), "\n"))
		if err := t.Append(cells); err != nil {
			return fmt.Errorf("build table: %w", err)
		}
	}
	if err := t.Render(); err != nil {
		return fmt.Errorf("build table: %w", err)
	}
	if _, err := io.WriteString(w, trimLines(b.String())); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	return nil
}

// trimLines removes blanks at the ends of lines.
func trimLines(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString(foreign.Mute(strings.TrimRight(line, " \n")))
		b.WriteByte('\n')
	}
	return b.String()
}

// lastWidth is the width that remains for the last column.
func lastWidth(columns int, header []string, rows [][]string) int {
	for col := range len(header) - 1 {
		w := width(header[col])
		for _, row := range rows {
			w = max(w, width(row[col]))
		}
		columns -= w + padding
	}
	return max(columns-padding, 16)
}

// padding is the space around a cell.
const padding = 2
