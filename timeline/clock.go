package timeline

import (
	"math"
	"time"
)

// Clock relates a rank's ticks to time of day.
type Clock struct {
	Tick0     uint64
	Unix0     int64 // nanoseconds since 1970 at Tick0
	PerSecond float64
}

// RankInfo is the information of the log on a rank, apart from the rank's calls.
type RankInfo struct {
	Host  string
	Clock Clock
	// Alive is the tick at which the rank was last known to be alive; 0 if not known.
	Alive uint64
}

// scale turns ticks into seconds since the origin of the job.
type scale struct {
	clock  Clock
	origin int64 // nanoseconds since 1970
	first  float64
}

func (s *scale) at(tick uint64) float64 {
	return float64(int64(tick-s.clock.Tick0))/s.clock.PerSecond + float64(s.clock.Unix0-s.origin)/1e9 - s.first
}

func (s *scale) length(ticks uint64) float64 { return float64(ticks) / s.clock.PerSecond }

// sameClock is how far two calibrations of the same counter may be apart.
const sameClock = 0.1 // seconds

// scales returns a scale for each rank, the number of each rank's clock, and how many clocks there are. Ranks on
// the same host share a counter and use the calibration of the first of these ranks, so that their times can be
// compared exactly.
func scales(info []RankInfo) ([]scale, []int, int) {
	out, number := make([]scale, len(info)), make([]int, len(info))
	var first []int // rank of each clock
	origin := int64(math.MaxInt64)
	for i, r := range info {
		c := r.Clock
		if c.PerSecond <= 0 {
			c.PerSecond = 1e9
		}
		number[i] = len(first)
		for n, f := range first {
			o := out[f]
			o.origin = c.Unix0
			if info[f].Host == r.Host && math.Abs(o.at(c.Tick0)) < sameClock {
				number[i], c = n, o.clock
				break
			}
		}
		if number[i] == len(first) {
			first = append(first, i)
		}
		out[i] = scale{clock: c}
		origin = min(origin, c.Unix0)
	}
	for i := range out {
		out[i].origin = origin
	}
	return out, number, len(first)
}

// align puts time 0 at the first call of the job. first has the tick of each rank's first call.
func align(s []scale, first map[int32]uint64) {
	least, any := 0.0, false
	for rank, tick := range first {
		if t := s[rank].at(tick); !any || t < least {
			least, any = t, true
		}
	}
	for i := range s {
		s[i].first = least
	}
}

// Clocks turn the ticks of ranks into the time since the first call of the job.
type Clocks struct{ scales []scale }

// NewClocks returns the clocks of a job. info has an entry for each rank of MPI_COMM_WORLD, first the tick of the
// first call of each rank that made a call.
func NewClocks(info []RankInfo, first map[int32]uint64) *Clocks {
	s, _, _ := scales(info)
	align(s, first)
	return &Clocks{s}
}

// At returns the time of a tick of a rank, in nanoseconds since the first call of the job.
func (c *Clocks) At(rank int, tick uint64) int64 {
	return int64(math.Round(c.scales[rank].at(tick) * 1e9))
}

// Start returns the time of day of the first call of the job.
func (c *Clocks) Start() time.Time {
	if len(c.scales) == 0 {
		return time.Time{}
	}
	s := &c.scales[0]
	return time.Unix(0, s.origin+int64(math.Round(s.first*1e9)))
}
