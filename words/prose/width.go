package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// widest is the longest that a line of Go or C may be. A tab counts as four columns.
const widest = 120

// wideData are files whose long lines are rows of a table.
var wideData = []string{"pmpi/calls/table.go", "pmpi/calls/predef.go"}

// measured reports whether the lines of a file must not be long. Tests may have tables of data, and the programs of
// examples/ and testdata/ are tests whose lines are pinned.
func measured(name string) bool {
	folders := strings.Split(filepath.Dir(name), "/")
	return slices.Contains([]string{".go", ".c", ".h", ".cc"}, filepath.Ext(name)) &&
		!strings.HasSuffix(name, "_test.go") && folders[0] != "examples" && !slices.Contains(folders, "testdata") &&
		!slices.Contains(wideData, name)
}

// wideLines returns the lines of a file that are too long, as lines to print.
func wideLines(name, text string) []string {
	var found []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		if n := columns(line); n > widest {
			found = append(found, fmt.Sprintf("%s:%d: %d columns: %d are the most", name, number, n, widest))
		}
	}
	return found
}

// columns is the width of a line.
func columns(line string) int {
	line = strings.TrimSuffix(line, "\n")
	return len([]rune(line)) + 3*strings.Count(line, "\t")
}
