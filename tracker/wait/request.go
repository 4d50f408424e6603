package wait

import (
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// Lacking says what an operation of a request of a rank waits for.
func (m *Judge) Lacking(rank int32, p *state.Pending) (x stamp.Lacking) {
	switch {
	case p.Partitioned:
		x.Known, x.Ranks = m.lacksParts(rank, p)
	case p.On != nil:
		j, ok := m.joins.of[key{rank, p.Count}]
		if x.Known = ok && !j.row.over && !m.Lost(p.On.All); x.Known {
			x.Ranks, x.Row = j.row.absent(p.On.All), &j.row.Row
		}
	}
	return x
}

func (m *Judge) lacksParts(rank int32, p *state.Pending) (known bool, ranks []int32) {
	e := m.parts.of[key{rank, p.Count}]
	if e == nil || e.lost || m.Messages.Unseen(rank) || m.Messages.Unseen(p.Peer) || e.peer != nil && e.peer.lost {
		return false, nil
	}
	if e.peer != nil {
		if s := e.peer.starts[p.Round]; s != nil && s.row != nil && (p.Sends || s.left == 0) {
			return true, nil
		}
	}
	return true, []int32{p.Peer}
}
