package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// bottom is the last row of a terminal, kept apart from the program's output: only the rows above it scroll.
type bottom struct {
	file *os.File
	rows int // of the terminal when the row was set apart; 0: it is not
}

// fewestRows is how many rows a terminal must have to spare its last row.
const fewestRows = 6

// newBottom returns nil if w is not a terminal with a row to spare.
func newBottom(w io.Writer) *bottom {
	f := terminalOf(w)
	if f == nil || os.Getenv("TERM") == "" {
		return nil
	}
	return &bottom{file: f}
}

// show replaces the text of the row.
func (b *bottom) show(text string) {
	_, rows, err := term.GetSize(int(b.file.Fd()))
	if err != nil || rows < fewestRows {
		return
	}
	out := ""
	if rows != b.rows {
		// A new line, in case the cursor is in the last row, moves it to the row above. Setting the rows that scroll
		// moves the cursor to the top, so it is saved.
		out = fmt.Sprintf("\n\x1b7\x1b[1;%dr\x1b8\x1b[1A", rows-1)
		b.rows = rows
	}
	out += fmt.Sprintf("\x1b7\x1b[%d;1H\x1b[2K%s\x1b8", rows, cut(text, b.file))
	fmt.Fprint(b.file, out)
}

// clear gives the row back.
func (b *bottom) clear() {
	if b == nil || b.rows == 0 {
		return
	}
	fmt.Fprintf(b.file, "\x1b7\x1b[%d;1H\x1b[2K\x1b[r\x1b8", b.rows)
	b.rows = 0
}

// progress shows how the job is doing in the last row of a terminal, until stop is
// called.
func (a *app) progress(record *launch.Record) (stop func()) {
	b := newBottom(a.err)
	if b == nil {
		return func() {}
	}
	p := launch.NewProgress(func() string {
		if log := record.Path(); log != "" {
			return logdir.Dir(log)
		}
		return ""
	})
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer b.clear()
		for ticks := time.Tick(watchEvery); ; {
			select {
			case <-end:
				return
			case now := <-ticks:
				if s := p.Look(now); s.Heard > 0 {
					b.show("gomarmot: " + s.String())
				}
			}
		}
	}()
	return func() { close(end); <-ended }
}
