package launch

import (
	"os"
	"time"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// freshPulses is the age, in pulses, up to which the last pulse of a rank describes its present activity.
const freshPulses = 3

// still returns the time in which no rank has begun or ended an MPI call, apart from calls that only poll; 0 if this
// time is unknown for some rank, or if all ranks have ended.
func (p *Progress) still(s Sight, now time.Time) time.Duration {
	return p.least(s, now, func(*lastPulse) bool { return true })
}

// AllWait is still for a job in which each rank has been in an MPI call for two pulses at least, and no other thread
// can call MPI; 0 for other jobs. All ranks were in their calls at the same moment.
func (p *Progress) AllWait(s Sight, now time.Time) time.Duration {
	return p.least(s, now, func(h *lastPulse) bool {
		return h.again && h.Doing == logdir.Waiting && h.Idle == 0 && !h.Free && h.Still >= 2*h.Every
	})
}

// someWait reports whether a rank waits in an MPI call or polls.
func (p *Progress) someWait() bool {
	for _, h := range p.ranks {
		if !h.Ended && (h.Doing == logdir.Waiting || h.Doing == logdir.Polling) {
			return true
		}
	}
	return false
}

// least returns the shortest time in which a rank has made no progress; 0 if holds is false for a rank, or if a rank
// has written no pulse lately.
func (p *Progress) least(s Sight, now time.Time, holds func(*lastPulse) bool) time.Duration {
	if s.Size == 0 || s.Heard < s.Size {
		return 0
	}
	least := time.Duration(0)
	for _, h := range p.ranks {
		quiet := now.Sub(h.at)
		switch {
		case h.Ended:
			continue
		case quiet > freshPulses*h.Every || !holds(h):
			return 0
		}
		if d := h.Still + quiet; least == 0 || d < least {
			least = d
		}
	}
	return least
}

// Written reports whether the segments have all that the ranks have written, according to their pulses: on another
// host, a part may still be on its way.
func (p *Progress) Written() bool {
	for rank, h := range p.ranks {
		info, err := os.Stat(logdir.SegmentName(p.dir(), rank))
		if err != nil || info.Size() < h.Size {
			return false
		}
	}
	return true
}

// endedBefore returns a pulse for each rank that ended before the pulses were read: the last rank of a host removes the
// file with the host's pulses.
func (p *Progress) endedBefore(dir string, size int) (out []logdir.Pulse) {
	for _, rank := range p.absent(size) {
		if over(dir, rank) {
			out = append(out, logdir.Pulse{Rank: rank, Ended: true})
		}
	}
	return out
}

// over reports whether a rank's segment says that the rank has ended.
func over(dir string, rank int) bool {
	r, err := segment.Open(logdir.SegmentName(dir, rank))
	if err != nil {
		return false
	}
	defer r.Close() // only read
	return r.State() > segment.Running && r.State() != segment.Off
}
