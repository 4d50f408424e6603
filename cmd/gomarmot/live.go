package main

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/words"
)

// mostLive is how many findings of several ranks are printed while the job runs.
const mostLive = 20

// follow checks the job while the job runs, and prints each finding of several ranks on a line, until stop is called.
// The ranks themselves print the findings of their own calls.
func (a *app) follow(record *launch.Record, set []*rules.Rule) (stop func()) {
	var over atomic.Bool
	ended := make(chan struct{})
	l := &liveLines{app: a, printed: map[string]bool{}}
	go func() {
		defer close(ended)
		defer func() {
			if p := recover(); p != nil { // the job goes on, and so does the command that waits for it
				a.note("internal error: %v; findings of several ranks come at the end", p)
			}
		}()
		for record.Path() == "" {
			if over.Load() {
				return
			}
			time.Sleep(pollLog)
		}
		if err := check.Follow(record.Path(), set, over.Load, l.print); err != nil {
			a.note("findings of several ranks come at the end: %v", err)
		}
	}()
	return func() { over.Store(true); <-ended }
}

// pollLog is how long to wait before looking again whether the job has a log.
const pollLog = 50 * time.Millisecond

// liveLines prints findings of several ranks, a line for each rule and place in the source.
type liveLines struct {
	app     *app
	printed map[string]bool
}

func (l *liveLines) print(j *check.Job, f *rules.Finding) {
	severity, at, see := f.Severity, "", ""
	if len(f.Sites) > 0 && f.Sites[0].PC != 0 {
		t := j.Trace(f.Sites[0].Rank, f.Sites[0].PC)
		severity, at = f.SeverityIn(t.InLibrary()), " at "+t.Own().String()
	}
	if len(f.Related) > 0 && f.Related[0].Site.PC != 0 {
		s := f.Related[0].Site
		see = fmt.Sprintf("; see %s of rank %d at %s", s.Call, s.Rank, j.Trace(s.Rank, s.PC).Own())
	}
	key := f.Rule.ID + at + see
	if at == "" {
		key += f.Message
	}
	if l.printed[key] || len(l.printed) > mostLive {
		return
	}
	l.printed[key] = true
	if len(l.printed) > mostLive {
		l.app.note("more findings of several ranks come with the report")
		return
	}
	l.app.note("%s: %s %s%s: %s%s", words.Ranks(f.Ranks), severity, f.Rule.ID, at, f.Message, see)
}
