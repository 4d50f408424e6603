package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// foundings matches calls that create a communicator with the ranks of a group, or of two groups:
// MPI_Comm_create_group, MPI_Intercomm_create, and calls that take only groups. A rank learns the members only when its
// call returns. It may have waited for all of them, and need not have.
type foundings struct {
	*common
	unmoved
	of map[uint64]*founding // by the communicator
}

type founding struct {
	group
	at   []order.Point // by member: its point in the call; N 0: the member has not entered
	come int
	left []leaver // ranks that were seen to return first
}

func newFoundings(c *common) *foundings { return &foundings{common: c, of: map[uint64]*founding{}} }

func (m *foundings) Routes(k *op.Kinds) {
	k.Founds.To(m.found)
}

// found takes a rank that has returned from such a call.
func (m *foundings) found(rank int32, x *op.Head) {
	if !m.order.Watching() {
		return
	}
	f := m.of[x.On.ID]
	if f == nil {
		f = &founding{group: group{members: x.On.All}, at: make([]order.Point, len(x.On.All))}
		m.of[x.On.ID] = f
	}
	i, ok := f.place(rank)
	if !ok || f.at[i].N > 0 {
		m.order.Blur(rank, x.N)
		return
	}
	f.at[i] = m.order.At(rank, x.N)
	f.left = append(f.left, leaver{rank: rank, member: i, n: x.N})
	if f.come++; f.come < len(f.members) {
		m.hold(rank, founded{m, f, rank, x.N})
		return
	}
	delete(m.of, x.On.ID)
	may := order.After(f.at...)
	for _, l := range f.left {
		m.order.May(l.rank, l.n, may)
	}
}

// founded keeps a rank back that has returned from such a call, until the others have entered it.
type founded struct {
	m *foundings
	*founding
	rank int32
	n    int64 // records of the rank up to its return
}

func (x founded) holds() bool { return x.come < len(x.members) && !x.m.AnyLost(x.members) }

func (x founded) released() {
	x.m.order.Blur(x.rank, x.n)
	x.left = slices.DeleteFunc(x.left, func(l leaver) bool { return l.rank == x.rank })
}

func (m *foundings) lose(rank int32) {
	for id, f := range m.of {
		if f.Has(rank) {
			delete(m.of, id)
		}
	}
}
