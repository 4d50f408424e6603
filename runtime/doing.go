package main

import (
	"cmp"
	"hash/fnv"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// awhile is for how long a rank must have been in a call, or outside of calls, to count as doing so.
const awhile = 500 * time.Millisecond

// activity is a summary of the rank's threads since the last pulse.
type activity struct {
	longest segment.Now   // the unfinished call that a thread entered first; Kind 0: there is none
	last    segment.Now   // of the thread that left its last call last, if longest.Kind is 0
	polls   *segment.Ring // the ring of a thread that only polls; nil: there is none
	moved   uint64        // when a thread last began or ended a call, apart from calls that only poll
	left    uint64        // when the thread of last left its call
	idle    int           // threads outside of MPI calls, and not polling
}

// look writes to a pulse what the rank is doing.
func (c *core) look(p *logdir.Pulse) {
	a := c.activity(c.records != p.Records)
	now := c.boot.ticks()
	p.Still, p.Idle, p.Free = c.duration(a.moved, now), a.idle, c.pulse.free
	at := a.longest
	switch {
	case p.Still < awhile:
		p.Doing, p.In = logdir.Calling, 0
	case a.polls != nil:
		at = a.polls.Now()
		at.Kind = a.polls.Seen().Last
		p.Doing, p.In = logdir.Polling, p.Still
	case at.Kind != 0:
		p.Doing, p.In = logdir.Waiting, c.duration(cmp.Or(at.Since, now), now)
	default:
		at = a.last
		p.Doing, p.In = logdir.Outside, c.duration(cmp.Or(a.left, now), now)
	}
	p.Spot = c.spot(at)
}

// duration converts the time between two readings of the counter.
func (c *core) duration(from, to uint64) time.Duration {
	if to <= from {
		return 0
	}
	return time.Duration(float64(to-from) / c.proc.ticks.PerSecond * float64(time.Second))
}

// activity looks at all threads. recorded: there were records since the last pulse.
func (c *core) activity(recorded bool) (a activity) {
	a.moved = max(c.latest, c.tick)
	for _, t := range c.threads {
		if t == nil || t.ring.Ended() {
			continue
		}
		n, seen := t.ring.Now(), t.ring.Seen()
		called := seen.Calls != t.told
		polls := called && !recorded && seen.At > t.told && calls.Of(seen.Last).Recurs()
		t.told = seen.Calls
		switch {
		case polls:
			a.polls = t.ring
			continue
		case called:
			a.moved = max(a.moved, n.Began)
		case n.Kind == 0:
			a.moved = max(a.moved, seen.Left)
		}
		a.add(n, seen)
	}
	return a
}

// add adds a thread that does not poll.
func (a *activity) add(n segment.Now, seen segment.Activity) {
	switch {
	case n.Kind == 0:
		a.idle++
		if seen.Left >= a.left {
			a.last, a.left = n, seen.Left
		}
	case a.longest.Kind == 0 || n.Since < a.longest.Since:
		a.longest = n
	}
}

// spot returns the place of a call.
func (c *core) spot(n segment.Now) logdir.Spot {
	s := logdir.Spot{Call: n.Kind, PC: n.PC}
	pc := event.Address(n.PC)
	if pc == 0 || !c.modules.has(pc) {
		return s
	}
	if m := c.modules.hit; m.Start <= pc && pc < m.End {
		h := fnv.New32a()
		_, _ = h.Write([]byte(cmp.Or(m.BuildID, m.Path))) // never fails
		s.Module, s.Offset = h.Sum32(), pc-m.Start+m.Offset
	}
	return s
}
