package main

import (
	"bytes"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// pulse writes this rank's progress to a file that gomarmot run and gomarmot watch read. The file is opened for
// each write: the program might close a descriptor kept open and use its number for a file of its own. After a
// failed write there are no further pulses; nothing is reported.
type pulse struct {
	path string // "": there is no log
	at   int64  // offset of this rank's line in the file; -1: it has none
	off  bool   // a write has failed
	next time.Time
	last logdir.Pulse
}

func newPulse(p *process) pulse {
	out := pulse{at: -1, last: logdir.Pulse{Rank: p.rank, Every: logdir.PulseEvery(p.size)}}
	out.next = time.Now().Add(out.last.Every) // a short run writes no pulse
	if host, err := os.Hostname(); err == nil && p.dir != "" {
		out.path = logdir.PulseName(p.dir, host)
	}
	return out
}

// tell writes a pulse if the last one is old enough.
func (c *core) tell() {
	p := &c.pulse
	if p.path == "" || p.off {
		return
	}
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(p.last.Every)
	p.last.Records = c.records
	if c.live != nil {
		p.last.Findings = c.live.Found()
	}
	p.last.Call, p.last.In = 0, 0
	if n, ok := c.longest(); ok {
		p.last.Call = n.Kind
		if at := c.boot.ticks(); n.Since > 0 && at > n.Since {
			p.last.In = time.Duration(float64(at-n.Since) / c.proc.ticks.PerSecond * float64(time.Second))
		}
	}
	p.write()
}

// longest returns the unfinished call that a thread of this rank entered first.
func (c *core) longest() (now segment.Now, in bool) {
	for _, t := range c.threads {
		if t == nil {
			continue
		}
		if n := t.ring.Now(); n.Kind != 0 && !t.ring.Ended() && (!in || n.Since < now.Since) {
			now, in = n, true
		}
	}
	return now, in
}

func (p *pulse) write() {
	p.last.Beat++
	f, err := os.OpenFile(p.path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		p.off = true
		return
	}
	defer f.Close()
	if p.at < 0 && p.claim() != nil {
		p.off = true
		return
	}
	if _, err := f.WriteAt(p.last.Line(), p.at); err != nil {
		p.off = true
	}
}

// claim appends a line for this rank to the file, and finds out its offset.
func (p *pulse) claim() error {
	f, err := os.OpenFile(p.path, os.O_RDWR|os.O_APPEND|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	line := p.last.Line()
	if _, err := f.Write(line); err != nil {
		return err
	}
	text, err := os.ReadFile(p.path)
	if err != nil {
		return err
	}
	at := bytes.LastIndex(text, line)
	if at < 0 || at%logdir.PulseSize != 0 {
		return errNotOurs
	}
	p.at = int64(at)
	return nil
}

// end writes that the rank has ended well. The last rank of a node removes the file.
func (p *pulse) end() {
	if p.at < 0 || p.off {
		return
	}
	p.last.Ended, p.last.Call, p.last.In = true, 0, 0
	p.write()
	if logdir.AllEnded(p.path) {
		_ = os.Remove(p.path) // another rank may have done so
	}
}
