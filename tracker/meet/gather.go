package meet

import (
	"hash/fnv"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// gathers matches calls that the ranks of a list make together, such as MPI_Comm_create_group: the n-th call of a
// rank on a communicator with this list meets the n-th call of each other rank. Tags may differ; string tags do not.
type gathers struct {
	*common
	of map[gathering]*gathered
}

// gathering names the calls of a kind with the same list of ranks.
type gathering struct {
	on    uint64
	call  calls.Kind
	ranks uint64 // hash
	text  string
}

type gathered struct {
	group
	object tracker.Object
	rows   []queue.Queue[fact.Arrival] // by member
	over   bool                        // calls are missing
}

func newGathers(c *common) *gathers {
	return &gathers{common: c, of: map[gathering]*gathered{}}
}

func (m *gathers) Routes(k *op.Kinds) {
	k.Gathers.To(m.arrive)
}

func (m *gathers) arrive(rank int32, x *op.Gather) {
	key := gathering{x.On.ID, x.Site.Call, hashRanks(x.Ranks), x.Text}
	g := m.of[key]
	if g == nil {
		ranks := slices.Clone(x.Ranks)
		g = &gathered{group: group{members: ranks}, object: x.On.Object,
			rows: make([]queue.Queue[fact.Arrival], len(ranks)), over: m.AnyLost(ranks)}
		m.of[key] = g
	}
	i, ok := g.place(rank)
	if !ok || g.over {
		return
	}
	tag := op.Agreed{Name: "tag", Value: x.Tag, Text: x.Text}
	g.rows[i].Push(fact.Arrival{Site: x.Site, N: x.N, Args: op.Args{Root: -1,
		Comm: &op.CommArgs{Same: []op.Agreed{tag}}}})
	if m.match(g, x) {
		delete(m.of, key)
	}
}

// match reports the first calls of all members to the judges once all have entered, and reports whether
// no member has made another call.
func (m *gathers) match(g *gathered, x *op.Gather) (none bool) {
	row := make([]fact.Arrival, 0, len(g.rows))
	for i := range g.rows {
		if g.rows[i].Len() == 0 {
			return false
		}
		row = append(row, *g.rows[i].At(0))
	}
	none = true
	for i := range g.rows {
		g.rows[i].Pop()
		none = none && g.rows[i].Len() == 0
	}
	m.Note(&stamp.Collective{Members: &stamp.Members{Object: x.On.Object, Ranks: g.members}, Call: x.Site.Call,
		Arrived: row})
	return none
}

func (m *gathers) lose(rank int32) {
	for _, g := range m.of {
		if _, ok := g.place(rank); ok {
			g.over, g.rows = true, nil
		}
	}
}

func (m *gathers) gone(on *op.Place) {
	for key := range m.of {
		if key.on == on.ID {
			delete(m.of, key)
		}
	}
}

// finish reports calls that some of their ranks have not made to the judges.
func (m *gathers) finish(*end.Run) {
	var all stamp.Gathering
	for key, g := range m.of {
		var here []fact.Arrival
		var missing []int32
		for i, r := range g.members {
			switch {
			case g.over:
			case g.rows[i].Len() == 0:
				missing = append(missing, r)
			default:
				here = append(here, *g.rows[i].At(0))
			}
		}
		for _, a := range here {
			all = append(all, stamp.Waiting{Object: g.object, On: key.on, Arrival: a, Ranks: g.members,
				Missing: missing})
		}
	}
	m.Note(&all)
}

func hashRanks(ranks []int32) uint64 {
	h := fnv.New64a()
	for _, r := range ranks {
		_, _ = h.Write([]byte{byte(r), byte(r >> 8), byte(r >> 16), byte(r >> 24)}) // never fails
	}
	return h.Sum64()
}

// Missing lists the ranks that have not made a call which a rank has made with them.
func (m *gathers) Missing(c *rank.OpenCall) (out []int32) {
	g := m.of[gathering{c.Gathers.On.ID, c.Site.Call, hashRanks(c.Gathers.Ranks), c.Gathers.Text}]
	if g == nil || g.over {
		return nil
	}
	for i, r := range g.members {
		if g.rows[i].Len() == 0 && m.IsPresent(r) {
			out = append(out, r)
		}
	}
	return out
}
