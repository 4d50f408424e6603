package agree

import (
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// useShared takes an access by the shared file pointer.
func (m *Judge) useShared(_ int32, x *op.UseShared) {
	f := m.views[x.On.ID]
	if f == nil || m.lost(f.on.Members) {
		return
	}
	v := f.sets[x.View]
	if v == nil || slices.ContainsFunc(v.uses, func(s tracker.Site) bool { return s.Rank == x.Site.Rank }) {
		return
	}
	v.uses = append(v.uses, x.Site)
	m.compareViews(f, x.View, false)
}

// setView takes a view that a rank sets.
func (m *Judge) setView(_ int32, x *op.SetView) {
	if m.lost(x.On.Members) {
		return
	}
	f := m.views[x.On.ID]
	if f == nil {
		f = &fileViews{on: x.On, sets: map[int]*viewSet{}}
		m.views[x.On.ID] = f
	}
	k := x.Number
	v := f.sets[k]
	if v == nil {
		v = &viewSet{}
		f.sets[k] = v
	}
	v.add(&fact.SetView{ViewSet: x.ViewSet, Site: x.Site})
	if v.n < len(x.On.Members) {
		return
	}
	m.compareViews(f, k-1, true) // all ranks are past it
	delete(f.sets, k-1)
	if v.other.Site.IsZero() || v.unsure {
		delete(f.sets, k)
		return
	}
	m.compareViews(f, k, false)
}

// usesOf returns the accesses of two ranks; nil: one of them has made none.
func (v *viewSet) usesOf(a, b int32) (out []tracker.Site) {
	for _, s := range v.uses {
		if s.Rank == a || s.Rank == b {
			out = append(out, s)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// endViews compares the views of a file that no rank will use any more.
func (m *Judge) endViews(f *fileViews) {
	if f == nil {
		return
	}
	for _, k := range slices.Sorted(maps.Keys(f.sets)) {
		m.compareViews(f, k, true)
	}
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

// compareViews reports accesses by the shared file pointer while the views of set k differ, once all ranks have set
// theirs, and deletes the set: the accesses of the ranks whose views it compares, or, if last, that of one rank. last:
// no rank will use the views any more.
func (m *Judge) compareViews(f *fileViews, k int, last bool) {
	v := f.sets[k]
	if v == nil || v.n < len(f.on.Members) || len(v.uses) == 0 || v.other.Site.IsZero() || v.unsure {
		return
	}
	uses := v.usesOf(v.first.Site.Rank, v.other.Site.Rank)
	switch {
	case uses == nil && !last:
		return
	case uses == nil:
		uses = v.uses[:1]
	}
	delete(f.sets, k)
	m.emit(&fact.Views{Object: f.on.Object, Uses: uses, A: v.first, B: v.other})
}
