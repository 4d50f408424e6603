package end

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// hang finds the ranks of a run that hung which wait forever.
type hang struct {
	*Standings
	graph *graph
	// groups are the nodes for ranks that many others wait for in the same way.
	groups map[groupKey]int32
	rows   map[*stamp.Row]int32 // the same for operations of requests
	// inVain are ranks of which a thread waits for ranks that are gone, whatever other threads may do.
	inVain map[int32]bool
}

// groupKey names a collective call of a communicator, window or file, or the ranks that may send on it.
type groupKey struct {
	on  uint64
	row int64 // -1: senders
}

func newHang(s *Standings) *hang {
	return &hang{Standings: s, graph: newGraph(s.Size), groups: map[groupKey]int32{}, rows: map[*stamp.Row]int32{},
		inVain: map[int32]bool{}}
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
		if !h.graph.lost(rank) && !h.inVain[rank] || by.waits[rank] || by.clash[rank] {
			continue
		}
		// the call that it entered just before it was killed could not return either
		if h.of[i].how == fact.EndedBrief {
			ends[i].Waiting = h.waits(h.of[i].call).forRequests()
		}
		if w := ends[i].Waiting; w == nil || len(w.Messages)+len(w.Others) == 0 && h.of[i].call.Gathers == nil &&
			h.of[i].call.Leader < 0 {
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
	f := &fact.Hang{Gone: gone, Behind: h.graph.waitFor(ranks)}
	for _, r := range ranks {
		f.Ranks = append(f.Ranks, ends[r])
		// another thread cannot help
		f.Threads = f.Threads || h.rests[r].Multiple && !(gone && h.waitsForGone(h.of[r].call))
	}
	h.Emit(f)
}

// add adds a rank to the graph; it reports whether the rank waits.
func (h *hang) add(i int) bool {
	s := &h.of[i]
	switch {
	case s.how == fact.EndedFinalized, s.how == fact.EndedExit, s.how == fact.EndedStuck &&
		calls.Of(s.in.Call).Blocks == calls.BlocksOnJob:
		h.graph.leave(i)
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
func (h *hang) waitsForGone(c *rank.OpenCall) bool {
	any, to := h.nodes(h.waits(c))
	gone := func(node int32) bool {
		return int(node) < len(h.of) && (h.of[node].how == fact.EndedFinalized || h.of[node].how == fact.EndedExit)
	}
	if any {
		return len(to) > 0 && !slices.ContainsFunc(to, func(n int32) bool { return !gone(n) })
	}
	return slices.ContainsFunc(to, gone)
}

// addThreads adds a rank whose threads are all in calls: it goes on as soon as any thread does.
func (h *hang) addThreads(i int, open []rank.OpenCall) bool {
	var threads []int32
	for k := range open {
		any, to := h.nodes(h.waits(&open[k]))
		switch {
		case len(to) == 0:
			return false
		case len(open) == 1:
			h.graph.wait(i, any, to)
			return true
		}
		threads = append(threads, h.graph.group(any, to))
	}
	h.graph.wait(i, true, threads)
	return true
}

// nodes says which nodes a call waits for; none, if that is not known.
func (h *hang) nodes(w waits) (any bool, to []int32) {
	switch {
	case w.onRequests():
		return h.ofRequests(w)
	case w.inRow():
		to = h.ofRow(w)
		if w.byTag() && len(to) == 0 {
			to = w.gathering()
		}
		return false, to
	case len(w.Locks) > 0 && !w.byTag():
		return true, h.ofLock(w)
	case w.On == nil && !w.byTag():
		return false, nil
	}
	return false, w.ranks()
}

// ofLock lists the ranks of which one holds the lock that a call waits for. The list is empty if the call may wait
// for a target that does not call MPI.
func (h *hang) ofLock(w waits) []int32 {
	for _, l := range w.Locks {
		for i, rank := range w.On.Members {
			if (l.Target == int32(i) || l.Target == op.AllTargets) && h.of[rank].how != fact.EndedStuck {
				return nil
			}
		}
	}
	out, _ := h.lockers(w.OpenCall)
	return out
}

// ofRow is the node of the ranks that have not made a collective call.
func (h *hang) ofRow(w waits) []int32 {
	row := h.Matched.Row(w.OpenCall)
	if !row.Known || row.Broken {
		return nil
	}
	k := groupKey{w.On.ID, row.Number}
	g, ok := h.groups[k]
	if !ok {
		missing := w.ranks()
		if len(missing) == 0 {
			return nil
		}
		g = h.graph.group(false, missing)
		h.groups[k] = g
	}
	return []int32{g}
}

// ofRequests says whose messages, or whose receives, a call waits for. Of standard sends that is
// known only where nothing else keeps the call from returning.
func (h *hang) ofRequests(w waits) (any bool, to []int32) {
	any = w.anyOf()
	var sends []int32
	unclear := false // an operation of a request may keep the call from returning
	for i := range w.Others {
		p := &w.Others[i]
		switch v, lacks := w.other(p); {
		case v == Unmet && p.Partitioned && p.Sends:
			sends = append(sends, lacks.Ranks...)
		case v == Unmet:
			to = append(to, h.others(lacks))
		case any:
			return false, nil
		case v != Met:
			unclear = true
		}
	}
	for i := range w.Wants {
		m := &w.Wants[i]
		switch v := w.message(m); {
		case v == Unmet && m.Send && m.Mode != calls.SendSynchronous:
			sends = append(sends, m.Peer)
		case v == Unmet:
			to = append(to, h.peer(m))
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
func (h *hang) others(x stamp.Lacking) int32 {
	if len(x.Ranks) == 1 {
		return x.Ranks[0]
	}
	g, ok := h.rows[x.Row]
	if !ok {
		g = h.graph.group(false, x.Ranks)
		h.rows[x.Row] = g
	}
	return g
}

// peer is the node of the other end of a message: a group of all ranks of the communicator if any of them may send
// it.
func (h *hang) peer(w *rank.Wanted) int32 {
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
		g = h.graph.group(true, from)
		h.groups[k] = g
	}
	return g
}
