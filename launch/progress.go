package launch

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

// Progress follows a running job by the pulses of its ranks, which are in a file for each node. It belongs to a single
// goroutine.
type Progress struct {
	dir   func() string
	ranks map[int]*lastPulse
	// Patience is how many pulses a rank may miss before it counts as silent.
	Patience float64
	looked   time.Time // when noteEnded last looked
}

// lastPulse is the last pulse of a rank.
type lastPulse struct {
	logdir.Pulse
	at    time.Time // when Look first read this pulse
	rate  float64   // records a second since the pulse before
	again bool      // an earlier pulse of the rank has been read
}

// Sight is the progress of a running job.
type Sight struct {
	Size     int // ranks of MPI_COMM_WORLD; 0 if not known yet
	Heard    int // ranks that log to the directory and have written a pulse
	Ended    int // of Heard, ranks that have ended well
	records  uint64
	Rate     float64 // records a second, of all ranks
	Findings int     // reported by ranks about themselves
	still    []standing
	Silent   []int         // ranks that have missed more pulses than Patience
	since    time.Duration // since the last pulse of any rank of Silent
}

// standing describes ranks that have been in a call of the same kind for at least stillAfter.
type standing struct {
	ranks []int
	call  calls.Kind
	since time.Duration // of the rank that has been in its call for longest
}

// stillAfter is how long a rank must have been in a call to be mentioned, and silentAfter is how many pulses a silent
// rank has missed.
const (
	stillAfter  = 10 * time.Second
	silentAfter = 5
)

// NewProgress follows the job that logs to the directory returned by dir, which
// returns "" while there is none.
func NewProgress(dir func() string) *Progress {
	return &Progress{dir: dir, ranks: map[int]*lastPulse{}, Patience: silentAfter}
}

// Look reads the pulses of the ranks, and sums them up.
func (p *Progress) Look(now time.Time) Sight {
	var s Sight
	dir := p.dir()
	if dir == "" {
		return s
	}
	s.Size = logdir.SizeOf(dir)
	pulses, _ := logdir.ReadPulses(dir) // the pattern is well-formed
	for _, x := range pulses {
		h := p.ranks[x.Rank]
		switch {
		case h == nil:
			p.ranks[x.Rank] = &lastPulse{Pulse: x, at: now}
		case x.Beat != h.Beat:
			rate := 0.0
			if x.Beat > h.Beat && x.Records >= h.Records {
				rate = float64(x.Records-h.Records) / (time.Duration(x.Beat-h.Beat) * x.Every).Seconds()
			}
			*h = lastPulse{Pulse: x, at: now, rate: rate, again: true}
		}
	}
	p.noteEnded(dir, s.Size, now)
	p.sum(&s, now)
	return s
}

// lookEnded is how often to look for ranks that have ended without a pulse that says so.
const lookEnded = 5 * time.Second

// noteEnded notes the ranks that have ended and have no pulse any more.
func (p *Progress) noteEnded(dir string, size int, now time.Time) {
	if len(p.ranks) == 0 || now.Sub(p.looked) < lookEnded {
		return
	}
	p.looked = now
	for rank, h := range p.ranks {
		if !h.Ended && p.silent(h, now) && over(dir, rank) {
			h.Ended = true
		}
	}
	for _, x := range p.endedBefore(dir, size) {
		p.ranks[x.Rank] = &lastPulse{Pulse: x, at: now}
	}
}

func (p *Progress) sum(s *Sight, now time.Time) {
	still := map[calls.Kind]*standing{}
	for _, rank := range slices.Sorted(maps.Keys(p.ranks)) {
		h := p.ranks[rank]
		s.Heard++
		s.records += h.Records
		s.Findings += h.Findings
		if h.Ended {
			s.Ended++
			continue
		}
		quiet := now.Sub(h.at)
		if p.silent(h, now) {
			if len(s.Silent) == 0 || quiet < s.since {
				s.since = quiet
			}
			s.Silent = append(s.Silent, rank)
			continue
		}
		s.Rate += h.rate
		if h.Doing != logdir.Waiting || h.In+quiet < stillAfter {
			continue
		}
		x := still[h.Spot.Call]
		if x == nil {
			x = &standing{call: h.Spot.Call}
			still[h.Spot.Call] = x
		}
		x.ranks, x.since = append(x.ranks, rank), max(x.since, h.In+quiet)
	}
	for _, x := range still {
		s.still = append(s.still, *x)
	}
	slices.SortFunc(s.still, func(a, b standing) int {
		return cmp.Or(cmp.Compare(len(b.ranks), len(a.ranks)), cmp.Compare(a.ranks[0], b.ranks[0]))
	})
}

// Settled reports whether Look has read two pulses of each rank that it knows and that has not ended.
func (p *Progress) Settled() bool {
	for _, h := range p.ranks {
		if !h.again && !h.Ended {
			return false
		}
	}
	return len(p.ranks) > 0
}

// silent reports whether a rank that has not ended has missed more pulses than Patience.
func (p *Progress) silent(h *lastPulse, now time.Time) bool {
	return now.Sub(h.at) > time.Duration(p.Patience*float64(h.Every))
}

// String returns a line, with the more important parts first.
func (s Sight) String() string {
	parts := []string{s.Head()}
	if len(s.Silent) > 0 {
		parts = append(parts, fmt.Sprintf("%s silent for %s", words.RankSpans(s.Silent), s.since.Round(time.Second)))
	}
	for _, x := range s.still {
		parts = append(parts, fmt.Sprintf("%s in %s for %s", words.RankSpans(x.ranks), x.call,
			x.since.Round(time.Second)))
	}
	return strings.Join(parts, ", ")
}

// Head returns the part of the line that concerns no particular rank.
func (s Sight) Head() string {
	if s.Heard == 0 {
		return "no rank has reported yet"
	}
	ranks := words.Count(s.Heard, "rank")
	if s.Size > s.Heard {
		ranks = fmt.Sprintf("%s of %s ranks", words.Thousands(s.Heard), words.Thousands(s.Size))
	}
	head := fmt.Sprintf("%s, %s, %s", ranks, rateText(s.Rate), words.Count(s.Findings, "finding"))
	if s.Ended > 0 {
		head += fmt.Sprintf(", %s ended", words.Thousands(s.Ended))
	}
	return head
}

func rateText(rate float64) string {
	switch {
	case rate >= 999_500:
		return fmt.Sprintf("%.3g M records/s", rate/1e6)
	case rate >= 999.5:
		return fmt.Sprintf("%.3g k records/s", rate/1e3)
	}
	return fmt.Sprintf("%.0f records/s", rate)
}
