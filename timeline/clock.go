package timeline

import "math"

// Clock relates a rank's ticks to time of day.
type Clock struct {
	Tick0     uint64
	Unix0     int64 // nanoseconds since 1970 at Tick0
	PerSecond float64
}

// RankInfo is what the log says about a rank apart from its calls.
type RankInfo struct {
	Host  string
	Clock Clock
	// Alive is the tick when the rank was last seen alive; 0 if not known.
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

// sameClock is how far two calibrations of one counter may be apart.
const sameClock = 0.1 // seconds

// scales gives each rank a scale. Ranks on one host share a counter and use the
// calibration of the first of them, so that their times can be compared exactly.
// It also returns the number of each rank's clock.
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
