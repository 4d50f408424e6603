package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// views compares the views that the ranks of a file have set, for accesses by the
// shared file pointer: all views must be the same then.
type views struct {
	*Job
	unmoved
	of map[uint64]*fileViews
}

type fileViews struct {
	on   *state.Place
	sets map[int64]*viewSet // by number
	lost bool               // of one of its ranks records are missing
}

// viewSet is the k-th MPI_File_set_view of all ranks of an open.
type viewSet struct {
	n     int
	first fact.SetView
	other fact.SetView // another rank's, if its view differs
	// unsure: a rank's view cannot be compared.
	unsure bool
	use    tracker.Site // an access by the shared file pointer with these views
}

func newViews(j *Job) *views { return &views{Job: j, of: map[uint64]*fileViews{}} }

func (m *views) routes() map[state.What]route {
	return map[state.What]route{state.SetsView: m.set, state.UsesShared: m.use}
}

func (m *views) use(_ int32, op *state.Op) {
	f := m.of[op.On.ID]
	if f == nil || f.lost {
		return
	}
	if v := f.sets[op.Count]; v != nil && v.use.IsZero() {
		v.use = op.Site
		m.tell(f, v)
	}
}

func (m *views) set(_ int32, op *state.Op) {
	f := m.of[op.On.ID]
	if f == nil {
		f = &fileViews{on: op.On, sets: map[int64]*viewSet{}, lost: m.anyLost(op.On.Members)}
		m.of[op.On.ID] = f
	}
	if f.lost {
		return
	}
	set := op.More.(*state.ViewSet)
	k := int64(set.Number)
	v := f.sets[k]
	if v == nil {
		v = &viewSet{}
		f.sets[k] = v
	}
	x := fact.SetView{ViewSet: *set, Site: op.Site}
	v.n++
	switch {
	case x.ELayout == 0 || x.FLayout == 0:
		v.unsure = true
	case v.first.Site.IsZero():
		v.first = x
	case v.other.Site.IsZero() && v.first.Differs(&x) != fact.NoDifference:
		v.other = x
	}
	if v.n < len(op.On.Members) {
		return
	}
	delete(f.sets, k-1) // all ranks are past it
	if v.other.Site.IsZero() || v.unsure {
		delete(f.sets, k)
		return
	}
	m.tell(f, v)
}

// tell reports an access by the shared file pointer while views differ, once all
// ranks have set theirs.
func (m *views) tell(f *fileViews, v *viewSet) {
	if v.n < len(f.on.Members) || v.use.IsZero() || v.other.Site.IsZero() || v.unsure {
		return
	}
	m.emit(&fact.Views{Object: f.on.Object, Use: v.use, A: v.first, B: v.other})
}

func (m *views) gone(on *state.Place) { delete(m.of, on.ID) }

func (m *views) lose(rank int32) {
	for _, f := range m.of {
		f.lost = f.lost || slices.Contains(f.on.Members, rank)
	}
}
