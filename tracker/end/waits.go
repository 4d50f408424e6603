package end

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// waits is what a call waits for: everything that is asked about that is asked here.
type waits struct {
	*Standings
	*rank.OpenCall
	sem *calls.Sem
}

func (s *Standings) waits(c *rank.OpenCall) waits { return waits{s, c, calls.Of(c.Site.Call)} }

// onRequests reports whether the call waits for messages or other operations of requests.
func (w waits) onRequests() bool { return len(w.Wants)+len(w.Others) > 0 }

// byTag reports whether the call meets those of other ranks by its tag.
func (w waits) byTag() bool { return w.Gathers != nil || w.Leader >= 0 }

// inRow reports whether the call is collective on an object that is known.
func (w waits) inRow() bool { return w.On != nil && w.sem.Ordered }

// anyOf reports whether the completion of one request is enough for the call.
func (w waits) anyOf() bool {
	return w.sem.Completes == calls.CompletesAny || w.sem.Completes == calls.CompletesSome
}

// message says what became of a message.
func (w waits) message(m *rank.Wanted) Verdict {
	v, _ := w.Matched.Message(w.Site.Rank, m)
	return v
}

// other says what became of an operation of a request, and for which ranks it waits where it is Unmet.
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

// gathering lists the ranks that a call still lacks which meets those of others by its tag. Of MPI_Intercomm_create
// it is asked when all ranks of the local group have come; what its leader lacks, all of them do.
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
	for _, r := range c.Gathers.Ranks { // the leaders have met: what the other one lacks of its own group, this one does, too
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
		return false // what it waits for is unknown
	}
	isMet := func(m rank.Wanted) bool { return w.message(&m) == Met }
	if w.anyOf() {
		return slices.ContainsFunc(w.Wants, isMet)
	}
	return len(w.Others) == 0 && !slices.ContainsFunc(w.Wants, func(m rank.Wanted) bool { return !isMet(m) })
}
