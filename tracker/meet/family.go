package meet

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// reported makes a fact of a crossing. The fact tells whether each of the two ranks has since made the call of the
// other.
func (d *crossing) reported(f *family) *fact.Disagreement {
	made := func(rank int32, rw *famRow) bool {
		i, ok := rw.seq.place(rank)
		return ok && rw.seq.pos[i] > rw.at
	}
	return &fact.Disagreement{Object: f.object, A: d.a.site, B: d.b.site, Interleaved: true, AtA: d.a.seq.object,
		AtB:     d.b.seq.object,
		MissesA: !made(d.b.site.Rank, &d.a), MissesB: !made(d.a.site.Rank, &d.b)}
}

func (m *collectives) family(s *callOrder) *family {
	f := m.fams[s.fam]
	if f == nil {
		f = &family{object: s.object, group: group{members: s.members}, pos: make([]int64, len(s.members)),
			threads: make([]int32, len(s.members))}
		f.broken = m.AnyLost(s.members)
		m.fams[s.fam] = f
	}
	return f
}

// dropFamily forgets a family that has no objects left.
func (m *collectives) dropFamily(id uint64, f *family) {
	if f.freed && f.objects == 0 && f.doubt == nil {
		delete(m.fams, id)
	}
}

// interleave adds a call to the order across the objects of its family.
func (m *collectives) interleave(s *callOrder, rank int32, x *op.Head) {
	if sem := calls.Of(x.Site.Call); sem.Blocks != calls.BlocksOnPartners || s.inter {
		return
	}
	f := m.family(s)
	i, ok := f.place(rank)
	if !ok {
		return
	}
	t := int32(x.Site.Thread) + 1
	switch {
	case f.threads[i] == 0:
		f.threads[i] = t
	case f.threads[i] != t:
		f.threads[i] = -1
	}
	if f.broken || f.doubt != nil {
		return
	}
	k, at := f.pos[i], s.pos[i]-1
	f.pos[i]++
	for f.base+int64(f.rows.Len()) <= k {
		f.rows.Push(famRow{seq: s, site: x.Site, at: at})
	}
	rw := f.rows.At(int(k - f.base))
	if rw.seq != s {
		f.doubt = &crossing{*rw, famRow{seq: s, site: x.Site, at: at}}
		return
	}
	rw.n++
	for f.rows.Len() > 0 && f.rows.At(0).n == len(f.members) {
		f.rows.Pop()
		f.base++
	}
}
