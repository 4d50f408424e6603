package provoke

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker"
)

// Milliseconds that a forced `match` or `order` choice waits at most, and that a delay lasts.
const (
	matchMs = 2000 // until the message is there
	orderMs = 1000 // until the request is complete
	delayMs = 500
)

// mostPauses bounds the ranks that are paused at a place, one per run.
const mostPauses = 2

// Survey holds the choices that MPI had in a run, as its log shows them.
type Survey struct {
	Candidates []Candidate
	// Turns: there are calls whose results depend on which rank comes first: atomic calls that fetch, exclusive locks,
	// accesses by the shared file pointer.
	Turns bool
	// way is a digest of the messages that receives from any source took. Two runs with the same digest went the same
	// way.
	way uint64
}

// SameWay reports whether receives from any source took the same messages in both runs.
func (s *Survey) SameWay(o *Survey) bool { return s.way == o.way }

// rankSurvey collects the candidates of a rank.
type rankSurvey struct {
	log      *logdir.RankLog
	receives *receives
	found    []Candidate
	has      map[Kind][]tracker.Site // calls that are forced everywhere at once, the first of each place
	known    map[Choice]bool
	last     map[uint16]*seen // call of each thread
	// persistent: the rank has persistent requests; MPI_Test of an inactive request must return true.
	persistent bool
	turns      bool // see Survey.Turns
}

// Look reads the choices that MPI had in the run whose log is at the path.
func Look(path string) (*Survey, error) {
	l, err := logdir.Open(path)
	if err != nil {
		return nil, err
	}
	defer l.Close() // only read
	var ranks []*rankSurvey
	for _, r := range l.Ranks() {
		if r.Header == nil {
			continue
		}
		f, err := flavourOf(r.Header)
		if err != nil {
			return nil, err
		}
		x := &rankSurvey{log: r, receives: newReceives(f), has: map[Kind][]tracker.Site{}, known: map[Choice]bool{},
			last: map[uint16]*seen{}}
		if err := walk(r, x); err != nil {
			return nil, err
		}
		ranks = append(ranks, x)
	}
	return join(ranks), nil
}

func flavourOf(h *segment.Header) (*calls.Flavour, error) {
	f := calls.FlavourByName(h.Flavour)
	if f == nil {
		return nil, fmt.Errorf("the log is of an MPI library that gomarmot does not know: %s", h.Flavour)
	}
	return f, nil
}

// join puts the candidates of all ranks together.
func join(ranks []*rankSurvey) *Survey {
	s := &Survey{}
	has, by := map[Kind][]tracker.Site{}, map[Kind]int{}
	way := fnv.New64a()
	for _, r := range ranks {
		r.matches(way)
		s.Turns = s.Turns || r.turns
		kinds := map[Kind]bool{}
		for _, c := range r.found {
			kinds[c.Kind] = true
		}
		for k := range kinds {
			by[k]++
		}
		for k, sites := range r.has {
			has[k] = append(has[k], sites...)
		}
	}
	for _, k := range []Kind{Send, Fill, RMA, File, Early, Sync} {
		if len(has[k]) > 0 {
			s.Candidates = append(s.Candidates, Candidate{Choice: Choice{Kind: k, Rank: every, count: every},
				Wide: true, Sites: has[k]})
		}
	}
	persistent := slices.ContainsFunc(ranks, func(r *rankSurvey) bool { return r.persistent })
	pauses := map[place]int{}
	for _, r := range ranks {
		for _, c := range r.found {
			if c.Kind == Flag && persistent && c.Site.Call != calls.Iprobe && c.Site.Call != calls.Improbe {
				continue
			}
			if c.Kind == Pause {
				if pauses[c.place()]++; pauses[c.place()] > mostPauses || len(ranks) < 2 {
					continue
				}
			}
			if (c.Kind == Lock || c.Kind == Shared) && by[c.Kind] < 2 || c.Kind == Thread && len(r.last) < 2 {
				continue // no other rank or thread competes
			}
			s.Candidates = append(s.Candidates, c)
		}
	}
	s.way = way.Sum64()
	return s
}

// matches adds the candidates of receives from any source.
func (x *rankSurvey) matches(way io.Writer) {
	for i, v := range x.receives.all {
		if v.source != x.receives.flavour.AnySource || !narrows(v.call) {
			continue
		}
		fmt.Fprintln(way, x.log.Rank, i, v.from, v.with)
		count := v.call.count
		if calls.Of(v.call.site.Call).Polls {
			count = every
		}
		for _, from := range x.receives.others(i) {
			x.add(v.call, Choice{Kind: Match, Rank: x.log.Rank, count: count, source: from, index: v.index,
				ms: matchMs}, v.from)
		}
	}
}

// narrows reports whether libgomarmot.so can make the call take another message.
func narrows(c *seen) bool {
	switch c.site.Call {
	case calls.Recv, calls.Irecv, calls.Probe, calls.Iprobe, calls.Mprobe, calls.Improbe, calls.Sendrecv, calls.Start,
		calls.Startall:
		return true
	}
	return false
}

// add adds a candidate at the place of the call, once.
func (x *rankSurvey) add(c *seen, choice Choice, took int64) {
	choice.call = c.name()
	choice.Module, choice.offset = moduleOf(x.log, c.site.PC)
	if choice.Module == "" || x.known[choice] {
		return
	}
	x.known[choice] = true
	x.found = append(x.found, Candidate{Choice: choice, Site: c.site, took: took})
}

// entered implements visitor.
func (x *rankSurvey) entered(c *seen, s *calls.Sem) {
	before := x.last[c.site.Ring]
	if !s.Polls {
		x.last[c.site.Ring] = c
	}
	if c.site.PC == 0 {
		return
	}
	x.persistent = x.persistent || s.Persistent
	x.turns = x.turns || takesTurns(c, s, x.receives.flavour)
	for _, k := range everywhere(c.site.Call, s) {
		x.has[k] = x.first(k, c)
		if k != Early && k != Sync { // Early and Sync apply to all ranks
			x.add(c, Choice{Kind: k, Rank: every, count: every}, 0)
		}
	}
	if deniable(c.site.Call) {
		x.add(c, Choice{Kind: Flag, Rank: every, count: every}, 0)
	}
	if s.IO.Half == calls.SplitBegin || c.site.Call == calls.FileIreadAt || c.site.Call == calls.FileIwriteAt {
		x.has[File] = x.first(File, c)
	}
	if s.Repeats() && len(c.array) > 1 {
		x.add(c, Choice{Kind: Order, Rank: x.log.Rank, count: every, index: every}, 0)
		if !s.Polls && c.count <= 3 {
			x.add(c, Choice{Kind: Order, Rank: x.log.Rank, count: c.count, index: every, ms: orderMs}, 0)
		}
	}
	if k := competes(s); k != "" && c.count == 1 {
		x.add(c, Choice{Kind: k, Rank: x.log.Rank, count: 1, ms: delayMs}, 0)
		if k == Late && before != nil {
			x.add(before, Choice{Kind: k, Rank: x.log.Rank, count: before.count, ms: delayMs, after: true,
				to: c.name()}, 0)
		}
	}
	if c.count == 1 && touches(s) {
		x.add(c, Choice{Kind: Pause, Rank: x.log.Rank, count: 1, ms: delayMs, after: true}, 0)
	}
	if c.count == 1 && (touches(s) || !s.Polls && (s.RMA != calls.NoRMA || s.File >= 0 || s.Frees != 0)) {
		x.add(c, Choice{Kind: Thread, Rank: x.log.Rank, count: 1, ms: delayMs}, 0)
	}
}

// first returns the calls of a kind that is forced everywhere, with c if it is the first at its place.
func (x *rankSurvey) first(k Kind, c *seen) []tracker.Site {
	if c.count > 1 {
		return x.has[k]
	}
	return append(x.has[k], c.site)
}

// returned implements visitor.
func (x *rankSurvey) returned(r returned, s *calls.Sem) {
	x.receives.posts(r, s)
	if s.Step == calls.RequestActivate {
		x.receives.starts(r, s)
	}
	if s.Completes != calls.CompletesNone {
		x.receives.completes(r, s)
	}
}

// takesTurns reports whether the result of a call depends on which rank comes first.
func takesTurns(c *seen, s *calls.Sem, f *calls.Flavour) bool {
	switch c.site.Call {
	case calls.FetchAndOp, calls.CompareAndSwap, calls.GetAccumulate, calls.RgetAccumulate:
		return true
	case calls.WinLock:
		return len(c.args) > 0 && c.args[0] == f.LockExclusive
	}
	return competes(s) == Shared
}

// deniable reports whether libgomarmot.so can make the call return a false flag.
func deniable(k calls.Kind) bool {
	switch k {
	case calls.Test, calls.Testall, calls.RequestGetStatus, calls.Iprobe, calls.Improbe:
		return true
	}
	return false
}

// touches reports whether other ranks may take part in the call, or wait for it: a rank that pauses after the call is
// late relative to these ranks.
func touches(s *calls.Sem) bool {
	return !s.Polls && s.Job == calls.NoJobStep &&
		(s.Over != 0 || s.Epoch != calls.NoEpochStep || s.Completes != calls.CompletesNone ||
			s.Dest >= 0 || s.Source >= 0)
}

// everywhere returns the kinds that apply to the call and are first forced in all calls at once.
func everywhere(k calls.Kind, s *calls.Sem) []Kind {
	switch k {
	case calls.Send, calls.Isend, calls.SendInit, calls.Sendrecv:
		return []Kind{Send}
	case calls.Irecv, calls.Imrecv, calls.RecvInit, calls.FileIread, calls.FileIreadAll, calls.FileIreadShared,
		calls.FileIreadAt, calls.FileIreadAtAll,
		calls.Ibcast, calls.Igather, calls.Iscatter, calls.Iallgather, calls.Ialltoall, calls.Ireduce, calls.Iallreduce,
		calls.Iscan,
		calls.IreduceScatterBlock, calls.IreduceScatter, calls.Iexscan, calls.Igatherv, calls.Iscatterv,
		calls.Iallgatherv, calls.Ialltoallv:
		return []Kind{Fill}
	case calls.Bcast, calls.Gather, calls.Scatter, calls.Gatherv, calls.Scatterv:
		return []Kind{Early, Sync}
	case calls.Reduce, calls.Scan, calls.Exscan:
		return []Kind{Sync}
	}
	if s.RMA != calls.NoRMA {
		return []Kind{RMA}
	}
	return nil
}

// competes returns the kind that delays a rank before the call; "" if no kind does.
func competes(s *calls.Sem) Kind {
	switch {
	case s.Epoch == calls.EpochLock || s.Epoch == calls.EpochLockAll:
		return Lock
	case s.IO.Data && s.IO.Pointer == calls.PointerShared && !s.IO.Collective:
		return Shared
	case s.Over == calls.ClassComm && s.StartsOut < 0 && s.MakesOut < 0 && loose(s.Flow):
		return Late
	}
	return ""
}

// loose reports whether some ranks may leave a collective call before others have entered it.
func loose(f calls.Flow) bool {
	return f == calls.FlowRootToAll || f == calls.FlowAllToRoot || f.Scans() || f == calls.FlowNeighbors
}

// IsAt reports whether the candidate is about one of the calls, or about another call at its place.
func (c *Candidate) IsAt(sites []tracker.Site) bool {
	own := c.Sites
	if !c.Wide {
		own = append(slices.Clone(own), c.Site)
	}
	return slices.ContainsFunc(own, func(a tracker.Site) bool {
		return slices.ContainsFunc(sites, func(b tracker.Site) bool {
			return a.Rank == b.Rank && a.Call == b.Call && a.PC == b.PC
		})
	})
}
