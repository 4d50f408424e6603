package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/launched"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// sink writes the rank's segment. Without a segment (w is nil) it drops events, and rules run all the same. The
// first error is printed; further errors are silent, and the application goes on.
type sink struct {
	rank     int
	w        *segment.Writer
	dirty    time.Time // when the oldest event not yet in the file came; zero: all are in the file
	reported bool      // an error was printed

	missing uint64 // records missing from the file after a failure
	resumed bool   // it was printed that the file is written again
}

func openSink(p *process) sink {
	s := sink{rank: p.rank}
	if p.dir == "" {
		return s
	}
	var err error
	if s.w, err = segment.Create(logdir.SegmentName(p.dir, p.rank), *p.header()); err != nil {
		s.w = nil
		s.failed(err)
	}
	return s
}

// header describes this rank. The first call asks the system and keeps the answer.
func (p *process) header() *segment.Header {
	if p.described != nil {
		return p.described
	}
	host, _ := os.Hostname() // "" means unknown
	p.described = &segment.Header{
		Run: p.runName(), Gomarmot: version, Rank: p.rank, Size: p.size,
		Host: host, PID: os.Getpid(), Exe: p.exe(), Args: p.args(),
		Flavour: p.flavour, Library: p.library, Standard: p.standardName(), TagUB: p.tagUB, Watched: p.watched.Names(),
		ThreadLevel: p.threadLevelName(), Start: time.Unix(0, p.ticks.Unix0), Ticks: p.ticks,
		Unseen: p.unseen, Launch: p.launch(),
	}
	return p.described
}

// launch returns the launcher's claim to have started several processes, if MPI calls this process a job by itself;
// nil if launcher and MPI agree.
func (p *process) launch() *segment.Launch {
	if p.size != 1 {
		return nil
	}
	l := launched.Find(os.DirFS("/proc"), os.Getpid())
	if l != nil {
		l.Dir, _ = os.Getwd() // "" means unknown
	}
	return l
}

func (p *process) runName() string { return fmt.Sprintf("%016x", p.run) }

func (p *process) standardName() string {
	return fmt.Sprintf("%d.%d", p.standard[0], p.standard[1])
}

func (p *process) threadLevelName() string {
	return calls.FlavourByName(p.flavour).ThreadLevel(int64(p.threadLevel))
}

func (p *process) exe() string {
	path, _ := os.Readlink("/proc/self/exe") // "" means unknown
	return path
}

func (p *process) args() []string {
	text, err := os.ReadFile("/proc/self/cmdline")
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}

func (s *sink) append(e *event.Event) {
	if s.w == nil {
		return
	}
	s.markDirty()
	if err := s.w.Append(e); err != nil {
		s.failed(err)
	}
}

// keep moves events that need no look from the rings to the segment. It returns their number, and the time of the
// last event moved.
func (s *sink) keep(m *segment.Merger) (n int, last uint64) {
	if s.w == nil {
		return 0, 0
	}
	n, last, err := m.Keep(s.w)
	if err != nil {
		s.failed(err)
	}
	if n > 0 {
		s.markDirty()
	}
	return n, last
}

// markDirty notes the time if, until now, all events were in the file.
func (s *sink) markDirty() {
	if s.dirty.IsZero() {
		s.dirty = time.Now()
	}
}

// back returns a reader of the events appended from now on; nil if the segment cannot be written. The caller has
// just called sync.
func (s *sink) back() *segment.Back {
	if s.w == nil || s.full() {
		return nil
	}
	return s.w.Back()
}

func (s *sink) sync() {
	s.dirty = time.Time{}
	if s.w == nil {
		return
	}
	lost, records := s.w.Lost(), s.w.Records()
	if err := s.w.Sync(); err != nil {
		s.failed(err)
	}
	s.resume(lost, s.w.Records() > records)
}

// resume prints, once, that the file is written again after a failure. lost is the number of records lost before
// the sync; wrote says that the sync added records: a Lost record may fit on the disk where a frame did not.
func (s *sink) resume(lost uint64, wrote bool) {
	switch {
	case s.resumed:
	case lost > 0:
		s.missing = lost
	case s.missing > 0 && wrote:
		s.resumed = true
		note("rank %d: the log is written again; %d records are missing from it", s.rank, s.missing)
	}
}

func (s *sink) meta(name string, v any) {
	if s.w == nil {
		return
	}
	if err := s.w.Meta(name, v); err != nil {
		s.failed(err)
	}
}

// full reports whether the last write to the segment failed.
func (s *sink) full() bool { return s.w != nil && s.w.Lost() > 0 }

// size returns the length of the segment; 0 if there is none.
func (s *sink) size() int64 {
	if s.w == nil {
		return 0
	}
	return s.w.Size()
}

// age returns for how long the oldest event not yet in the file has waited.
func (s *sink) age() time.Duration {
	if s.dirty.IsZero() {
		return 0
	}
	return time.Since(s.dirty)
}

// close writes the state and closes the file. It reports whether the file has all events.
func (s *sink) close(state segment.State) bool {
	if s.w == nil {
		return false
	}
	w := s.w
	s.w = nil
	if err := w.SetState(state); err != nil {
		s.failed(err)
	}
	if err := w.Close(); err != nil {
		s.failed(err)
	}
	return w.Lost() == 0
}

func (s *sink) failed(err error) {
	if s.reported {
		return
	}
	s.reported = true
	note("warning TOOL002: rank %d: %v; later calls are missing from the log, the program goes on", s.rank, err)
}
