package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// slowest is the number of listed tests.
const slowest = 10

// event is a line of "go test -json" (go doc test2json).
type event struct {
	Action, Package, Test, Output string
	ImportPath                    string  // of a package that is being built
	Elapsed                       float64 // seconds
}

// timed is a test and its duration, including its subtests.
type timed struct {
	name    string
	seconds float64
}

// progress is the progress of a stage.
type progress struct {
	stage
	begun                   bool
	end                     *outcome // nil: not yet
	passed, failed, skipped int
	last                    string // the test or package that ended last
}

// board collects the progress of the stages. Several goroutines may use it.
type board struct {
	mu     sync.Mutex
	out    io.Writer
	start  time.Time
	stages []progress
	output map[string]*strings.Builder // of tests and packages that have not ended
	tests  []timed
}

func newBoard(out io.Writer, list []stage) *board {
	b := &board{out: out, start: time.Now(), output: map[string]*strings.Builder{}}
	for _, s := range list {
		b.stages = append(b.stages, progress{stage: s})
	}
	return b
}

// say prints a text at once.
func (b *board) say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.print(format, args...)
}

func (b *board) print(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
	fmt.Fprintf(b.out, "%s\n", text)
}

func (b *board) begin(index int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stages[index].begun = true
}

func (b *board) finish(index int, end outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stages[index].end = &end
	b.print("%s %s: %s", b.clock(), b.stages[index].name, end)
}

// event takes a line of a stage that prints test events.
func (b *board) event(index int, line string) {
	var e event
	if json.Unmarshal([]byte(line), &e) != nil { // of the go command itself
		b.say("%s", line)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.take(&b.stages[index], e)
}

func (b *board) take(s *progress, e event) {
	name := cmp.Or(e.Package, e.ImportPath)
	if e.Test != "" {
		name += " " + e.Test
	}
	switch e.Action {
	case "output", "build-output":
		b.keep(name, e.Output)
	case "pass", "skip":
		b.ended(s, e, name)
	case "fail", "build-fail":
		if text := b.output[name]; text != nil {
			b.print("--- in %s\n%s", name, text.String())
		}
		b.ended(s, e, name)
	}
}

func (b *board) keep(name, text string) {
	if b.output[name] == nil {
		b.output[name] = &strings.Builder{}
	}
	b.output[name].WriteString(text)
}

// ended counts a test.
func (b *board) ended(s *progress, e event, name string) {
	delete(b.output, name)
	s.last = name
	if e.Test == "" {
		return
	}
	switch e.Action {
	case "pass":
		s.passed++
	case "skip":
		s.skipped++
	default:
		s.failed++
	}
	b.tests = append(b.tests, timed{name, e.Elapsed})
}

// show prints the progress of the stages at intervals.
func (b *board) show(every time.Duration, done <-chan struct{}) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			b.showOnce()
		}
	}
}

func (b *board) showOnce() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.stages {
		s := &b.stages[i]
		switch {
		case !s.begun || s.end != nil:
		case !s.tests:
			b.print("%s %s: running", b.clock(), s.name)
		default:
			b.print("%s %s: %d tests have passed, %d have failed; last %s", b.clock(), s.name, s.passed, s.failed,
				s.last)
		}
	}
}

// clock is how long the stages have been running, as in "4:05".
func (b *board) clock() string {
	t := time.Since(b.start)
	return fmt.Sprintf("%d:%02d", int(t.Minutes()), int(t.Seconds())%60)
}

// String says how a stage ended.
func (o outcome) String() string {
	how := "passed"
	if o.err != nil {
		how = "FAILED (" + o.err.Error() + ")"
	}
	return fmt.Sprintf("%s after %.0f s, processor time %.0f s", how, o.wall.Seconds(), o.cpu.Seconds())
}

// conclude prints the summary, and reports whether all stages have passed.
func (b *board) conclude() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if notes, err := os.ReadFile(os.Getenv("GOMARMOT_TEST_NOTES")); err == nil {
		b.print("%s", notes)
	}
	b.print("the slowest tests:")
	for _, t := range b.slowest() {
		b.print("%7.1f s  %s", t.seconds, t.name)
	}
	ok := true
	var passed, failed, skipped int
	for _, s := range b.stages {
		b.print("%-9s %s", s.name, s.end)
		ok = ok && s.end.err == nil
		passed, failed, skipped = passed+s.passed, failed+s.failed, skipped+s.skipped
	}
	b.print("all stages took %.0f s", time.Since(b.start).Seconds())
	b.print("%d passed, %d failed, %d skipped", passed, failed, skipped)
	return ok
}

// slowest returns the tests without subtests that took longest.
func (b *board) slowest() []timed {
	parents := map[string]bool{}
	for _, t := range b.tests {
		if i := strings.LastIndexByte(t.name, '/'); i > strings.IndexByte(t.name, ' ') {
			parents[t.name[:i]] = true
		}
	}
	leaves := slices.DeleteFunc(slices.Clone(b.tests), func(t timed) bool { return parents[t.name] })
	slices.SortFunc(leaves, func(x, y timed) int {
		return cmp.Or(cmp.Compare(y.seconds, x.seconds), strings.Compare(x.name, y.name))
	})
	return leaves[:min(slowest, len(leaves))]
}
