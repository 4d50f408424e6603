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
	if v == nil || v.told || slices.ContainsFunc(v.uses, func(s tracker.Site) bool { return s.Rank == x.Site.Rank }) {
		return
	}
	v.uses = append(v.uses, x.Site)
	if v.usesOf(v.first.Site.Rank, v.other.Site.Rank) != nil {
		m.compareViews(f, v)
	}
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
	if past := f.sets[k-1]; past != nil { // all ranks are past it
		m.compareViews(f, past)
		delete(f.sets, k-1)
	}
	if v.other.Site.IsZero() || v.unsure {
		delete(f.sets, k)
		return
	}
	if v.usesOf(v.first.Site.Rank, v.other.Site.Rank) != nil {
		m.compareViews(f, v)
	}
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
		m.compareViews(f, f.sets[k])
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

// compareViews reports accesses by the shared file pointer while views differ, once all ranks have set theirs: those
// of the ranks whose views it compares, or else of one rank.
func (m *Judge) compareViews(f *fileViews, v *viewSet) {
	if v.told || v.n < len(f.on.Members) || len(v.uses) == 0 || v.other.Site.IsZero() || v.unsure {
		return
	}
	v.told = true
	uses := v.usesOf(v.first.Site.Rank, v.other.Site.Rank)
	if uses == nil {
		uses = v.uses[:1]
	}
	m.emit(&fact.Views{Object: f.on.Object, Uses: uses, A: v.first, B: v.other})
}
