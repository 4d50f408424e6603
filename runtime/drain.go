package main

import (
	"fmt"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// syncShare: once 1/syncShare of a ring has been read, the events are written to the segment and the slots are
// released to the ring's thread.
const syncShare = 4

// round delivers the events that threads have published, and returns their number.
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

// checkRings panics if a ring cannot be read any further: its thread would wait forever for room.
func (c *core) checkRings() {
	for i, t := range c.threads {
		if t != nil && t.ring.Damage() != nil {
			panic(fmt.Sprintf("the ring of thread %d is damaged (%s)", i, t.ring.Damage().What))
		}
	}
}

// deliver passes on every event that is known to be next in time. It returns their number and weight.
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
		if !c.defersCheck() && c.pace.charge() {
			c.fallBehind()
		}
	}
	if c.fullEnough() || c.sink.age() >= syncAge {
		c.sync()
	}
	c.records += uint64(n)
	return n, weight
}

// weightOf is the weight of an event, in ordinary events, by the room that it takes in its ring and the time that
// its check takes: an array of a thousand requests weighs as much as a hundred calls.
func weightOf(e *event.Event) int { return 1 + len(e.Blob)/64 }

// lookEvery: after this many events, by weight, the drain checks whether a ring is full enough to sync.
const lookEvery = 1024

// keep moves events straight from the rings to the segment, then passes them to the live checker, unless their
// check is put off. It returns their number.
func (c *core) keep() int {
	n, last := c.sink.keep(&c.merger)
	if n == 0 {
		return 0
	}
	c.latest = last
	if c.defersCheck() {
		return n
	}
	for e := c.merger.Kept(); e != nil; e = c.merger.Kept() {
		sabotage(e)
		c.live.Event(e)
	}
	return n
}

// handle passes an event to the segment and the live checker.
func (c *core) handle(e *event.Event) {
	c.recordModule(event.Address(e.PC))
	if e.Kind == event.Stack {
		for _, pc := range event.ReturnAddresses(e) {
			c.recordModule(pc)
		}
	}
	c.emit(e)
}

// recordModule writes the modules to the segment if they do not have the address yet.
func (c *core) recordModule(pc uint64) {
	if pc != 0 && !c.modules.has(pc) {
		c.modules.scan(&c.sink)
		c.modules.markUnknown(pc)
	}
}

func (c *core) emit(e *event.Event) {
	sabotage(e)
	c.latest = e.Time
	c.sink.append(e)
	if c.merger.Cut() {
		c.sync() // before the rules check the event, which may take a while
	}
	if !c.defersCheck() {
		c.live.Event(e)
	}
}

// fullEnough reports whether 1/syncShare of a ring has been read and not released.
func (c *core) fullEnough() bool {
	for _, t := range c.threads {
		if t != nil && t.ring.Pos()-t.ring.Tail() >= uint64(t.ring.Slots()/syncShare) {
			return true
		}
	}
	return false
}

// sync writes the current frame, and releases the slots of its events. If the segment cannot be written and the
// process is ending, the ring files keep the last records, which say how it ended.
func (c *core) sync() {
	c.sink.sync()
	if !c.ending || !c.sink.full() {
		c.merger.Release()
	}
}

// adopt adds new rings. A ring keeps its index when another thread takes it over.
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

// Rings of ended threads are kept for new threads. Rings that no thread has needed for keepRings are removed,
// except spareRings of them.
const (
	keepRings  = time.Second
	spareRings = 16
)

// retire removes rings of ended threads if more than spareRings of them are idle.
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

// reportMissed inserts a Lost event if threads without a ring have made calls. It is called before the events of
// the last Poll are delivered: one of these events may be a consequence of such a call.
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

// catchUp writes to the segment all events that were published before the call of catchUp.
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

// reached reports whether the rings have been read and released up to the goals. A ring removed since was read to
// its end.
func (c *core) reached(goals []goal) bool {
	for i, g := range goals {
		if t := c.threads[i]; t != nil && t == g.t && t.ring.Tail() < g.head {
			return false
		}
	}
	return true
}
