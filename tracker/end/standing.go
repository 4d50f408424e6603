package end

import (
	"cmp"
	"syscall"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/sessions"
)

// standing is where a rank was at the end.
type standing struct {
	how  fact.EndState
	in   tracker.Site   // the call that never returned
	call *rank.OpenCall // that call, if it was recorded
	last tracker.Site
	// now is a call that a thread was last seen in: the thread that got the signal, if any. If a call has a single
	// record, the records do not say whether it has returned.
	now tracker.Site
	// lossy: records of the rank are missing, so it may have come.
	lossy  bool
	signal syscall.Signal // that it died of; 0: unknown
	// finalizing: it was killed in MPI_Finalize, though EndedFinalized.
	finalizing bool
}

func standingOf(r *rank.Rest, seen *Seen) standing {
	if r == nil {
		return standing{how: fact.EndedNoLog}
	}
	s := standing{how: fact.EndedBusy, last: r.Last, lossy: r.Gaps}
	for i := range r.Open {
		if c := &r.Open[i]; s.call == nil && mayBlock(c.Site.Call) {
			s.call, s.in = c, c.Site
		}
	}
	if s.in.IsZero() {
		for _, n := range seen.Now {
			if mayBlock(n.Call) {
				s.in = n
			}
			s.now = n
		}
	}
	ended := cmp.Or(r.Ended, seen.Ended)
	// another thread, or a callback
	elsewhere := ended == event.EndExit && r.EndedIn != 0 && r.EndedIn != calls.Finalize
	switch {
	case ended == event.EndAbort:
		s.how = fact.EndedAbort
	case ended == event.EndFinalized || r.Finalized && !elsewhere:
		s.how = fact.EndedFinalized
		if s.finalizing = ended == 0 && !s.in.IsZero() && !s.lossy && !seen.Off; s.finalizing {
			s.signal = seen.Signal
		}
	case ended == event.EndExit && (r.EndedIn != 0 || len(r.Open) > 0):
		s.how = fact.EndedInCall
		if s.in.IsZero() && r.EndedIn == r.Last.Call { // of a call that never blocks
			s.in = r.Last
		}
	case ended == event.EndExit:
		s.how, s.in = fact.EndedExit, tracker.Site{}
	case !s.in.IsZero():
		s.how = fact.EndedStuck
	}
	return s
}

// openSite is a call of the rank that never returned, whatever it is.
func openSite(r *rank.Rest) tracker.Site {
	if r == nil || len(r.Open) == 0 {
		return tracker.Site{}
	}
	return r.Open[0].Site
}

// mayBlock reports whether a call may wait for other ranks.
func mayBlock(k calls.Kind) bool {
	return calls.Of(k).Blocks != calls.NeverBlocks
}

// kindOfWait puts calls together that wait for the same kind of thing.
func kindOfWait(c *rank.OpenCall) calls.Blocks {
	switch b := calls.Of(c.Site.Call).Blocks; b {
	case calls.BlocksOnRequests:
		return calls.BlocksOnMessage
	case calls.BlocksOnComplete:
		return calls.BlocksOnPosts
	case calls.BlocksOnTarget:
		return calls.BlocksOnLock
	default:
		return b
	}
}

// endedIn says that the rank was killed in an MPI_Session_init after the end of recording.
func (s *standing) endedIn(c *sessions.Later) {
	*s = standing{how: fact.EndedKilled, in: c.Site, now: c.Site, last: s.last, lossy: s.lossy,
		signal: syscall.Signal(c.Signal)}
}

// cutShort says that the rank was cut off: it was killed by itself, recording stopped, or it was last seen when it
// had hardly entered its call.
func (s *standing) cutShort(seen *Seen, killed bool) {
	if s.how == fact.EndedStuck && seen.Brief && calls.Of(s.in.Call).Epoch != calls.EpochTest {
		s.how = fact.EndedBrief
	}
	if seen.Off && s.how.Unfinished() {
		s.how, s.in, s.call = fact.EndedUnwatched, tracker.Site{}, nil
	}
	if killed && s.how.Unfinished() {
		s.how, s.signal, s.call = fact.EndedKilled, seen.Signal, nil
		if s.signal != 0 {
			s.now = seen.In
		}
	}
}
