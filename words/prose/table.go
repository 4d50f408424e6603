package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// brokenRows returns a line to print for each row of a table in a document that has more or fewer cells than the row
// above, or goes on in the next line: Markdown would show the row as two rows, or as text.
func brokenRows(name, text string) (out []string) {
	if filepath.Ext(name) != ".md" {
		return nil
	}
	above, fenced := "", false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		switch {
		case fenced:
			above = ""
			continue
		case strings.HasPrefix(above, "|") && line != "" && !strings.HasPrefix(line, "|"):
			out = append(out, fmt.Sprintf("%s:%d: a row of a table goes on here: write it on one line", name, i+1))
		case strings.HasPrefix(line, "|") && !strings.HasSuffix(line, "|"):
			out = append(out, fmt.Sprintf("%s:%d: the row does not end with a bar", name, i+1))
		case strings.HasPrefix(line, "|") && strings.HasPrefix(above, "|") && cells(line) != cells(above):
			out = append(out, fmt.Sprintf("%s:%d: the row has %d cells, the row above %d", name, i+1, cells(line),
				cells(above)))
		}
		above = line
	}
	return out
}

// cells counts the cells of a row. A bar after a backslash belongs to its cell.
func cells(row string) int { return strings.Count(row, "|") - strings.Count(row, `\|`) - 1 }
