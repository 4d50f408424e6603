package check

import (
	"time"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// wrongClock is the smallest difference between the clocks of two hosts that is corrected. A smaller difference may be
// real: MPI_Init waits for all ranks, but returns, and so recording begins, at different times.
const wrongClock = 5 * time.Second

// shifts returns, by rank, the correction of its time of day. If the first rank of a host seems to have begun much
// later or sooner than the first rank of rank 0's host, the host's clock is wrong, and the correction lets both begin
// at once. Timelines would be minutes wide without it. Of the findings, only those about ranks that ended long before
// the others depend on it.
func shifts(l *logdir.Log) map[int]time.Duration {
	first := map[string]int64{} // by host: when its first rank began
	for _, r := range l.Ranks() {
		if h := r.Header; h != nil {
			if at, ok := first[h.Host]; !ok || h.Ticks.Unix0 < at {
				first[h.Host] = h.Ticks.Unix0
			}
		}
	}
	out := map[int]time.Duration{}
	if len(first) < 2 {
		return out
	}
	var origin int64
	for _, r := range l.Ranks() { // the lowest rank there is, usually rank 0
		if r.Header != nil {
			origin = first[r.Header.Host]
			break
		}
	}
	for _, r := range l.Ranks() {
		if r.Header == nil {
			continue
		}
		if d := time.Duration(origin - first[r.Header.Host]); d.Abs() > wrongClock {
			out[r.Rank] = d
		}
	}
	return out
}
