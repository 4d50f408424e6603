package main

import (
	"runtime/debug"
	"time"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// The drain sleeps between rounds: for sleepMin at first and after a doze, then twice as long each time, up to
// sleepMax. If no event has come by then, it dozes, up to dozeMax: the next MPI call wakes it, so that a finding is
// printed at once even if that call aborts the program. A round writes events older than syncAge to the segment.
const (
	sleepMin = 200 * time.Microsecond
	sleepMax = 10 * time.Millisecond
	dozeMax  = 100 * time.Millisecond
	syncAge  = 50 * time.Millisecond
)

// busy: after a round with this many events, the next round follows at once. After a smaller round the drain
// sleeps, because reading a ring's head takes its cache line away from the thread that writes it.
const busy = 1024

// core is the state of the drain, the only thread that reads the rings. It belongs to this thread.
type core struct {
	boot boot
	proc process

	threads []*thread // by index of the ring; nil while there is none
	made    uint32    // rings that existed at the last adopt
	missed  uint32    // calls without a ring that were reported lost
	latest  uint64    // time of the last event
	idle    time.Time // when idle rings were last checked
	began   time.Time // when the drain began
	tick    uint64    // the counter at that time
	merger  segment.Merger
	modules modules
	sink    sink
	journal *journal
	live    checker
	pace    pace
	pulse   pulse
	records uint64 // delivered so far

	answered uint32 // flushes served
	opened   bool   // open has succeeded
	ending   bool   // the application has ended
	finished bool   // the end has been written
}

// thread is a ring, which several threads may use, one after another.
type thread struct {
	ring *segment.Ring
	lost uint64 // records that were reported lost
	told uint64 // calls that it had entered at the last pulse
}

// open opens this rank's segment and, on the leader, run.log.
func (c *core) open() {
	c.began, c.tick = time.Now(), c.boot.ticks()
	c.journal = openJournal(&c.proc)
	c.sink = openSink(&c.proc)
	c.live = newChecker(&c.proc, c.journal)
	c.pulse = newPulse(&c.proc)
	// The module table must be on disk before the program goes on, which may crash at once.
	c.modules.scan(&c.sink)
	c.sink.sync()
	c.opened = true
}

// guard runs f. A panic in f switches recording off, and the application goes on.
func (c *core) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			c.boot.become(coreClosing)
			c.boot.switchOff()
			note("rank %d: internal error: %v; recording stops, this rank's further calls are missing from the log, "+
				"the program goes on", c.proc.rank, r)
			c.journal.internalError(r, debug.Stack())
		}
	}()
	f()
}

// run is the loop: read the rings, write the segment, answer flushes, check the events left unchecked, sleep.
func (c *core) run() {
	sleep, dozed := sleepMin, false
	for {
		n := c.round()
		c.tell()
		if flush, reason := c.boot.wanted(); flush != c.answered {
			if reason != flushOnly {
				c.finish(reason)
				c.answer(flush)
				return
			}
			c.catchUp()
			c.checkFor(crashCheck)
			c.answer(flush)
			continue
		}
		if n > 0 && dozed {
			sleep = sleepMin
		}
		dozed = false
		if n < busy {
			c.checkKept()
			dozed = c.rest(sleep, n > 0)
			sleep = min(2*sleep, sleepMax)
		}
	}
}

// rest sleeps or dozes, and reports whether it dozed. It dozes if the last round found no event, the sleep has
// grown to sleepMax and no event is left to check. While threads make calls it need not hurry: a ring that fills up
// wakes it, and each round takes processor time from the program.
func (c *core) rest(sleep time.Duration, active bool) (dozed bool) {
	start := time.Now()
	switch {
	case c.pace.back != nil && c.pace.quiet():
		c.boot.nap(quietSlice)
	case sleep < sleepMax || active || c.pace.back != nil:
		c.boot.nap(sleep)
	default:
		c.sync()
		c.boot.sleep(dozeMax, true)
		dozed = true
	}
	c.pace.rested(time.Since(start))
	return dozed
}

func (c *core) answer(flush uint32) {
	c.answered = flush
	c.boot.answer(flush)
}

// off is the loop after an internal error: it reads no ring, but answers flushes, for which application threads
// wait.
func (c *core) off() {
	c.guard(func() { c.sink.close(segment.Off) })
	c.boot.become(coreClosed)
	for {
		if flush, _ := c.boot.wanted(); flush != c.answered {
			c.answer(flush)
		}
		c.boot.sleep(time.Second, false)
	}
}
