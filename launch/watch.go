package launch

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// Watch reads the rings of a running job and reports when the job stands still:
// for some time, no thread of any rank has begun or ended an MPI call, apart from
// calls that only poll (MPI_Test, MPI_Iprobe, ...), and at least one thread is in
// an MPI call or polling. Rings are memory of this machine: where ranks run on
// other hosts too, the pulses of all ranks are read instead. It belongs to a
// single goroutine.
type Watch struct {
	log       func() string
	after     time.Duration
	rings     map[string]*watched
	moved     time.Time // when a thread last began or ended a call
	reported  bool      // the current standstill was reported
	elsewhere bool      // ranks run on other hosts
	pulses    *Progress // the pulses of all ranks
	looked    time.Time // when the pulses were last read
	host      string
}

// watched is a ring with its last observed state.
type watched struct {
	peek *segment.Peek
	last segment.Glance
}

// NewWatch watches the job whose log is at the path returned by log, which
// returns "" while there is none.
func NewWatch(log func() string, after time.Duration) *Watch {
	w := &Watch{log: log, after: after, rings: map[string]*watched{}}
	w.pulses = NewProgress(func() string { return logdir.Dir(log()) })
	w.host, _ = os.Hostname() // "" matches no host
	return w
}

// Every returns the interval between looks.
func (w *Watch) Every() time.Duration { return min(max(w.after/10, 20*time.Millisecond), time.Second) }

// Still looks at the rings and reports whether the job has come to a standstill,
// once for each standstill.
func (w *Watch) Still(now time.Time) bool {
	gone := w.update()
	if w.elsewhere {
		return w.stillElsewhere(now)
	}
	moved, waits := w.look()
	if gone || moved || w.moved.IsZero() {
		w.moved, w.reported = now, false
	}
	if w.reported || !waits || now.Sub(w.moved) < w.after {
		return false
	}
	w.reported = true
	return true
}

// stillElsewhere is Still by the pulses of all ranks. A standstill is reported once all segments can be read to
// their end here.
func (w *Watch) stillElsewhere(now time.Time) bool {
	if now.Sub(w.looked) < lookPulses {
		return false
	}
	w.looked = now
	still := w.pulses.still(w.pulses.Look(now), now)
	w.moved = now.Add(-still)
	if still < w.after {
		w.reported = false
		return false
	}
	if w.reported || !w.pulses.someWait() || !w.pulses.Written() {
		return false
	}
	w.reported = true
	return true
}

// lookPulses is how often pulses are read: ranks write them once a second, or less often.
const lookPulses = 500 * time.Millisecond

// look compares all rings with their state at the last look. moved: a thread has begun or ended a call that does not
// only poll; waits: a thread is in a call or polls.
func (w *Watch) look() (moved, waits bool) {
	var called []*segment.Peek // rings of threads that made calls without a record
	for _, r := range w.rings {
		g := r.peek.Look()
		switch {
		case g.Head != r.last.Head:
			moved = true
		case g.Calls != r.last.Calls:
			called = append(called, r.peek)
		case g.Now.Kind == 0 && r.last.Now.Kind != 0:
			moved = true // the call returned
		}
		waits = waits || g.Now.Kind != 0
		r.last = g
	}
	for _, p := range called {
		if moved {
			break
		}
		moved = !onlyPolls(p)
		waits = true
	}
	return moved, waits
}

// For returns how long the job has stood still.
func (w *Watch) For(now time.Time) time.Duration { return now.Sub(w.moved) }

// Close unmaps the rings.
func (w *Watch) Close() {
	for _, r := range w.rings {
		_ = r.peek.Close() // only read
	}
	clear(w.rings)
}

// update adds new rings and drops removed rings; it reports whether any ring was new or removed.
func (w *Watch) update() (changed bool) {
	log := w.log()
	if log == "" {
		return false
	}
	dir := logdir.Dir(log)
	paths, _ := filepath.Glob(filepath.Join(dir, "rank-*.ring")) // the pattern is well-formed
	for path, r := range w.rings {
		if !slices.Contains(paths, path) {
			_ = r.peek.Close() // only read
			delete(w.rings, path)
			changed = true
		}
	}
	for _, path := range paths {
		if w.rings[path] != nil {
			continue
		}
		peek, err := segment.OpenPeek(path)
		if err != nil {
			continue // the ring is being created
		}
		w.rings[path] = &watched{peek, peek.Look()}
		w.checkHost(dir, peek.Rank())
		changed = true
	}
	return changed
}

// checkHost notes a rank that runs on another machine.
func (w *Watch) checkHost(dir string, rank int) {
	s, err := segment.Open(logdir.SegmentName(dir, rank))
	if err != nil {
		return // not created yet
	}
	defer s.Close() // only read
	if h := s.Header().Host; h != "" && h != w.host {
		w.elsewhere = true
	}
}

// glances bounds how often onlyPolls looks at a ring to catch a thread in a call: a call without a record is visible
// only while it lasts.
const glances = 300

// onlyPolls reports whether a thread that makes calls without a record only polls: whether the first call in which it
// is caught is a call that polls.
func onlyPolls(p *segment.Peek) bool {
	for range glances {
		if k := p.Look().Now.Kind; k != 0 {
			return calls.Of(k).Recurs()
		}
		time.Sleep(10 * time.Microsecond)
	}
	return false
}
