package main

import (
	"runtime/debug"
	"time"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// How long the drain sleeps when there is nothing to do, and how old an event
// may get before it is in the segment. After sleeping up to sleepMax in vain
// it dozes: the next MPI call wakes it, so that a finding is printed at once even
// if that call aborts the program.
const (
	sleepMin = 200 * time.Microsecond
	sleepMax = 10 * time.Millisecond
	dozeMax  = 100 * time.Millisecond
	syncAge  = 50 * time.Millisecond
)

// busy is the number of events in a round from which the next round follows at
// once. Looking more often would only take the cache line of the ring's head
// away from the thread that writes it.
const busy = 1024

// core is the drain: the state of the one thread that reads the rings. All of
// it belongs to that thread.
type core struct {
	boot boot
	proc process

	threads []*thread // by index of the ring; nil while there is none
	made    uint32    // rings that existed when they were last adopted
	missed  uint32    // calls without a ring that were reported lost
	latest  uint64    // time of the last event
	idle    time.Time // when idle rings were last checked
	began   time.Time // when the drain began, and the counter then
	tick    uint64
	merger  segment.Merger
	modules modules
	sink    sink
	journal *journal
	live    checker
	pace    pace
	pulse   pulse
	records uint64 // that have come so far

	answered uint32 // flushes served
	opened   bool   // open has succeeded
	ending   bool   // the application has ended
	finished bool   // the end has been written
}

// thread is one ring, which threads use one after another.
type thread struct {
	ring *segment.Ring
	lost uint64 // records that were reported lost
}

// open opens this rank's segment and, on the leader, run.log.
func (c *core) open() {
	c.began, c.tick = time.Now(), c.boot.ticks()
	c.journal = openJournal(&c.proc)
	c.sink = openSink(&c.proc)
	c.live = newChecker(&c.proc, c.journal)
	c.pulse = newPulse(&c.proc)
	// It must be on disk before the program goes on, which may crash at once.
	c.modules.scan(&c.sink)
	c.sink.sync()
	c.opened = true
}

// guard runs f; a panic inside switches gomarmot off, not the application.
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

// run is the loop: read, write, answer, check what was left, sleep.
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

// rest sleeps, or dozes once nothing has happened for a while and nothing waits
// to be written or checked; it reports which. While there is something to read it
// sleeps even longer: a ring that fills up wakes it, and each look takes processor
// time from the program.
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

// off is the loop after an internal error: it reads nothing more, but no
// application thread waits in vain.
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
