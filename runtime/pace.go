package main

import (
	"log/slog"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// The ranks of a program mostly keep all cores busy, so the time in which the drain checks is taken from the
// program. If a program makes calls all the time, the drain only moves records into the segment; when the program
// makes fewer calls, or ends, the drain reads the unchecked records back and checks them.
//
// How many calls the program makes is measured while the drain sleeps: a running drain may itself keep the program
// from making calls.
const (
	// A drain that checks may work for 1/checkShare of the time that it has slept. It saves up at most checkCredit
	// of this time for a burst of calls.
	checkShare  = 8
	checkCredit = 5 * time.Millisecond
	// A program is quiet if it makes fewer than busy calls while the drain sleeps for quietAfter. The drain then
	// checks unchecked events for quietSlice, and sleeps for quietSlice, in turn.
	quietAfter = 10 * time.Millisecond
	quietSlice = time.Millisecond
	// The clock is read after each checkEvents events, counted by weight.
	checkEvents = 128
	// For how long unchecked events are checked in MPI_Finalize, at exit and after a crash. The application's side
	// waits longer for the drain: FINALIZE_MS, EXIT_MS and LAST_WORDS_MS.
	finalizeCheck = time.Second
	exitCheck     = 300 * time.Millisecond
	crashCheck    = 300 * time.Millisecond
)

// pace decides when events are checked.
type pace struct {
	back   *segment.Back // reads unchecked events from the segment; nil: all have been checked
	event  event.Event   // last read from back
	credit time.Duration // processor time that the drain may take
	used   time.Duration // processor time of its thread at the last rest or charge
	slept  time.Duration // recent sleep without busy events: at most twice quietAfter
	came   int           // events that came during slept, by weight
}

// found is called after a round, with the weight of the events that it found.
func (p *pace) found(weight int) {
	p.came += weight
	if p.came >= busy {
		p.came, p.slept = 0, 0
	}
}

// rested is called after the drain has slept for d.
func (p *pace) rested(d time.Duration) {
	p.credit = min(p.credit+d/checkShare, checkCredit)
	p.used = threadTime()
	p.slept += d
	if p.slept >= 2*quietAfter {
		p.slept, p.came = quietAfter, p.came/2
	}
}

func (p *pace) quiet() bool { return p.slept >= quietAfter }

// charge takes the processor time since the last rest or charge from the credit. It reports whether the credit is
// used up.
func (p *pace) charge() bool {
	now := threadTime()
	p.credit -= now - p.used
	p.used = now
	return p.credit < 0
}

// threadTime is the processor time of the drain's thread.
func threadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // cannot fail
	return time.Duration(t.Nano())
}

// defersCheck reports whether events are only written to the segment as they come, and not checked.
func (c *core) defersCheck() bool { return c.live == nil || c.pace.back != nil }

// fallBehind puts off the check of all further events, unless the segment cannot be written.
func (c *core) fallBehind() {
	c.sync()
	c.pace.back = c.sink.back()
}

// checkKept checks unchecked events: for quietSlice if the program is quiet, else until the credit is used up.
func (c *core) checkKept() {
	if c.pace.quiet() {
		c.checkFor(quietSlice)
		return
	}
	for c.pace.back != nil && !c.pace.charge() {
		c.checkSome()
	}
}

// checkFor checks unchecked events for the duration d, and reports whether none is left.
func (c *core) checkFor(d time.Duration) bool {
	for end := time.Now().Add(d); c.pace.back != nil && time.Now().Before(end); {
		c.checkSome()
	}
	return c.pace.back == nil
}

// checkSome checks the next few unchecked events. After the last unchecked event, events are checked again as they
// come.
func (c *core) checkSome() {
	e := &c.pace.event
	for weight := 0; weight < checkEvents; weight += weightOf(e) {
		more, err := c.pace.back.Next(e)
		switch {
		case err != nil:
			c.keepUp(true)
			return
		case more:
			c.live.Event(e)
		case !c.sink.dirty.IsZero():
			c.sync()
		default:
			c.keepUp(c.sink.full())
			return
		}
	}
}

// keepUp ends fallBehind: events are checked again as they come. gap says that unchecked events could not be
// written or read; the checker is told so by a Lost event.
func (c *core) keepUp(gap bool) {
	c.pace.back = nil
	if gap {
		e := event.Event{Kind: event.Lost, N: 2, Thread: event.NoThread, Time: c.latest}
		e.A[0], e.A[1] = -1, 1
		c.live.Event(&e)
	}
}

// checkLeft checks unchecked events for a limited time before the recording ends. Rules on the end of the program
// run only if all events before it have been checked.
func (c *core) checkLeft(reason uint32) {
	if c.live == nil {
		return
	}
	limit := exitCheck
	if reason == flushFinalized {
		limit = finalizeCheck
	}
	if c.checkFor(limit) {
		c.live.Finish()
		return
	}
	left := c.pace.back.Left()
	c.journal.logger().Info("not checked at the end", slog.Int("rank", c.proc.rank), slog.Uint64("records", left))
	if c.proc.leader && !c.summarizes(reason) {
		note("rank %d: there was no time to check the last %d records; run: gomarmot report %s", c.proc.rank, left,
			foreign.Argument(c.proc.log))
	}
}
