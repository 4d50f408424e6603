package wait

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// key names a nonblocking call by its place among the records of its rank, or a partitioned operation by its number.
type key struct {
	rank int32
	n    int64
}

// joins are the nonblocking collective calls that are not complete.
type joins struct {
	*Replay
	of map[key]joined
}

type joined struct {
	row  *Row
	what fact.What
	why  fact.Why
}

func (m *joins) begin(k key, j joined) { m.of[k] = j }

// complete has a call that completes a nonblocking collective call wait for all ranks.
func (m *joins) complete(rank int32, x *op.Join) {
	k := key{rank, x.Arrived}
	if j, ok := m.of[k]; ok {
		delete(m.of, k)
		m.await(j.row, j.what, j.why, &x.Head)
	}
}

// polls is Polled where the program would have gone on without the result of a call.
func polls(site *tracker.Site, why fact.Why) fact.Why {
	s := calls.Of(site.Call)
	if s.Polls || s.Completes == calls.CompletesAny || s.Completes == calls.CompletesSome {
		return fact.Polled
	}
	return why
}

// Need returns something that the call of an op waits for, to be filled in, see NewNeed.
func (r *Replay) Need(what fact.What, why fact.Why, x *op.Head) *Need {
	d := r.NewNeed(what, polls(&x.Site, why), x.On)
	d.Begun = x.Site
	return d
}

// await has the call of an op wait for all ranks of a row.
func (r *Replay) await(w *Row, what fact.What, why fact.Why, x *op.Head) {
	d := r.Need(what, why, x)
	r.Joins(d, w)
	r.Wait(d, &x.Site, x.N)
}
