package main

import (
	"fmt"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// syncShare is the part of a ring that, once read, is made durable and released
// to its thread.
const syncShare = 4

// round reads what the threads have published and returns the number of events.
func (c *core) round() int {
	now := c.boot.ticks()
	c.adopt()
	for _, t := range c.threads {
		if t != nil {
			t.ring.Beat(now)
		}
	}
	c.merger.Poll(now)
	c.reportMissed()
	n, weight := c.deliver()
	c.pace.found(weight)
	c.retire()
	c.checkRings()
	return n
}

// checkRings gives up if a ring cannot be read any further: its thread would wait
// forever for room.
func (c *core) checkRings() {
	for i, t := range c.threads {
		if t != nil && t.ring.Damage() != nil {
			panic(fmt.Sprintf("the ring of thread %d is damaged (%s)", i, t.ring.Damage().What))
		}
	}
}

// deliver passes on every event with a known place in time. It returns how many there were, and their weight.
func (c *core) deliver() (n, weight int) {
	looked := 0
	for e := c.merger.Next(); e != nil; e = c.merger.Next() {
		weight += weightOf(e)
		c.handle(e)
		kept := c.keep()
		n, weight = n+1+kept, weight+kept
		if weight-looked < lookEvery {
			continue
		}
		looked = weight
		if c.fullEnough() {
			c.sync()
		}
		if !c.keeps() && c.pace.charge() {
			c.fallBehind()
		}
	}
	if c.fullEnough() || c.sink.age() >= syncAge {
		c.sync()
	}
	c.records += uint64(n)
	return n, weight
}

// weightOf is how many events an event counts for where it is about the room that it takes in its ring, or the
// time that it takes to check: an array of a thousand requests takes as much as a hundred calls.
func weightOf(e *event.Event) int { return 1 + len(e.Blob)/64 }

// lookEvery is after how many events, by weight, the drain looks whether a ring is full enough.
const lookEvery = 1024

// keep passes on events that go to the segment before anything else looks at them, and returns how many.
func (c *core) keep() int {
	n, last := c.sink.keep(&c.merger)
	if n == 0 {
		return 0
	}
	c.latest = last
	if c.keeps() {
		return n
	}
	for e := c.merger.Kept(); e != nil; e = c.merger.Kept() {
		sabotage(e)
		c.live.Event(e)
	}
	return n
}

// handle passes one event to the segment and the live checker.
func (c *core) handle(e *event.Event) {
	c.known(event.Address(e.PC))
	if e.Kind == event.Stack {
		for _, pc := range event.ReturnAddresses(e) {
			c.known(pc)
		}
	}
	c.emit(e)
}

// known makes sure that the segment has the module of an address.
func (c *core) known(pc uint64) {
	if pc != 0 && !c.modules.has(pc) {
		c.modules.scan(&c.sink)
		c.modules.settle(pc)
	}
}

func (c *core) emit(e *event.Event) {
	sabotage(e)
	c.latest = e.Time
	c.sink.append(e)
	if c.merger.Cut() {
		c.sync() // before the rules look at it, which may take a while
	}
	if !c.keeps() {
		c.live.Event(e)
	}
}

// fullEnough reports whether a ring should be released soon.
func (c *core) fullEnough() bool {
	for _, t := range c.threads {
		if t != nil && t.ring.Pos()-t.ring.Tail() >= uint64(t.ring.Slots()/syncShare) {
			return true
		}
	}
	return false
}

// sync writes the current frame and releases the rings up to there. If the
// segment can take no more, the last records, which say how the process ended,
// stay in the ring files.
func (c *core) sync() {
	c.sink.sync()
	if !c.ending || !c.sink.full() {
		c.merger.Release()
	}
}

// adopt adds new rings. A ring keeps its place when another thread takes it over.
func (c *core) adopt() {
	made := c.boot.rings()
	if made == c.made {
		return
	}
	c.made = made
	for i := 0; ; i++ {
		if i < len(c.threads) && c.threads[i] != nil {
			continue
		}
		mem := c.boot.ring(i)
		switch {
		case mem == nil && i < len(c.threads):
			continue // removed
		case mem == nil:
			return
		}
		ring, err := segment.RingFromMemory(mem)
		if err != nil {
			panic(fmt.Sprintf("cannot read ring %d: %v", i, err)) // its thread would wait forever for room
		}
		if i == len(c.threads) {
			c.threads = append(c.threads, nil)
		}
		c.threads[i] = &thread{ring: ring}
		c.merger.Add(ring)
	}
}

// Rings of ended threads are kept for new threads. Those not needed for keepRings
// are removed, except for spareRings of them.
const (
	keepRings  = time.Second
	spareRings = 16
)

// retire removes rings that threads have left and no new thread has needed.
func (c *core) retire() {
	if len(c.threads) <= spareRings || time.Since(c.idle) < keepRings {
		return
	}
	c.idle = time.Now()
	gone := map[*segment.Ring]bool{}
	for i, left := len(c.threads)-1, c.boot.idleRings()-spareRings; i >= 0 && left > 0; i-- {
		t := c.threads[i]
		if t == nil || !t.ring.Ended() || t.ring.Tail() != t.ring.Head() {
			continue
		}
		c.reportLost(i)
		if c.boot.releaseRing(i) {
			gone[t.ring] = true
			c.threads[i] = nil
			left--
		}
	}
	c.merger.Remove(gone)
}

// reportLost inserts a Lost event where records of a ring are missing.
func (c *core) reportLost(i int) {
	t := c.threads[i]
	if lost := t.ring.Lost(); lost != t.lost {
		c.lost(uint16(i), lost-t.lost)
		t.lost = lost
	}
}

// reportMissed inserts a Lost event where threads without a ring have made calls.
// It comes before everything found by the last Poll, so that no event caused by
// such a call is passed on before it.
func (c *core) reportMissed() {
	if n := c.boot.unrecorded(); n != c.missed {
		c.lost(event.NoThread, uint64(n-c.missed))
		c.missed = n
	}
}

func (c *core) lost(thread uint16, n uint64) {
	e := event.Event{Kind: event.Lost, N: 1, Thread: thread, Time: c.latest}
	e.A[0] = int64(n)
	c.emit(&e)
}

// goal is how far a ring is to be read.
type goal struct {
	t    *thread
	head uint64
}

// catchUp makes everything durable that was published before it was called.
func (c *core) catchUp() {
	goals := make([]goal, len(c.threads))
	for i, t := range c.threads {
		if t != nil {
			goals[i] = goal{t, t.ring.Head()}
		}
	}
	for range 1000 {
		c.round()
		c.sync()
		if c.reached(goals) {
			return
		}
		c.boot.nap(sleepMin)
	}
}

// reached reports whether the rings have been read up to the goal; a ring removed
// meanwhile was read to its end.
func (c *core) reached(goals []goal) bool {
	for i, g := range goals {
		if t := c.threads[i]; t != nil && t == g.t && t.ring.Tail() < g.head {
			return false
		}
	}
	return true
}
