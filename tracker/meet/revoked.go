package meet

import (
	"github.com/gomarmot/gomarmot/tracker/op"
)

// revoke ends the matching on a communicator that is revoked, or of which a process has failed: its calls end with an
// error on some ranks, and other ranks need not make them.
func (m *collectives) revoke(_ int32, x *op.Head) {
	s := m.seqs[x.On.ID]
	if s == nil {
		s = m.newOrder(x.On)
		m.seqs[x.On.ID] = s
	}
	s.cut(s.base - 1)
	m.family(s).broken = true
}

// revoke forgets the messages of a communicator that is revoked, or of which a process has failed: sends may never be
// received. Later messages on it are not matched.
func (m *messages) revoke(_ int32, x *op.Head) {
	id := x.On.ID
	if m.revoked[id] {
		return
	}
	if m.revoked == nil {
		m.revoked = map[uint64]bool{}
	}
	m.revoked[id] = true
	for k, c := range m.channels {
		if k.comm == id {
			m.dropChannel(c)
		}
	}
	for rank := range m.posted {
		for _, p := range m.posted[rank].all() {
			if p.on != nil && p.on.key.comm == id {
				p.on.unsure = true
				m.tame(int32(rank), p, nil)
			}
		}
	}
	m.forgetNear()
}
