package report

import (
	"fmt"
	"io"
	"strings"
)

// Options are what a format may be told.
type Options struct {
	// Dir is a folder; files in it are shown by their path from there. Empty:
	// paths are shown as the debug information has them.
	Dir string
}

// Format writes a report in one form.
type Format struct {
	Name  string
	Doc   string
	Write func(io.Writer, *Report, Options) error
}

// Formats lists all formats, the default first.
var Formats = []Format{
	{"text", "for people, 80 columns", WriteText},
	{"json", "for programs, " + Schema, WriteJSON},
}

// FormatByName returns the named format; the error lists those there are.
func FormatByName(name string) (*Format, error) {
	var names []string
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i], nil
		}
		names = append(names, Formats[i].Name)
	}
	return nil, fmt.Errorf("unknown format %q (there are: %s)", name, strings.Join(names, ", "))
}
