package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// colorNames are the values of --color, the default first.
var colorNames = []string{"auto", "always", "never"}

// colorFlag is the value of --color.
type colorFlag string

// String implements pflag.Value.
func (c *colorFlag) String() string { return string(*c) }

// Type implements pflag.Value.
func (c *colorFlag) Type() string { return "WHEN" }

// Set implements pflag.Value.
func (c *colorFlag) Set(s string) error {
	if !slices.Contains(colorNames, s) {
		return fmt.Errorf("choose one of %s", strings.Join(colorNames, ", "))
	}
	*c = colorFlag(s)
	return nil
}

func (a *app) addColor(flags *pflag.FlagSet) {
	a.color = colorFlag(colorNames[0])
	flags.Var(&a.color, "color", "color in text: "+strings.Join(colorNames, ", ")+
		"; auto is a terminal\nwithout NO_COLOR")
}

// Text outside these widths is hard to read.
const minWidth, maxWidth = 40, 132

// terminalOf returns w if it is a terminal whose cursor can be moved, else nil.
func terminalOf(w io.Writer) *os.File {
	f, _ := w.(*os.File)
	if f == nil || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return f
}

// dress adapts text to w: the width of a terminal, and color.
func (a *app) dress(opt report.Options, w io.Writer) report.Options {
	f, _ := w.(*os.File) // nil: not a terminal
	terminal := f != nil && term.IsTerminal(int(f.Fd()))
	if terminal {
		if cols, _, err := term.GetSize(int(f.Fd())); err == nil && cols > 0 {
			opt.Width = min(max(cols, minWidth), maxWidth)
		}
	}
	switch a.color {
	case "always":
		opt.Color = true
	case "never":
	default:
		opt.Color = terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return opt
}

// textOptions are the options of text about the rules.
func (a *app) textOptions(w io.Writer) report.Options {
	return a.dress(report.Options{Rules: rules.All, Version: versionName()}, w)
}
