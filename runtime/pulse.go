package main

import (
	"bytes"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// pulse writes this rank's progress to a file that gomarmot run and gomarmot watch read. The file is opened for
// each write: the program might close a descriptor kept open and use its number for a file of its own. After a
// failed write there are no further pulses; nothing is reported.
type pulse struct {
	path string // "": there is no log
	at   int64  // offset of this rank's line in the file; -1: it has none
	off  bool   // a write has failed
	free bool   // any thread may call MPI: also a thread that has made no call so far
	next time.Time
	last logdir.Pulse
}

func newPulse(p *process) pulse {
	out := pulse{at: -1, last: logdir.Pulse{Rank: p.rank, Every: logdir.PulseEvery(p.size)}}
	out.next = time.Now().Add(out.last.Every) // a short run writes no pulse
	out.free = !slices.Contains([]string{"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED"}, p.threadLevelName())
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
	c.look(&p.last)
	p.last.Records, p.last.Size = c.records, c.sink.size()
	if c.live != nil {
		p.last.Findings = c.live.Found()
	}
	p.write()
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
	p.last.Ended = true
	p.write()
	if logdir.AllEnded(p.path) {
		_ = os.Remove(p.path) // another rank may have done so
	}
}
