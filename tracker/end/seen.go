package end

import (
	"slices"
	"syscall"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank"
)

// Seen is the log's end of a rank: the call in which each thread was last seen (from the rings, for calls that are
// not recorded).
type Seen struct {
	Now []tracker.Site
	// Brief says that the rank had hardly entered its last call when it was
	// last seen alive: it may have died in it rather than waited.
	Brief bool
	// Off says that recording stopped while the program ran on.
	Off bool
	// Ended is how the process ended according to the log's header, which remains
	// if the End record was lost; 0: unknown.
	Ended event.EndReason
	// Beats are the last signs of life of threads, and Rate is how many ticks a second has; 0: unknown.
	Beats []Beat
	Rate  float64
	// Signal is the signal that the process died of, if known, In the call of the thread that got it, if it was in
	// a call, and Alive when the process was last seen alive.
	Signal syscall.Signal
	In     tracker.Site
	Alive  time.Time
	// Fault is the access in In that has caused the signal.
	Fault rank.Fault
}

// Beat is a thread's last sign of life that the drain saw, in ticks; 0: unknown.
type Beat struct {
	Ring  uint16
	Began uint64 // when its last call began, recorded or not
	Alive uint64
}

// DefaultStill is how long no rank must have made progress to count as a standstill.
const DefaultStill = time.Minute

// fresh is how short ago a thread must have called MPI to count as polling, not computing; and for how long it
// must have found nothing.
const fresh = 500 * time.Millisecond

func (s *Seen) beat(ring uint16) *Beat {
	if i := slices.IndexFunc(s.Beats, func(b Beat) bool { return b.Ring == ring }); i >= 0 && s.Rate > 0 {
		return &s.Beats[i]
	}
	return nil
}

// since says for how long a thread had been in a call, or had repeated it, when it was last seen alive.
func (s *Seen) since(c *rank.OpenCall) time.Duration {
	b := s.beat(c.Site.Ring)
	if b == nil || b.Alive < c.Time {
		return 0
	}
	return s.duration(b.Alive - c.Time)
}

func (s *Seen) duration(ticks uint64) time.Duration {
	return time.Duration(float64(ticks) / s.Rate * float64(time.Second))
}

// repeats reports whether a thread whose last record is a call that found nothing has called MPI since
// then, in vain, up to its end.
func (s *Seen) repeats(c *rank.OpenCall) bool {
	b := s.beat(c.Site.Ring)
	return b != nil && b.Began > c.Time && b.Alive >= b.Began && s.duration(b.Alive-b.Began) < fresh &&
		s.since(c) >= fresh
}

// repeated returns a call that a rank repeated to the end, in vain, while no thread of it did anything else, apart from
// threads that wait in calls.
func repeated(r *rank.Rest, seen *Seen) *rank.OpenCall {
	if len(r.Polls) == 0 || r.Idle > len(r.Polls) {
		return nil
	}
	for i := range r.Polls {
		if !seen.repeats(&r.Polls[i]) {
			return nil
		}
	}
	return &r.Polls[0]
}

// inLoop reports whether a thread is in this call as part of a loop in which it waits by another call.
func (s *Seen) inLoop(r *rank.Rest, c *rank.OpenCall) bool {
	return slices.ContainsFunc(r.Polls, func(p rank.OpenCall) bool {
		return p.Spins && p.Site != c.Site && p.Site.Ring == c.Site.Ring && s.repeats(&p)
	})
}

// spins returns the call of a loop in which a rank waits for memory of a window to change, while no thread of it does
// anything else; nil: there is none.
func spins(r *rank.Rest, seen *Seen) *rank.OpenCall {
	if c := repeated(r, seen); c != nil && c.Spins {
		return c
	}
	return nil
}

// stillFor says for how long no thread of a rank has made progress; 0: some thread may be computing.
func stillFor(r *rank.Rest, seen *Seen) time.Duration {
	if r.Idle > 0 && repeated(r, seen) == nil {
		return 0
	}
	least := time.Duration(-1)
	for _, list := range [][]rank.OpenCall{r.Open, r.Polls} {
		for i := range list {
			if seen.inLoop(r, &list[i]) {
				continue
			}
			if d := seen.since(&list[i]); least < 0 || d < least {
				least = d
			}
		}
	}
	return max(least, 0)
}

// earlier is by how much sooner than the last rank a rank must have ended to have done so by itself: a launcher
// kills ranks together, and clocks of nodes may differ.
const earlier = 10 * time.Second

// lastOf is when some rank was last seen alive.
func lastOf(seen []Seen) (end time.Time) {
	for i := range seen {
		if seen[i].Alive.After(end) {
			end = seen[i].Alive
		}
	}
	return end
}

// died reports whether a rank without an End record was killed by itself, and not because the job ended.
func died(s *Seen, end time.Time) bool {
	return s.Signal != 0 || !s.Alive.IsZero() && end.Sub(s.Alive) > earlier
}
