package meet

import (
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// opens brings together the ranks' parts in opening a file.
type opens struct {
	*common
	collectives *collectives
	unmoved
	of map[uint64]*opening
}

// opening is an MPI_File_open of all ranks.
type opening struct {
	on     *op.Place     // of the rank that was first
	row    []fact.Open   // by member; zero Site: not yet
	at     []order.Point // by member: its point of entry; N 0: not yet
	come   int           // ranks that have entered
	back   int           // ranks on which it has returned
	told   bool
	closed []bool // by member: has closed the file, or never got it open
	gone   int    // how many have
}

func newOpens(c *common, all *collectives) *opens {
	return &opens{common: c, collectives: all, of: map[uint64]*opening{}}
}

func (m *opens) Routes(k *op.Kinds) {
	k.Opens.To(m.enter)
	k.HasOpened.To(m.leave)
	k.Frees.To(m.close)
	k.BeginsSplit.To(func(int32, *op.SplitBegin) { m.order.WatchLate() })
}

func (m *opens) enter(rank int32, x *op.FileOpen) {
	m.order.WatchLate()
	f := m.of[x.On.ID]
	if f == nil {
		n := len(x.On.Members)
		f = &opening{on: x.On, row: make([]fact.Open, n), at: make([]order.Point, n), closed: make([]bool, n)}
		m.of[x.On.ID] = f
		m.collectives.created(x.On)
	}
	me := x.On.Me
	if me < 0 || int(me) >= len(f.row) {
		return
	}
	f.row[me] = fact.Open{Site: x.Site, Open: x.Open}
	if f.at[me].N == 0 {
		f.at[me] = m.order.At(rank, x.N)
		m.meet(f)
	}
}

// meet counts a rank that has entered an open. When all ranks have, each of them may know that: in all MPI libraries
// no rank returns before.
func (m *opens) meet(f *opening) {
	if f.come++; f.come == len(f.at) {
		m.Note(&stamp.Opened{On: f.on, All: m.order.Meet(f.at)})
	}
}

func (m *opens) leave(_ int32, x *op.FileOpen) {
	f := m.of[x.On.ID]
	if me := x.On.Me; f == nil || me < 0 || int(me) >= len(f.row) {
		return
	}
	o := &f.row[x.On.Me]
	o.Failed, o.Open = x.Failed, x.Open
	if f.back++; f.back == len(f.row) {
		m.tell(f)
	}
	if o.Failed {
		m.close(0, &x.Head)
	}
}

func (m *opens) tell(f *opening) {
	if !f.told {
		f.told = true
		m.Emit(&fact.Opened{Object: f.on.Object, Members: f.on.Members, Row: f.row, Hosts: m.Hosts, Flavour: m.Flavour})
	}
}

// close takes a rank that has closed the file; the last rank ends it.
func (m *opens) close(_ int32, x *op.Head) {
	f := m.of[x.On.ID]
	if f == nil || f.closed[x.On.Me] {
		return
	}
	f.closed[x.On.Me] = true
	if f.gone++; f.gone == len(f.row) {
		m.Retire(x.On)
	}
}

func (m *opens) gone(on *op.Place) { delete(m.of, on.ID) }

// finish reports opens that did not return on all ranks.
func (m *opens) finish(run *end.Run) {
	for _, f := range sortedBy(m.of, func(f *opening) string { return f.on.Label }) {
		for i, r := range f.on.Members {
			f.row[i].Hung = run.HungAt(r, f.row[i].Site)
		}
		m.tell(f)
	}
}
