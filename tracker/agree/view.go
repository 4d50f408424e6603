package agree

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// useShared takes an access by the shared file pointer.
func (m *Judge) useShared(_ int32, x *op.Op) {
	f := m.views[x.On.ID]
	if f == nil || m.lost(f.on.Members) {
		return
	}
	if v := f.sets[x.Count]; v != nil && v.use.IsZero() {
		v.use = x.Site
		m.compareViews(f, v)
	}
}

// setView takes a view that a rank sets.
func (m *Judge) setView(_ int32, x *op.Op) {
	if m.lost(x.On.Members) {
		return
	}
	f := m.views[x.On.ID]
	if f == nil {
		f = &fileViews{on: x.On, sets: map[int64]*viewSet{}}
		m.views[x.On.ID] = f
	}
	set := x.More.(*op.ViewSet)
	k := int64(set.Number)
	v := f.sets[k]
	if v == nil {
		v = &viewSet{}
		f.sets[k] = v
	}
	v.add(&fact.SetView{ViewSet: *set, Site: x.Site})
	if v.n < len(x.On.Members) {
		return
	}
	delete(f.sets, k-1) // all ranks are past it
	if v.other.Site.IsZero() || v.unsure {
		delete(f.sets, k)
		return
	}
	m.compareViews(f, v)
}

// add adds a rank's view to the set.
func (v *viewSet) add(x *fact.SetView) {
	v.n++
	switch {
	case x.ELayout == 0 || x.FLayout == 0:
		v.unsure = true
	case v.first.Site.IsZero():
		v.first = *x
	case v.other.Site.IsZero() && v.first.Differs(x) != fact.NoDifference:
		v.other = *x
	}
}

// compareViews reports an access by the shared file pointer while views differ, once all
// ranks have set theirs.
func (m *Judge) compareViews(f *fileViews, v *viewSet) {
	if v.n < len(f.on.Members) || v.use.IsZero() || v.other.Site.IsZero() || v.unsure {
		return
	}
	m.emit(&fact.Views{Object: f.on.Object, Use: v.use, A: v.first, B: v.other})
}
