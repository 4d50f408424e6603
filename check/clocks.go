package check

import (
	"time"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// wrongClock is by how much the clocks of two hosts must differ to be corrected.
// Ranks begin to record when MPI_Init returns, which waits for all of them: less
// than this may be true.
const wrongClock = 5 * time.Second

// shifts returns by how much to correct the time of day of each rank. Where the
// first rank of a host seems to have begun much later or sooner than the first rank of
// rank 0's host, it is the clock that is wrong; the host's time is then such that
// both begin at once. Findings never depend on it, except for which ranks had ended
// long before the others; and pictures would be minutes wide.
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
