package meet

import "sync/atomic"

// group is the ranks that take part in the calls on an object.
type group struct {
	members []int32                       // ranks in MPI_COMM_WORLD
	index   atomic.Pointer[map[int32]int] // created when it is first needed; judges look at groups, too
}

// place looks up a rank in MPI_COMM_WORLD among the members; mostly that needs
// no index, because they are in the order of MPI_COMM_WORLD.
func (g *group) place(rank int32) (int, bool) {
	if int(rank) < len(g.members) && g.members[rank] == rank {
		return int(rank), true
	}
	index := g.index.Load()
	if index == nil {
		all := make(map[int32]int, len(g.members))
		for i, m := range g.members {
			all[m] = i
		}
		index = &all
		g.index.Store(index)
	}
	i, ok := (*index)[rank]
	return i, ok
}

// Ranks implements order.Group.
func (g *group) Ranks() []int32 { return g.members }

// Has implements order.Group.
func (g *group) Has(rank int32) bool {
	_, ok := g.place(rank)
	return ok
}
