package main

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// syncShare: when this part of a ring has been read, it is made durable and
// given back to its thread.
const syncShare = 4

// round reads what the threads have published and returns how many events
// that were.
func (c *core) round() int {
	now := c.boot.ticks()
	c.adopt()
	for _, t := range c.threads {
		if t != nil {
			t.ring.Beat(now)
		}
	}
	c.merger.Poll(now)
	n := c.deliver()
	c.retire()
	c.checkRings()
	return n
}

// checkRings gives up if a ring cannot be read on: its thread would wait for
// room for ever.
func (c *core) checkRings() {
	for i, t := range c.threads {
		if t != nil && t.ring.Damage() != nil {
			panic(fmt.Sprintf("the ring of thread %d is damaged (%s)", i, t.ring.Damage().What))
		}
	}
}

// deliver hands on every event whose place in time is known.
func (c *core) deliver() int {
	n := 0
	for e := c.merger.Next(); e != nil; e = c.merger.Next() {
		c.handle(e)
		n++
		if n&1023 == 0 && c.fullEnough() {
			c.sync()
		}
	}
	if c.fullEnough() || c.sink.age() >= syncAge {
		c.sync()
	}
	return n
}

// handle gives one event to the segment and the live checker.
func (c *core) handle(e *event.Event) {
	c.known(event.Address(e.PC))
	if e.Kind == event.Stack {
		for _, pc := range event.ReturnAddresses(e) {
			c.known(pc)
		}
	}
	c.emit(e)
}

// known sees to it that the segment has the module of an address.
func (c *core) known(pc uint64) {
	if pc != 0 && !c.modules.has(pc) {
		c.modules.scan(&c.sink)
		c.modules.settle(pc)
	}
}

func (c *core) emit(e *event.Event) {
	sabotage(e)
	c.sink.append(e)
	if c.live != nil {
		c.live.Event(e)
	}
}

// fullEnough reports whether a ring should be given back soon.
func (c *core) fullEnough() bool {
	for _, t := range c.threads {
		if t != nil && t.ring.Pos()-t.ring.Tail() >= uint64(t.ring.Slots()/syncShare) {
			return true
		}
	}
	return false
}

// sync writes the current frame and gives the rings back as far as they are
// in it. Where the segment can take no more, the last records stay in the
// ring files: among them how the process ended.
func (c *core) sync() {
	c.sink.sync()
	if !c.ending || !c.sink.full() {
		c.merger.Release()
	}
}

// adopt takes up the rings of threads that are new.
func (c *core) adopt() {
	for {
		mem, onDisk := c.boot.ring(len(c.threads))
		if mem == nil {
			return
		}
		ring, err := segment.RingFromMemory(mem)
		if err != nil {
			panic(fmt.Sprintf("cannot read the ring of thread %d: %v", len(c.threads), err)) // it would wait for room for ever
		}
		c.merger.Add(ring)
		c.threads = append(c.threads, &thread{ring: ring, onDisk: onDisk})
	}
}

// retire lets go of threads that have ended and are read to their end.
func (c *core) retire() {
	for i, t := range c.threads {
		if t == nil || !t.ring.Ended() || t.ring.Tail() != t.ring.Head() {
			continue
		}
		c.reportLost(i)
		c.merger.Remove(t.ring)
		c.boot.releaseRing(i)
		c.threads[i] = nil
	}
}

// reportLost puts a Lost event where a thread's records are missing.
func (c *core) reportLost(i int) {
	t := c.threads[i]
	lost := t.ring.Lost()
	if lost == t.lost {
		return
	}
	e := event.Event{Kind: event.Lost, N: 1, Thread: uint16(i), Time: c.boot.ticks()}
	e.A[0] = int64(lost - t.lost)
	t.lost = lost
	c.emit(&e)
}

// catchUp makes everything durable that was published before the call.
func (c *core) catchUp() {
	target := make([]uint64, len(c.threads))
	for i, t := range c.threads {
		if t != nil {
			target[i] = t.ring.Head()
		}
	}
	for range 1000 {
		c.round()
		c.sync()
		if c.reached(target) {
			return
		}
		c.boot.sleep(sleepMin, false)
	}
}

func (c *core) reached(target []uint64) bool {
	for i, head := range target {
		if t := c.threads[i]; t != nil && t.ring.Tail() < head {
			return false
		}
	}
	return true
}
