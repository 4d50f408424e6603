package check

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// linkCall is a call of one or several ranks that has linked their job with another job: it has spawned the other job,
// or the jobs have met at a port.
type linkCall struct {
	ranks []int32        // that have made it, in the order of their group
	calls []tracker.Site // of each
	size  int            // number of processes of the other job
	port  string
	// The earliest entry and the latest return of a rank, in ticks of its host.
	entered, returned ticks
}

// ticks is a time on the host of a rank.
type ticks struct {
	rank int32
	at   uint64
}

// kind is the kind of the call.
func (c *linkCall) kind() calls.Kind { return c.calls[0].Call }

// spawns reports whether the call has spawned the other job.
func (c *linkCall) spawns() bool {
	return c.kind() == calls.CommSpawn || c.kind() == calls.CommSpawnMultiple
}

// numbered returns the call with the numbers that its ranks have in a family.
func (c *linkCall) numbered(first int32) linkCall {
	n := *c
	n.ranks, n.calls = slices.Clone(c.ranks), slices.Clone(c.calls)
	for i := range n.ranks {
		n.ranks[i] += first
		n.calls[i].Rank += first
	}
	return n
}

// id is the identity of the intercommunicator that the call has returned; the ranks are those of a family.
func (c *linkCall) id() uint64 {
	return object.HashID("linked", c.ranks, c.calls[0].Ring, c.calls[0].Seq)
}

// linkCalls returns the calls that have linked the job with other jobs; nil if some may not be known.
func linkCalls(feeds []*feed) (out []linkCall) {
	of := make([]map[uint64]objects.Link, len(feeds)) // by rank and ID
	for i, f := range feeds {
		if f.rank == nil {
			continue
		}
		of[i] = map[uint64]objects.Link{}
		for _, l := range f.rank.Objects.Links {
			of[i][l.ID] = l
		}
		_, unknown := of[i][0]
		if n := len(f.rank.Objects.Links); unknown || n == objects.MostLinks || len(of[i]) < n {
			return nil
		}
	}
	for i, f := range feeds {
		if f.rank == nil {
			continue
		}
		for _, l := range f.rank.Objects.Links {
			if len(l.Members) == 0 || slices.Contains(l.Members, -1) || l.Members[0] != int32(i) {
				continue
			}
			c, ok := linkCallOf(of, l)
			if !ok {
				return nil
			}
			out = append(out, c)
		}
	}
	return out
}

// linkCallOf returns the call that a rank has made together with other ranks.
func linkCallOf(of []map[uint64]objects.Link, l objects.Link) (linkCall, bool) {
	c := linkCall{ranks: l.Members, size: l.Size}
	for _, rank := range l.Members {
		if int(rank) >= len(of) {
			return c, false
		}
		x, ok := of[rank][l.ID]
		if !ok || !slices.Equal(x.Members, l.Members) || x.Size != l.Size {
			return c, false
		}
		if len(c.calls) == 0 || x.Entered < c.entered.at {
			c.entered = ticks{rank, x.Entered}
		}
		if len(c.calls) == 0 || x.Returned > c.returned.at {
			c.returned = ticks{rank, x.Returned}
		}
		if x.Port != "" {
			c.port = x.Port
		}
		c.calls = append(c.calls, x.Call)
	}
	return c, true
}
