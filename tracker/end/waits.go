package end

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// waits answers all questions about the wait of a call.
type waits struct {
	*Standings
	*rank.OpenCall
	sem *calls.Sem
}

func (s *Standings) waits(c *rank.OpenCall) waits { return waits{s, c, calls.Of(c.Site.Call)} }

// onRequests reports whether the call waits for messages or other operations of requests.
func (w waits) onRequests() bool { return len(w.Wants)+len(w.Others) > 0 }

// byTag reports whether the call meets calls of other ranks by its tag.
func (w waits) byTag() bool { return w.Gathers != nil || w.Leader >= 0 }

// inRow reports whether the call is collective on an object that is known.
func (w waits) inRow() bool { return w.On != nil && w.sem.Ordered }

// anyOf reports whether the completion of any request is enough for the call.
func (w waits) anyOf() bool {
	return w.sem.Completes == calls.CompletesAny || w.sem.Completes == calls.CompletesSome
}

// message returns the verdict on a message.
func (w waits) message(m *rank.Wanted) Verdict {
	v, _ := w.Matched.Message(w.Site.Rank, m)
	return v
}

// other returns the verdict on the operation of a request, and the ranks for which it waits where it is Unmet.
func (w waits) other(p *requests.Pending) (v Verdict, x stamp.Lacking) {
	switch rank := w.Site.Rank; {
	case p.Partitioned:
		x = w.Matched.LacksParts(rank, p.Peer, p.Count, p.Round, p.Sends)
	case p.On != nil:
		x = w.Matched.Lacks(p.On, rank, p.Count)
	}
	switch {
	case !x.Known:
		return Unsettled, x
	case len(x.Ranks) == 0:
		return Met, x
	}
	return Unmet, x
}

// ranks lists the ranks that the call waits for; requests aside.
func (w waits) ranks() (out []int32) {
	if w.inRow() {
		out = w.Matched.Absent(w.OpenCall)
	}
	switch {
	case w.byTag() && len(out) == 0:
		return w.gathering()
	case w.byTag() || w.On == nil || w.sem.Ordered:
		return out
	case len(w.Locks) > 0:
		out, _ = w.lockers(w.OpenCall)
	case w.sem.Epoch == calls.EpochStart, w.sem.Epoch == calls.EpochComplete:
		out = w.Matched.Unposted(w.On)
	case w.sem.Epoch == calls.EpochWait, w.sem.Epoch == calls.EpochTest:
		out = w.Matched.Incomplete(w.On)
	}
	slices.Sort(out)
	return out
}

// gathering lists the ranks that a call still lacks, where calls meet by tag. For MPI_Intercomm_create it is
// called when all ranks of the local group have come: every rank lacks the ranks that its leader lacks.
func (w waits) gathering() []int32 {
	c := w.OpenCall
	if c.Leader >= 0 && c.Leader != c.Site.Rank {
		if c = w.open(c.Leader, c.Site.Call); c == nil {
			return nil
		}
	}
	if c.Gathers == nil {
		return nil
	}
	missing := w.Matched.Missing(c)
	if len(missing) > 0 || c.Leader < 0 {
		return missing
	}
	// the leaders have met: this leader also lacks the ranks that the other leader lacks
	for _, r := range c.Gathers.Ranks {
		if o := w.open(r, c.Site.Call); r != c.Site.Rank && o != nil && o.On != nil {
			return w.Matched.Absent(o)
		}
	}
	return nil
}

// over reports whether nothing keeps a blocking call from returning: all that it waits for has come.
func (w waits) over() bool {
	switch {
	case w.sem.Blocks == calls.BlocksOnMessage, w.sem.Blocks == calls.BlocksOnRequests:
		return w.goesOn()
	case w.byTag():
		return len(w.ranks()) == 0
	case w.On == nil:
		return w.sem.Frees == calls.ClassComm
	case w.sem.Ordered:
		row := w.Matched.Row(w.OpenCall)
		return row.Complete || row.Gone && w.sem.Frees == calls.ClassComm // the last rank has come
	}
	return w.sem.Epoch != calls.EpochTest && w.epochOver()
}

// epochOver reports whether the call waits for epochs of other ranks, and all of them have come.
func (w waits) epochOver() bool {
	switch w.sem.Epoch {
	case calls.EpochStart, calls.EpochComplete, calls.EpochWait, calls.EpochTest:
		return w.Matched.Counted(w.On) && len(w.ranks()) == 0
	}
	return false
}

// goesOn reports whether no message keeps the call from returning.
func (w waits) goesOn() bool {
	if len(w.Wants) == 0 {
		return false // its wait is unknown
	}
	isMet := func(m rank.Wanted) bool { return w.message(&m) == Met }
	if w.anyOf() {
		return slices.ContainsFunc(w.Wants, isMet)
	}
	return len(w.Others) == 0 && !slices.ContainsFunc(w.Wants, func(m rank.Wanted) bool { return !isMet(m) })
}
