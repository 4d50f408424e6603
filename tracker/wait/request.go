package wait

import "github.com/gomarmot/gomarmot/tracker/state"

// Lacking is what the operation of a request waits for at the end of the run.
type Lacking struct {
	Known bool
	Ranks []int32 // for which it waits; none: it need not
	Row   *Row    // the call in which Ranks are missing; nil: of a partitioned operation
}

// Lacking says what an operation of a request of a rank waits for.
func (m *Judge) Lacking(rank int32, p *state.Pending) (x Lacking) {
	switch {
	case p.Partitioned:
		x.Known, x.Ranks = m.lacksParts(rank, p)
	case p.On != nil:
		j, ok := m.joins.of[key{rank, p.Count}]
		if x.Known = ok && !j.row.over && !m.Lost(p.On.All); x.Known {
			x.Ranks, x.Row = j.row.absent(p.On.All), j.row
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
