package main

import (
	"log/slog"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// A program that makes calls all the time does not wait for them to be checked. Its
// ranks mostly keep all cores busy, so even a drain that keeps up takes its time
// from the program. There it only puts the records into the segment, and reads back
// what it has not checked when the program makes fewer calls, or ends.
//
// What the program does shows while the drain sleeps: when it runs, it may be the
// drain itself that keeps the program from making calls.
const (
	// checkShare is the part of the time that it sleeps which the drain may then
	// work, if it also checks; checkCredit is the most that it saves up for a burst
	// of calls.
	checkShare  = 8
	checkCredit = 5 * time.Millisecond
	// A program is quiet that makes fewer than busy calls while the drain sleeps
	// for quietAfter. What was not checked is then checked for quietSlice, and as
	// long is slept.
	quietAfter = 10 * time.Millisecond
	quietSlice = time.Millisecond
	// checkEvents, by weight, are checked between two looks at the clock.
	checkEvents = 128
	// How long what is left is checked when the program ends or has crashed. These
	// are parts of FINALIZE_MS, EXIT_MS and LAST_WORDS_MS of the application's side.
	finalizeCheck = time.Second
	exitCheck     = 300 * time.Millisecond
	crashCheck    = 100 * time.Millisecond
)

// pace decides when events are checked.
type pace struct {
	back   *segment.Back // of events that were only kept; nil: all were checked
	event  event.Event   // the last one of back
	credit time.Duration // processor time that the drain may take
	used   time.Duration // processor time of its thread when last charged
	slept  time.Duration // the last quietAfter or two
	came   int           // events that came meanwhile, by weight
}

// found is called when a round has found events of a weight.
func (p *pace) found(weight int) {
	p.came += weight
	if p.came >= busy {
		p.came, p.slept = 0, 0
	}
}

// rested is called when the drain has slept.
func (p *pace) rested(d time.Duration) {
	p.credit = min(p.credit+d/checkShare, checkCredit)
	p.used = threadTime()
	p.slept += d
	if p.slept >= 2*quietAfter {
		p.slept, p.came = quietAfter, p.came/2
	}
}

func (p *pace) quiet() bool { return p.slept >= quietAfter }

// charge takes the processor time since the last rest or charge from the credit. It
// reports whether that is used up.
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

// keeps reports whether events are only kept as they come.
func (c *core) keeps() bool { return c.live == nil || c.pace.back != nil }

// fallBehind leaves the check of further events for later, if the segment can
// hold them.
func (c *core) fallBehind() {
	c.sync()
	c.pace.back = c.sink.back()
}

// checkKept checks events that were only kept, as far as there is time.
func (c *core) checkKept() {
	if c.pace.quiet() {
		c.checkFor(quietSlice)
		return
	}
	for c.pace.back != nil && !c.pace.charge() {
		c.checkSome()
	}
}

// checkFor checks events that were only kept for a time, and reports whether all
// of them have been checked.
func (c *core) checkFor(d time.Duration) bool {
	for end := time.Now().Add(d); c.pace.back != nil && time.Now().Before(end); {
		c.checkSome()
	}
	return c.pace.back == nil
}

// checkSome checks a few of the events that were only kept. After the last of them
// events are checked as they come.
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

// keepUp ends what fallBehind began; gap: events are missing that could not be
// written or read.
func (c *core) keepUp(gap bool) {
	c.pace.back = nil
	if gap {
		e := event.Event{Kind: event.Lost, N: 2, Thread: event.NoThread, Time: c.latest}
		e.A[0], e.A[1] = -1, 1
		c.live.Event(&e)
	}
}

// checkLeft checks what was only kept, for a limited time, before the recording
// ends. Rules that look at the end need everything before it.
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
