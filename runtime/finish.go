package main

import (
	"errors"
	"io/fs"
	"time"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/runtime/settings"
)

// Why an application thread asks for a flush (core_abi.h).
const (
	flushOnly      uint32 = 0
	flushFinalized uint32 = 1
	flushExit      uint32 = 2
	flushAbort     uint32 = 3
)

// How long the leader waits for the other ranks' segments.
const (
	othersWait = 2 * time.Second
	othersNap  = 5 * time.Millisecond
)

// finish reads the rings to their end and closes the segment.
func (c *core) finish(reason uint32) {
	c.ending = true
	c.adopt()
	c.merger.Final()
	c.reportMissed()
	c.deliver()
	for i, t := range c.threads {
		if t != nil {
			c.reportLost(i)
		}
	}
	c.modules.scan(&c.sink) // libraries that the program has loaded since, such as CUDA's
	c.sync()
	c.checkLeft(reason)
	c.calibrate()
	state := map[uint32]segment.State{
		flushFinalized: segment.Finalized, flushExit: segment.Exited, flushAbort: segment.Aborted,
	}[reason]
	c.pulse.last.Size = c.sink.size()
	whole := c.sink.close(state)
	c.pulse.end()
	c.finished = true
	if whole {
		c.removeRings()
	}
	if c.proc.leader {
		c.lead(reason, state)
	}
}

// calibrate records the counter's rate again, measured over the whole run against the monotonic clock: the time of
// day may have been set during the run.
func (c *core) calibrate() {
	took, ticks := time.Since(c.began), c.boot.ticks()
	if took > 100*time.Millisecond {
		better := c.proc.ticks
		better.PerSecond = float64(ticks-c.tick) / took.Seconds()
		c.sink.meta(segment.MetaTicks, better)
	}
}

// removeRings deletes the ring files: the segment has all their records.
func (c *core) removeRings() {
	for i, t := range c.threads {
		if t != nil {
			c.boot.dropRing(i)
			c.threads[i] = nil
		}
	}
}

// lead waits for the segments of the other ranks, if the job is checked now, and ends run.log. Rank 0 only.
func (c *core) lead(reason uint32, state segment.State) {
	if c.summarizes(reason) {
		c.awaitOthers()
	}
	c.journal.ended(state.String(), time.Since(c.began))
}

// summarizes reports whether rank 0 has the whole job checked after this flush (pmpi/life/atend.c).
func (c *core) summarizes(reason uint32) bool {
	return reason == flushFinalized && c.proc.dir != "" && getenv(settings.Summary) != "0"
}

// awaitOthers waits, for a limited time, until no rank is writing its segment.
func (c *core) awaitOthers() {
	end := time.Now().Add(othersWait)
	for rank := range c.proc.size {
		for time.Now().Before(end) && !c.ended(logdir.SegmentName(c.proc.dir, rank)) {
			time.Sleep(othersNap)
		}
	}
}

// ended reports whether a segment is complete. MPI_Finalize has waited for all ranks, so a rank without a segment
// runs without gomarmot. MPI_Session_finalize does not wait: the segment may not exist yet.
func (c *core) ended(path string) bool {
	r, err := segment.Open(path)
	if err != nil {
		return errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) && !c.proc.sessions
	}
	defer r.Close() // only read
	return r.State() != segment.Running
}
