package main

import (
	"os"

	"golang.org/x/term"
)

// cut shortens a line of ASCII text to the width of a terminal.
func cut(line string, f *os.File) string {
	cols, _, err := term.GetSize(int(f.Fd()))
	if err != nil || cols < 20 || len(line) < cols {
		return line
	}
	return line[:cols-4] + "..."
}
