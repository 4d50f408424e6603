package end

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank"
)

// Run is a run that has ended, or a running job at the time of a check.
type Run struct {
	*Standings
	told told
	seen []Seen
	// unmet are starts and posts without a match whose cause is not decided yet.
	unmet []*fact.Unmatched
}

// New says where the ranks of a job stood, when all ops have been taken. rests say where each rank was, nil where
// it left no log; seen adds the log's end.
func New(c Config, rests []*rank.Rest, seen []Seen) *Run {
	s := &Standings{Config: c, of: make([]standing, c.Size), rests: rests}
	r := &Run{Standings: s, seen: seen, told: told{s, map[int32]bool{}, map[int32]bool{}, false}}
	end := lastOf(seen)
	for i, rest := range rests {
		var last Seen
		if i < len(seen) {
			last = seen[i]
		}
		o := &s.of[i]
		*o = standingOf(rest, &last)
		s.refine(rest, &last, o)
		o.cutShort(&last, died(&last, end) && !c.Running)
		if rest != nil && rest.Later.Open && !c.Running {
			o.endedIn(&rest.Later)
		}
		switch o.how {
		case fact.EndedBrief, fact.EndedBusy, fact.EndedPolls, fact.EndedKilled, fact.EndedNoLog, fact.EndedUnwatched:
			s.busy = true
		case fact.EndedStuck:
			s.busy = s.busy || o.lossy || o.call != nil && o.call.Abroad // the rank may be in another call, or go on
		case fact.EndedAbort, fact.EndedInCall:
			s.aborted = true
		}
	}
	return r
}

// refine decides by the needs of the call: a rank whose blocking call can return is busy; a rank in an RMA call or
// in a test that can never succeed is stuck, and a rank that calls MPI again and again polls.
func (s *Standings) refine(r *rank.Rest, seen *Seen, o *standing) {
	if o.how == fact.EndedStuck || o.how == fact.EndedBusy {
		if c := spins(r, seen); c != nil {
			o.how, o.in, o.call = fact.EndedPolls, c.Site, c
		}
	}
	switch {
	case o.how == fact.EndedStuck && o.call != nil && s.waits(o.call).over():
		o.how = fact.EndedBusy
	case o.how == fact.EndedBusy && s.polling(r):
		o.how, o.in = fact.EndedStuck, r.Last
		if i := slices.IndexFunc(r.Polls, func(c rank.OpenCall) bool { return c.Site == r.Last }); i >= 0 {
			o.call = &r.Polls[i]
		}
	case o.how == fact.EndedBusy && s.starved(r):
		for _, n := range seen.Now {
			if calls.Of(n.Call).RMA != calls.NoRMA {
				o.how, o.in = fact.EndedStuck, n
			}
		}
	case o.how == fact.EndedBusy && len(r.Open) == 0:
		if c := repeated(r, seen); c != nil {
			o.how, o.in, o.call = fact.EndedPolls, c.Site, c
		}
	}
}

// polling reports whether the rank's last call was an MPI_Win_test of an
// exposure epoch that an origin has not completed.
func (s *Standings) polling(r *rank.Rest) bool {
	return calls.Of(r.Last.Call).Epoch == calls.EpochTest && slices.ContainsFunc(r.Wins, func(w rank.WinRest) bool {
		return w.Posted && len(s.Matched.Incomplete(w.On)) > 0
	})
}

// starved reports whether the rank has an access epoch whose posts have not
// all come.
func (s *Standings) starved(r *rank.Rest) bool {
	return slices.ContainsFunc(r.Wins, func(w rank.WinRest) bool {
		return w.Started && len(s.Matched.Unposted(w.On)) > 0
	})
}

// See takes each fact that is found out at the end.
func (r *Run) See(f fact.Fact) { r.told.see(f) }

// Unmatched reports a start or post without a match. If its other rank stands in a call after which it may still
// make the missing call, the report waits until it is known who waits for whom.
func (r *Run) Unmatched(u *fact.Unmatched) {
	if u.Blocked.IsZero() || !r.inOwnCall(u.To.Rank) {
		r.Emit(u)
		return
	}
	r.unmet = append(r.unmet, u)
}

// undecided reports the starts and posts without a match, unless both ranks are in the same cycle: the cycle
// explains the missing call.
func (r *Run) undecided(cycles [][]int32) {
	for _, u := range r.unmet {
		if !slices.ContainsFunc(cycles, func(c []int32) bool {
			return slices.Contains(c, u.From) && slices.Contains(c, u.To.Rank)
		}) {
			r.Emit(u)
		}
	}
	r.unmet = nil
}

// Finish reports who waits for whom forever, and how the run ended, after all other facts.
func (r *Run) Finish() []fact.RankEnd {
	ends := make([]fact.RankEnd, r.Size)
	all := true
	for i := range ends {
		ends[i] = r.ended(i)
		all = all && ends[i].How == fact.EndedFinalized
	}
	if all {
		r.undecided(nil)
		r.killedInFinalize(ends)
		return ends
	}
	r.hangs(ends)
	if len(r.told.waits)+len(r.told.clash) == 0 && !r.told.hang {
		r.standstill(ends)
	}
	if !r.Running { // ranks of a running job have not ended
		r.Emit(&fact.Ends{Ranks: ends})
	}
	return ends
}

// ended says how a rank ended.
func (r *Run) ended(rank int) fact.RankEnd {
	s, rest := &r.of[rank], r.rests[rank]
	e := fact.RankEnd{Rank: rank, How: s.how, In: s.in, Last: s.last, Signal: s.signal,
		Success: rest != nil && rest.Success, Waiting: r.waiting(rank), Besides: r.besides(rank)}
	switch {
	case e.How == fact.EndedKilled && s.signal != 0 && !s.now.IsZero():
		e.In = s.now // of several threads the thread that got the signal
	case !e.In.IsZero() || s.lossy:
	case e.How == fact.EndedBusy:
		e.In = cmp.Or(openSite(rest), s.now)
	case e.How == fact.EndedKilled:
		e.In = s.now
	}
	e.Between = e.In.IsZero() && s.killedBetween(rest)
	return e
}

// killedBetween reports whether the rank was killed when its last recorded call had returned.
func (s *standing) killedBetween(rest *rank.Rest) bool {
	killed := s.how == fact.EndedBusy || s.how == fact.EndedKilled
	return killed && !s.lossy && len(rest.Open) == 0 && !s.last.IsZero()
}

// killedInFinalize emits the end of a run whose ranks have all called MPI_Finalize, if it did not return on some.
func (r *Run) killedInFinalize(ends []fact.RankEnd) {
	some := false
	for i := range ends {
		if r.of[i].finalizing && !r.Running {
			some, ends[i].How = true, fact.EndedFinalizing
		}
	}
	if some {
		r.Emit(&fact.Ends{Ranks: ends})
	}
}

// hangs reports the ranks that wait forever, except where the matchers have said why.
func (r *Run) hangs(ends []fact.RankEnd) {
	h := newHang(r.Standings)
	waiting := false
	for i := 0; i < len(r.of) && !r.aborted; i++ {
		waiting = h.add(i) || waiting
	}
	if !waiting {
		r.undecided(nil)
		return
	}
	h.graph.solve()
	cores := h.graph.cores()
	r.undecided(slices.DeleteFunc(slices.Clone(cores), func(core []int32) bool {
		return slices.ContainsFunc(core, func(rank int32) bool { return !r.inOwnCall(rank) })
	}))
	for _, core := range cores {
		if !r.told.explain(core) && !slices.ContainsFunc(core,
			func(rank int32) bool { return r.of[rank].how == fact.EndedBrief }) {
			h.report(ends, core, false)
		}
	}
	h.lost(ends, &r.told)
}

// standstill reports that no rank made progress although some rank polled, unless something else
// that has been reported explains it.
func (r *Run) standstill(ends []fact.RankEnd) {
	f := &fact.Standstill{For: -1, Running: r.Running}
	syncs := 0
	for i := range r.of {
		s := &r.of[i]
		switch s.how {
		case fact.EndedFinalized, fact.EndedExit:
			continue
		case fact.EndedPolls:
			f.Polls = append(f.Polls, ends[i])
			if s.call.Spins && len(s.call.Fetched) == 0 {
				syncs++
			}
		case fact.EndedStuck:
			f.Waiting++
		default:
			return
		}
		if s.lossy || i >= len(r.seen) || s.how == fact.EndedPolls && r.finds(s.call) {
			return
		}
		if d := stillFor(r.rests[i], &r.seen[i]); f.For < 0 || d < f.For {
			f.For = d
		}
	}
	if syncs > 1 {
		return // these ranks may be telling each other by loads and stores
	}
	if len(f.Polls) > 0 && f.For >= r.Still {
		r.Emit(f)
	}
}

// finds reports whether a call that polls would find something the next time.
func (r *Run) finds(c *rank.OpenCall) bool {
	if w := r.waits(c); w.sem.Epoch != calls.EpochTest {
		return w.goesOn()
	} else {
		return w.epochOver()
	}
}
