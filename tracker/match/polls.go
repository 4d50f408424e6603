package match

import (
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// Beat is what the drain last saw of a thread, in ticks; 0: unknown.
type Beat struct {
	Ring  uint16
	Began uint64 // when a call of it had begun, of those without a record too
	Alive uint64
}

// DefaultStill is how long no rank must have made progress to count as a standstill.
const DefaultStill = time.Minute

// fresh is how short ago a thread must have called MPI to be one that polls, not one that computes; and for
// how long it must have found nothing.
const fresh = 500 * time.Millisecond

func (s *Seen) beat(ring uint16) *Beat {
	if i := slices.IndexFunc(s.Beats, func(b Beat) bool { return b.Ring == ring }); i >= 0 && s.Rate > 0 {
		return &s.Beats[i]
	}
	return nil
}

// since says for how long a thread had been in a call, or had repeated it, when it was last seen alive.
func (s *Seen) since(c *state.OpenCall) time.Duration {
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
func (s *Seen) repeats(c *state.OpenCall) bool {
	b := s.beat(c.Site.Ring)
	return b != nil && b.Began > c.Time && b.Alive >= b.Began && s.duration(b.Alive-b.Began) < fresh && s.since(c) >= fresh
}

// repeated returns a call that a rank repeated to the end, in vain, while no thread of it did anything else.
func repeated(r *state.Rest, seen *Seen) *state.OpenCall {
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

// stillFor says for how long no thread of a rank has made progress; 0: one may be computing.
func stillFor(r *state.Rest, seen *Seen) time.Duration {
	if r.Idle > 0 && repeated(r, seen) == nil {
		return 0
	}
	least := time.Duration(-1)
	for _, list := range [][]state.OpenCall{r.Open, r.Polls} {
		for i := range list {
			if d := seen.since(&list[i]); least < 0 || d < least {
				least = d
			}
		}
	}
	return max(least, 0)
}

// standstill reports that no rank made progress although some rank polled, unless something else
// that has been reported explains it.
func (j *Job) standstill(st *standings, ends []fact.RankEnd, seen []Seen) {
	f := &fact.Standstill{For: -1, Running: st.running}
	for i := range st.of {
		s := &st.of[i]
		switch s.how {
		case fact.EndedFinalized, fact.EndedExit:
			continue
		case fact.EndedPolls:
			f.Polls = append(f.Polls, ends[i])
		case fact.EndedStuck:
			f.Waiting++
		default:
			return
		}
		if s.lossy || i >= len(seen) || s.how == fact.EndedPolls && j.finds(s.call) {
			return
		}
		if d := stillFor(st.rests[i], &seen[i]); f.For < 0 || d < f.For {
			f.For = d
		}
	}
	if len(f.Polls) > 0 && f.For >= j.Still {
		j.emit(f)
	}
}

// finds reports whether a call that polls would find something the next time.
func (j *Job) finds(c *state.OpenCall) bool {
	switch {
	case calls.Of(c.Site.Call).Epoch == calls.EpochTest:
		p := j.pscw.of[c.On.ID]
		return p != nil && !p.lost[c.On.Me] && len(p.incomplete(c.On.Me)) == 0
	}
	return j.messages.goesOn(c)
}
