package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/state"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// hang finds the ranks of a run that hung which wait forever.
type hang struct {
	*Job
	*standings
	graph *wait.Graph
	// groups are the nodes for what many ranks wait for in the same way.
	groups map[groupKey]int32
	rows   map[*wait.Row]int32 // the same for operations of requests
	// inVain are ranks of which a thread waits for ranks that are gone, whatever other threads may do.
	inVain map[int32]bool
}

// told says which ranks the facts so far are about.
type told struct {
	st    *standings
	waits map[int32]bool // why they wait
	clash map[int32]bool // they make different collective calls
	hang  bool           // ranks wait forever
}

// groupKey names a collective call of a communicator, window or file, or those who may send on it.
type groupKey struct {
	on  uint64
	row int64 // -1: senders
}

// see notes the ranks that a fact is about.
func (t *told) see(f fact.Fact) {
	switch f := f.(type) {
	case *fact.Missing:
		for i := range f.Arrived {
			if t.isIn(&f.Arrived[i]) {
				t.waits[f.Arrived[i].Rank] = true
			}
		}
	case *fact.Disagreement:
		t.clash[f.A.Rank], t.clash[f.B.Rank] = true, true
		for _, list := range [][]tracker.Site{f.Others, f.Against} {
			for i := range list {
				t.clash[list[i].Rank] = true
			}
		}
	case *fact.Unmatched:
		if !f.Blocked.IsZero() {
			t.waits[f.From] = true
		}
	case *fact.Hang:
		t.hang = true
	}
}

// isIn reports whether a rank is in a call, or waits for the end of what it began. A rank that has begun a
// nonblocking call may be in another one, and wait for something else.
func (t *told) isIn(site *tracker.Site) bool {
	c := t.st.of[site.Rank].call
	return c == nil || c.Site == *site || slices.ContainsFunc(c.Others, func(p state.Pending) bool { return p.Made == *site })
}

// explain reports whether the facts say why some rank of a core waits. They speak of one object each: that
// calls on several ones form a cycle they do not say, nor that others are in it than collective calls on an object
// and calls of one more kind.
func (t *told) explain(core []int32) bool {
	if slices.ContainsFunc(core, func(r int32) bool { return t.clash[r] }) {
		return true
	}
	objects, others := map[uint64]bool{}, map[calls.Blocks]bool{}
	for _, r := range core {
		switch c := t.st.of[r].call; {
		case c == nil:
		case c.On != nil && calls.Of(c.Site.Call).Ordered && c.Leader < 0:
			objects[c.On.ID] = true
		default:
			others[kindOfWait(c)] = true
		}
	}
	if len(others) == 0 {
		return len(objects) == 1
	}
	return len(objects)+len(others) <= 2 && slices.ContainsFunc(core, func(r int32) bool { return t.waits[r] })
}

// kindOfWait puts calls together that wait for the same kind of thing.
func kindOfWait(c *state.OpenCall) calls.Blocks {
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

// inOwnCall reports whether a rank is stuck in a call that it makes by itself, after which it may still make those that
// others wait for: one that waits for epochs, messages or locks.
func (st *standings) inOwnCall(rank int32) bool {
	s := &st.of[rank]
	if s.how != fact.EndedStuck || s.call == nil || calls.Of(s.call.Site.Call).Ordered {
		return false
	}
	k := kindOfWait(s.call)
	return k == calls.BlocksOnPosts || k == calls.BlocksOnMessage || k == calls.BlocksOnLock
}

// hangs reports the ranks that wait forever, except those of which the matchers have said why.
func (j *Job) hangs(st *standings, ends []fact.RankEnd, by *told) {
	h := &hang{Job: j, standings: st, graph: wait.NewGraph(j.Size), groups: map[groupKey]int32{}, rows: map[*wait.Row]int32{}, inVain: map[int32]bool{}}
	waiting := false
	for i := 0; i < len(st.of) && !st.aborted; i++ {
		waiting = h.add(i) || waiting
	}
	if !waiting {
		j.pscw.undecided(nil)
		return
	}
	h.graph.Solve()
	cores := h.graph.Cores()
	j.pscw.undecided(slices.DeleteFunc(slices.Clone(cores), func(core []int32) bool {
		return slices.ContainsFunc(core, func(r int32) bool { return !st.inOwnCall(r) })
	}))
	for _, core := range cores {
		if !by.explain(core) && !slices.ContainsFunc(core, func(r int32) bool { return st.of[r].how == fact.EndedBrief }) {
			h.report(ends, core, false)
		}
	}
	h.lost(ends, by)
}

// lost reports the ranks that wait for ranks which are gone, by the calls in which they wait.
func (h *hang) lost(ends []fact.RankEnd, by *told) {
	type place struct {
		call calls.Kind
		pc   uint64
	}
	at := map[place][]int32{}
	var order []place
	for i := range ends {
		rank := int32(i)
		if !h.graph.Lost(rank) && !h.inVain[rank] || by.waits[rank] || by.clash[rank] {
			continue
		}
		if h.of[i].how == fact.EndedBrief { // what it entered just before it was killed could not return either
			ends[i].Waiting = h.messages.waitsOnMessages(h.standings, h.of[i].call)
		}
		if w := ends[i].Waiting; w == nil || len(w.Messages)+len(w.Others) == 0 && h.of[i].call.Gathers == nil && h.of[i].call.Leader < 0 {
			continue // the matchers of collective calls and epochs say why
		}
		p := place{ends[i].In.Call, ends[i].In.PC}
		if at[p] == nil {
			order = append(order, p)
		}
		at[p] = append(at[p], rank)
	}
	for _, p := range order {
		h.report(ends, at[p], true)
	}
}

func (h *hang) report(ends []fact.RankEnd, ranks []int32, gone bool) {
	f := &fact.Hang{Gone: gone, Behind: h.graph.Behind(ranks)}
	for _, r := range ranks {
		f.Ranks = append(f.Ranks, ends[r])
		f.Threads = f.Threads || h.rests[r].Multiple && !(gone && h.waitsForGone(h.of[r].call)) // another thread cannot help
	}
	h.emit(f)
}

// add adds a rank to the graph; it reports whether the rank waits.
func (h *hang) add(i int) bool {
	s := &h.of[i]
	switch {
	case s.how == fact.EndedFinalized, s.how == fact.EndedExit, s.how == fact.EndedStuck && calls.Of(s.in.Call).Blocks == calls.BlocksOnJob:
		h.graph.Leave(i)
	case s.how != fact.EndedStuck && s.how != fact.EndedBrief, s.call == nil, s.lossy:
	case h.rests[i].Idle == 0:
		return h.addThreads(i, h.rests[i].Open)
	case s.how == fact.EndedStuck && h.waitsForGone(s.call): // the rank may go on, this thread cannot
		h.inVain[int32(i)] = true
		return true
	}
	return false
}

// waitsForGone reports whether a call waits for ranks that are gone, and for no others that would do.
func (h *hang) waitsForGone(c *state.OpenCall) bool {
	any, to := h.waits(c)
	gone := func(node int32) bool {
		return int(node) < len(h.of) && (h.of[node].how == fact.EndedFinalized || h.of[node].how == fact.EndedExit)
	}
	if any {
		return len(to) > 0 && !slices.ContainsFunc(to, func(n int32) bool { return !gone(n) })
	}
	return slices.ContainsFunc(to, gone)
}

// addThreads adds a rank whose threads are all in calls: it goes on as soon as one of them does.
func (h *hang) addThreads(i int, open []state.OpenCall) bool {
	var threads []int32
	for k := range open {
		any, to := h.waits(&open[k])
		switch {
		case len(to) == 0:
			return false
		case len(open) == 1:
			h.graph.Wait(i, any, to)
			return true
		}
		threads = append(threads, h.graph.Group(any, to))
	}
	h.graph.Wait(i, true, threads)
	return true
}

// waits says which nodes a call waits for; none, if that is not known.
func (h *hang) waits(c *state.OpenCall) (any bool, to []int32) {
	sem := calls.Of(c.Site.Call)
	switch {
	case len(c.Wants)+len(c.Others) > 0:
		return h.waitsOnMessages(c)
	case c.Gathers != nil || c.Leader >= 0:
		return false, h.waitsOnGathering(c)
	case c.On == nil:
		return false, nil
	case sem.Ordered:
		return false, h.waitsOnRow(c)
	}
	if len(c.Locks) > 0 {
		return true, h.waitsForLock(c)
	}
	return false, h.waitsFor(h.standings, c)
}

// waitsForLock lists the ranks of which one holds the lock that a call waits for. It is none if the call
// may wait for something else: for a target that does not call MPI.
func (h *hang) waitsForLock(c *state.OpenCall) []int32 {
	for _, l := range c.Locks {
		for i, rank := range c.On.Members {
			if (l.Target == int32(i) || l.Target == op.AllTargets) && h.of[rank].how != fact.EndedStuck {
				return nil
			}
		}
	}
	out, _ := h.lockers(c)
	return out
}

// waitsOnGathering says whom a call lacks that meets those of others by its tag.
func (h *hang) waitsOnGathering(c *state.OpenCall) []int32 {
	if c.On != nil && calls.Of(c.Site.Call).Ordered {
		if to := h.waitsOnRow(c); len(to) > 0 {
			return to
		}
	}
	return h.gathering(h.standings, c)
}

func (h *hang) waitsOnRow(c *state.OpenCall) []int32 {
	s := h.collectives.seqs[c.On.ID]
	if s == nil || s.broken {
		return nil
	}
	i, ok := s.place(c.Site.Rank)
	if !ok {
		return nil
	}
	k := groupKey{c.On.ID, s.pos[i]}
	g, ok := h.groups[k]
	if !ok {
		missing := h.waitsFor(h.standings, c)
		if len(missing) == 0 {
			return nil
		}
		g = h.graph.Group(false, missing)
		h.groups[k] = g
	}
	return []int32{g}
}

// waitsOnMessages says whose messages, or whose receives, a call waits for. Of standard sends that is
// known only where nothing else keeps the call from returning.
func (h *hang) waitsOnMessages(c *state.OpenCall) (any bool, to []int32) {
	any = anyOf(c)
	var sends []int32
	unclear := false // an operation of a request may keep the call from returning
	for i := range c.Others {
		p := &c.Others[i]
		switch v, ranks := h.judgeOther(c.Site.Rank, p); {
		case v == unmet && p.Partitioned && p.Sends:
			sends = append(sends, ranks...)
		case v == unmet:
			to = append(to, h.others(c.Site.Rank, p, ranks))
		case any:
			return false, nil
		case v != met:
			unclear = true
		}
	}
	for i := range c.Wants {
		w := &c.Wants[i]
		switch v, _ := h.messages.judge(c.Site.Rank, w); {
		case v == unmet && w.Send && w.Mode != calls.SendSynchronous:
			sends = append(sends, w.Peer)
		case v == unmet:
			to = append(to, h.peer(w))
		case any:
			return false, nil
		}
	}
	if any {
		return true, append(to, sends...)
	}
	if len(to) == 0 && !unclear {
		to = sends
	}
	return false, to
}

// others is the node of the ranks that an operation of a request waits for.
func (h *hang) others(rank int32, p *state.Pending, ranks []int32) int32 {
	if len(ranks) == 1 {
		return ranks[0]
	}
	row := h.strict.rows[joining{rank, p.Count}].row
	g, ok := h.rows[row]
	if !ok {
		g = h.graph.Group(false, ranks)
		h.rows[row] = g
	}
	return g
}

// peer is the node of the other end of a message: those of a communicator together if any of them may
// send it.
func (h *hang) peer(w *state.Wanted) int32 {
	if w.Peer != op.AnySource {
		return w.Peer
	}
	k := groupKey{w.On.ID, -1}
	g, ok := h.groups[k]
	if !ok {
		from := w.On.Members
		if w.On.Inter {
			from = w.On.All
		}
		g = h.graph.Group(true, from)
		h.groups[k] = g
	}
	return g
}
