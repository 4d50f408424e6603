package agree

import (
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Routes has the judge take the ops that need not meet an op of another rank.
func (m *Judge) Routes(k *op.Kinds) {
	k.Exchanges.To(m.alone)
	k.SetsView.To(m.setView)
	k.UsesShared.To(m.useShared)
}

// complete takes calls that all ranks of the object have entered.
func (m *Judge) complete(r row) {
	f := &m.match
	*f = fact.Matched{Object: r.Object, Call: r.Call, Inter: r.Inter, Members: r.Ranks, Groups: r.Groups,
		Row:     r.Arrived,
		Flavour: m.flavour}
	m.emit(f)
	m.amounts(r)
	if r.Call == calls.WinFence {
		m.fence(r)
	}
}

// incomplete takes calls that only some ranks of the object have entered when the run ends: perhaps the job was
// aborted, or hangs, because their arguments or amounts do not match.
func (m *Judge) incomplete(r row) {
	f := &fact.Entered{Size: len(r.Ranks)}
	f.Object, f.Call, f.Inter, f.Flavour = r.Object, r.Call, r.Inter, m.flavour
	for i := range r.Arrived {
		if a := &r.Arrived[i]; !a.Site.IsZero() {
			f.Members, f.Row = append(f.Members, r.Ranks[i]), append(f.Row, *a)
		}
	}
	if len(f.Row) > 1 {
		m.emit(f)
	}
	m.amounts(r)
}

// alone takes a call of which a rank is the only process.
func (m *Judge) alone(_ int32, x *op.Arrive) {
	g := stamp.Members{Object: x.On.Object, Ranks: x.On.All, Place: func(rank int32) (int, bool) {
		i := slices.Index(x.On.All, rank)
		return i, i >= 0
	}}
	m.amounts(row{&stamp.Collective{Members: &g, Call: calls.Of(x.Site.Call).As,
		Arrived: []fact.Arrival{stamp.Arrival(x)}}})
}

// Gone forgets an object that its last rank has freed.
func (m *Judge) Gone(on *op.Place) {
	delete(m.noPut, on.ID)
	m.endViews(m.views[on.ID])
	delete(m.views, on.ID)
}

// Finish ends the run. The matcher has stamped all rows by then, so only views are left to be reported.
func (m *Judge) Finish() {
	for _, id := range slices.Sorted(maps.Keys(m.views)) {
		m.endViews(m.views[id])
	}
}

// Kept returns how many windows and files the judge knows.
func (m *Judge) Kept() int { return len(m.noPut) + len(m.views) }
