package match

import (
	"cmp"
	"slices"
	"syscall"
	"time"

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
	// Beats are what was last seen of threads, and Rate is how many ticks a second has; 0: unknown.
	Beats []Beat
	Rate  float64
	// Signal is what the process died of, if that is known, In the call of the thread that got it, if it was in one,
	// and Alive when the process was last seen alive.
	Signal syscall.Signal
	In     tracker.Site
	Alive  time.Time
	// Fault is the access in In that has caused the signal.
	Fault state.Fault
}

// standing is where a rank was at the end.
type standing struct {
	how  fact.EndState
	in   tracker.Site    // the call that never returned
	call *state.OpenCall // that call, if it was recorded
	last tracker.Site
	// now is a call that a thread was last seen in: the thread that got the signal, if there was one. Of calls with
	// one record, records do not say whether they have returned.
	now tracker.Site
	// lossy: records of the rank are missing, so it may have come.
	lossy  bool
	signal syscall.Signal // that it died of; 0: unknown
	// finalizing: it was killed in MPI_Finalize, though EndedFinalized.
	finalizing bool
}

type standings struct {
	of            []standing
	rests         []*state.Rest
	busy, aborted bool // some rank could have gone on; some rank ended the job
	running       bool // the job has not ended
}

func (j *Job) stands(rests []*state.Rest, seen []Seen) *standings {
	st := &standings{of: make([]standing, j.Size), running: j.Running, rests: rests}
	end := lastOf(seen)
	for i, r := range rests {
		var last Seen
		if i < len(seen) {
			last = seen[i]
		}
		s := &st.of[i]
		*s = standingOf(r, &last)
		j.refine(st, r, &last, s)
		if s.how == fact.EndedStuck && last.Brief && calls.Of(s.in.Call).Epoch != calls.EpochTest {
			s.how = fact.EndedBrief
		}
		if last.Off && s.how.Unfinished() {
			s.how, s.in, s.call = fact.EndedUnwatched, tracker.Site{}, nil
		}
		if died(&last, end) && !j.Running && s.how.Unfinished() {
			s.how, s.signal, s.call = fact.EndedKilled, last.Signal, nil
			if s.signal != 0 {
				s.now = last.In
			}
		}
		switch s.how {
		case fact.EndedBrief, fact.EndedBusy, fact.EndedPolls, fact.EndedKilled, fact.EndedNoLog, fact.EndedUnwatched:
			st.busy = true
		case fact.EndedStuck:
			st.busy = st.busy || s.lossy || s.call != nil && s.call.Abroad // it may stand elsewhere, or go on
		case fact.EndedAbort, fact.EndedInCall:
			st.aborted = true
		}
	}
	return st
}

// earlier is by how much sooner than the last one a rank must have ended to have done so by itself: those
// that a launcher kills it kills together, and clocks of nodes may differ.
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

// refine decides by what the call waits for: a rank whose blocking call can
// return is busy; one in an RMA call or in a test that can never succeed is
// stuck, and one that calls MPI again and again polls.
func (j *Job) refine(st *standings, r *state.Rest, seen *Seen, s *standing) {
	switch {
	case s.how == fact.EndedStuck && j.returns(st, s.call):
		s.how = fact.EndedBusy
	case s.how == fact.EndedBusy && j.polling(r):
		s.how, s.in = fact.EndedStuck, r.Last
	case s.how == fact.EndedBusy && j.starved(r):
		for _, n := range seen.Now {
			if calls.Of(n.Call).RMA != calls.NoRMA {
				s.how, s.in = fact.EndedStuck, n
			}
		}
	case s.how == fact.EndedBusy && len(r.Open) == 0:
		if c := repeated(r, seen); c != nil {
			s.how, s.in, s.call = fact.EndedPolls, c.Site, c
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
	if c.Gathers != nil || c.Leader >= 0 {
		return len(j.waitsFor(st, c)) == 0
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
	gathers := c.Gathers != nil || c.Leader >= 0
	if c.On == nil && !gathers {
		return partners(j.messages.waitsOnMessages(st, c))
	}
	sem := calls.Of(c.Site.Call)
	if c.On != nil && sem.Ordered {
		out = j.notInRow(c)
	}
	if gathers && len(out) == 0 {
		out = j.gathering(st, c)
	}
	if gathers || sem.Ordered {
		return out
	}
	p := j.pscw.of[c.On.ID]
	if p == nil {
		return nil
	}
	switch sem.Epoch {
	case calls.EpochStart, calls.EpochComplete:
		out = p.unposted(c.On.Me)
	case calls.EpochWait, calls.EpochTest:
		out = p.incomplete(c.On.Me)
	}
	if len(c.Locks) > 0 {
		out, _ = st.lockers(c)
	}
	slices.Sort(out)
	return out
}

// notInRow lists the ranks that have not made a collective call which a rank is in.
func (j *Job) notInRow(c *state.OpenCall) (out []int32) {
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

// lockers lists the other ranks that hold a lock which a call waits for, or have asked for one: of several
// it is not known which. asked is the last call of its own rank that asked for it.
func (st *standings) lockers(c *state.OpenCall) (out []int32, asked tracker.Site) {
	for _, rank := range c.On.Members {
		if rank == c.Site.Rank || int(rank) >= len(st.rests) || st.rests[rank] == nil {
			continue
		}
		for _, w := range st.rests[rank].Wins {
			if w.On.ID != c.On.ID {
				continue
			}
			for _, l := range c.Locks {
				if !slices.ContainsFunc(w.Locks, func(o state.RestLock) bool { return l.Excludes(o.LockRef) }) {
					continue
				}
				if asked = l.Site; !slices.Contains(out, rank) {
					out = append(out, rank)
				}
			}
		}
	}
	return out, asked
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
			s.now = n
		}
	}
	ended := cmp.Or(r.Ended, seen.Ended)
	elsewhere := ended == event.EndExit && r.EndedIn != 0 && r.EndedIn != calls.Finalize // another thread, or a callback
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
	s.How, s.At, s.Running, s.Signal = o.how, o.last, st.running, o.signal
	in := o.in
	if (o.how == fact.EndedBusy || o.how == fact.EndedKilled) && !st.running && !o.lossy {
		in = cmp.Or(in, o.now)
	}
	if !in.IsZero() {
		s.In, s.At = true, in
		if c := o.call; c != nil && c.On != nil && calls.Of(c.Site.Call).Over == calls.ClassComm {
			s.On = c.On.Object
		}
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
	if s.How == fact.EndedStuck || s.How == fact.EndedBrief || s.How == fact.EndedPolls {
		s.Waits = j.waitsApart(st, c)
	}
	for _, r := range j.waitsFor(st, c) {
		if at := st.stand(r).At; !at.IsZero() {
			s.Behind = append(s.Behind, at)
		}
	}
	return s
}

// madeAlone returns a call like the one that an absent rank did not come to, on a communicator of its own, unless the ranks that
// have come made one at the same line, too.
func (st *standings) madeAlone(rank int32, f *fact.Missing) (x fact.Elsewhere) {
	rest := st.rests[rank]
	if rest == nil || rest.Alone.Site.IsZero() || calls.Of(rest.Alone.Site.Call).As != f.Call {
		return x
	}
	at := rest.Alone.Site
	if slices.ContainsFunc(f.Arrived, func(s tracker.Site) bool { return st.rests[s.Rank].Alone.Site.PC == at.PC }) {
		return x
	}
	return fact.Elsewhere{Site: at, On: rest.Alone.On, Alone: true}
}

// finalized reports whether a rank has left MPI as it should, with all records there.
func (st *standings) finalized(rank int32) bool {
	if rank < 0 || int(rank) >= len(st.of) {
		return false
	}
	s := &st.of[rank]
	return s.how == fact.EndedFinalized && !s.finalizing && !s.lossy
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
	if o.how != fact.EndedStuck && o.how != fact.EndedPolls || o.call == nil {
		return nil
	}
	c := o.call
	sem := calls.Of(c.Site.Call)
	if c.On != nil && sem.Ordered {
		if s := j.collectives.seqs[c.On.ID]; s != nil && s.broken {
			return nil // the disagreement says what it waits for
		}
	}
	w := j.wantedBy(st, c)
	if w != nil {
		w.Polls = o.how == fact.EndedPolls
	}
	return w
}

// wantedBy says what a call waits for, nil where that is unknown.
func (j *Job) wantedBy(st *standings, c *state.OpenCall) *fact.Waiting {
	if c.Abroad {
		return &fact.Waiting{Abroad: true}
	}
	if len(c.Wants)+len(c.Others) > 0 {
		return j.messages.waitsOnMessages(st, c)
	}
	ranks := j.waitsFor(st, c)
	if len(ranks) == 0 {
		return nil
	}
	w := &fact.Waiting{Call: c.Site.Call}
	if c.On != nil && calls.Of(c.Site.Call).Over == calls.ClassComm {
		w.On = c.On.Object
	}
	switch calls.Of(c.Site.Call).Epoch {
	case calls.EpochStart, calls.EpochComplete:
		w.Call = calls.WinPost
	case calls.EpochWait, calls.EpochTest:
		w.Call = calls.WinComplete
	}
	if len(c.Locks) > 0 {
		w.Call, w.Any = 0, len(ranks) > 1
		if _, at := st.lockers(c); at != c.Site {
			w.Asked = at
		}
	}
	for _, r := range ranks {
		w.For = append(w.For, st.stand(r))
	}
	return w
}

// waitsApart is what a call waits for, unless it is collective: then it waits for those that miss it elsewhere.
func (j *Job) waitsApart(st *standings, c *state.OpenCall) *fact.Waiting {
	if calls.Of(c.Site.Call).Ordered || c.Gathers != nil || c.Leader >= 0 {
		return nil
	}
	return j.wantedBy(st, c)
}
