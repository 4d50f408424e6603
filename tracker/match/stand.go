package match

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// Seen is what the log's end adds to a rank's events: the call in which
// each thread was when it was last seen (from the rings, for calls that are
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
}

// standing is where a rank was at the end.
type standing struct {
	how  fact.EndState
	in   tracker.Site    // the call that never returned
	call *state.OpenCall // that call, if it was recorded
	last tracker.Site
	// lossy: records of the rank are missing, so it may have come.
	lossy bool
}

type standings struct {
	of            []standing
	rests         []*state.Rest
	busy, aborted bool // some rank could have gone on; some rank ended the job
	running       bool // the job has not ended
}

func (j *Job) stands(rests []*state.Rest, seen []Seen) *standings {
	st := &standings{of: make([]standing, j.Size), running: j.Running, rests: rests}
	for i, r := range rests {
		var last Seen
		if i < len(seen) {
			last = seen[i]
		}
		s := &st.of[i]
		*s = standingOf(r, &last)
		j.refine(st, r, last.Now, s)
		if s.how == fact.EndedStuck && last.Brief && calls.Of(s.in.Call).Epoch != calls.EpochTest {
			s.how = fact.EndedBrief
		}
		if last.Off && s.how >= fact.EndedStuck && s.how <= fact.EndedBusy {
			s.how, s.in, s.call = fact.EndedUnwatched, tracker.Site{}, nil
		}
		switch s.how {
		case fact.EndedBrief, fact.EndedBusy, fact.EndedNoLog, fact.EndedUnwatched:
			st.busy = true
		case fact.EndedStuck:
			st.busy = st.busy || s.lossy // it may stand elsewhere
		case fact.EndedAbort, fact.EndedInCall:
			st.aborted = true
		}
	}
	return st
}

// refine decides by what the call waits for: a rank whose blocking call can
// return is busy; one in an RMA call or in a test that can never succeed is
// stuck.
func (j *Job) refine(st *standings, r *state.Rest, now []tracker.Site, s *standing) {
	switch {
	case s.how == fact.EndedStuck && j.returns(st, s.call):
		s.how = fact.EndedBusy
	case s.how == fact.EndedBusy && j.polling(r):
		s.how, s.in = fact.EndedStuck, r.Last
	case s.how == fact.EndedBusy && j.starved(r):
		for _, n := range now {
			if calls.Of(n.Call).RMA != calls.NoRMA {
				s.how, s.in = fact.EndedStuck, n
			}
		}
	}
}

// polling reports whether the rank's last call was an MPI_Win_test of an
// exposure epoch that an origin has not completed.
func (j *Job) polling(r *state.Rest) bool {
	if calls.Of(r.Last.Call).Epoch != calls.EpochTest {
		return false
	}
	return slices.ContainsFunc(r.Wins, func(w state.WinRest) bool {
		p := j.pscw.of[w.On.ID]
		return w.Posted && p != nil && len(p.incomplete(w.On.Me)) > 0
	})
}

// starved reports whether the rank has an access epoch whose posts have not
// all come.
func (j *Job) starved(r *state.Rest) bool {
	return slices.ContainsFunc(r.Wins, func(w state.WinRest) bool {
		p := j.pscw.of[w.On.ID]
		return w.Started && p != nil && len(p.unposted(w.On.Me)) > 0
	})
}

// returns reports whether nothing keeps a blocking call from returning: all ranks
// it waits for have come.
func (j *Job) returns(st *standings, c *state.OpenCall) bool {
	if c == nil {
		return false
	}
	sem := calls.Of(c.Site.Call)
	if sem.Blocks == calls.BlocksOnMessage || sem.Blocks == calls.BlocksOnRequests {
		return j.messages.goesOn(c)
	}
	if c.On == nil {
		return sem.Frees == calls.ClassComm
	}
	if sem.Ordered {
		s := j.collectives.seqs[c.On.ID]
		if s == nil {
			return sem.Frees == calls.ClassComm // the last rank has come, and the order is gone
		}
		i, ok := s.place(c.Site.Rank)
		return ok && s.pos[i] > 0 && s.pos[i]-1 < s.base
	}
	switch sem.Epoch {
	case calls.EpochStart, calls.EpochComplete, calls.EpochWait:
		p := j.pscw.of[c.On.ID]
		return p != nil && !p.lost[c.On.Me] && len(j.waitsFor(st, c)) == 0
	}
	return false
}

// waitsFor lists the ranks that a call waits for.
func (j *Job) waitsFor(st *standings, c *state.OpenCall) []int32 {
	var out []int32
	if c.On == nil {
		return partners(j.messages.waitsOnMessages(st, c))
	}
	sem := calls.Of(c.Site.Call)
	if sem.Ordered {
		s := j.collectives.seqs[c.On.ID]
		if s == nil {
			return nil
		}
		i, ok := s.place(c.Site.Rank)
		if !ok || s.pos[i] == 0 {
			return nil
		}
		for m, p := range s.pos {
			if p < s.pos[i] {
				out = append(out, s.members[m])
			}
		}
		return out
	}
	p := j.pscw.of[c.On.ID]
	if p == nil {
		return nil
	}
	switch sem.Epoch {
	case calls.EpochStart, calls.EpochComplete:
		out = p.unposted(c.On.Me)
	case calls.EpochWait:
		out = p.incomplete(c.On.Me)
	case calls.EpochLock, calls.EpochLockAll:
		out = st.lockers(c)
	}
	slices.Sort(out)
	return out
}

// lockers lists the other ranks that hold a lock which a call waits for.
func (st *standings) lockers(c *state.OpenCall) []int32 {
	var out []int32
	for _, rank := range c.On.Members {
		if rank == c.Site.Rank || int(rank) >= len(st.rests) || st.rests[rank] == nil {
			continue
		}
		for _, w := range st.rests[rank].Wins {
			if w.On.ID == c.On.ID && (w.LockAll || c.Lock >= 0 && slices.Contains(w.Locks, int32(c.Lock))) {
				out = append(out, rank)
			}
		}
	}
	return out
}

func standingOf(r *state.Rest, seen *Seen) standing {
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
		}
	}
	switch ended := cmp.Or(r.Ended, seen.Ended); {
	case ended == event.EndAbort:
		s.how = fact.EndedAbort
	case ended == event.EndFinalized || r.Finalized:
		s.how = fact.EndedFinalized
	case ended == event.EndExit && (r.EndedIn != 0 || len(r.Open) > 0):
		s.how = fact.EndedInCall
	case ended == event.EndExit:
		s.how, s.in = fact.EndedExit, tracker.Site{}
	case !s.in.IsZero():
		s.how = fact.EndedStuck
	}
	return s
}

// openSite is a call of the rank that never returned, whatever it is.
func openSite(r *state.Rest) tracker.Site {
	if r == nil || len(r.Open) == 0 {
		return tracker.Site{}
	}
	return r.Open[0].Site
}

// mayBlock reports whether a call may wait for other ranks.
func mayBlock(k calls.Kind) bool {
	return calls.Of(k).Blocks != calls.NeverBlocks
}

// stand describes an absent rank.
func (st *standings) stand(rank int32) fact.Stand {
	s := fact.Stand{Rank: rank}
	if int(rank) >= len(st.of) || rank < 0 {
		return s
	}
	o := &st.of[rank]
	s.How, s.At, s.Running = o.how, o.last, st.running
	if !o.in.IsZero() {
		s.In, s.At = true, o.in
	}
	return s
}

// absent describes an absent rank, and where the ranks stand that it waits for.
func (j *Job) absent(st *standings, rank int32) fact.Stand {
	s := st.stand(rank)
	if s.At.IsZero() || st.of[rank].call == nil {
		return s
	}
	c := st.of[rank].call
	if s.How == fact.EndedStuck || s.How == fact.EndedBrief {
		s.Messages = j.messages.waitsOnMessages(st, c)
	}
	for _, r := range j.waitsFor(st, c) {
		if at := st.stand(r).At; !at.IsZero() {
			s.Behind = append(s.Behind, at)
		}
	}
	return s
}

// fault decides whether absent ranks are a fault of the program: they can
// never come, or every rank of the job is stuck.
func (st *standings) fault(absent []fact.Stand) bool {
	if st.aborted {
		return false
	}
	for _, a := range absent {
		if a.Rank >= 0 && int(a.Rank) < len(st.of) && st.of[a.Rank].lossy {
			return false
		}
	}
	for _, a := range absent {
		if a.Rank < 0 || int(a.Rank) >= len(st.of) {
			continue
		}
		if h := st.of[a.Rank].how; h == fact.EndedFinalized || h == fact.EndedExit {
			return true
		}
	}
	return !st.busy
}

// waiting says what a stuck rank waits for, nil where that is unknown.
func (j *Job) waiting(rank int, st *standings) *fact.Waiting {
	o := &st.of[rank]
	if o.how != fact.EndedStuck || o.call == nil {
		return nil
	}
	c := o.call
	sem := calls.Of(c.Site.Call)
	if c.On != nil && sem.Ordered {
		if s := j.collectives.seqs[c.On.ID]; s != nil && s.broken {
			return nil // the disagreement says what it waits for
		}
	}
	if len(c.Wants)+len(c.Others) > 0 {
		return j.messages.waitsOnMessages(st, c)
	}
	ranks := j.waitsFor(st, c)
	if len(ranks) == 0 {
		return nil
	}
	w := &fact.Waiting{Call: c.Site.Call}
	switch sem.Epoch {
	case calls.EpochStart, calls.EpochComplete:
		w.Call = calls.WinPost
	case calls.EpochWait:
		w.Call = calls.WinComplete
	case calls.EpochLock, calls.EpochLockAll:
		w.Call = 0
	}
	for _, r := range ranks {
		w.For = append(w.For, st.stand(r))
	}
	return w
}
