package wait

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Lacks returns the ranks missing in a nonblocking collective call that a rank made when it had n records.
func (m *Judge) Lacks(on *op.Place, rank int32, n int64) (x stamp.Lacking) {
	j, ok := m.joins.of[key{rank, n}]
	if x.Known = ok && !j.row.over && !m.Lost(on.All); x.Known {
		x.Ranks, x.Row = j.row.absent(on.All), &j.row.Row
	}
	return x
}

// LacksParts returns the ranks missing in the given round of a partitioned operation; peer is the rank of its
// other end.
func (m *Judge) LacksParts(rank, peer int32, number, round int64, sends bool) (x stamp.Lacking) {
	e := m.parts.of[key{rank, number}]
	if e == nil || e.lost || m.Messages.Unseen(rank) || m.Messages.Unseen(peer) || e.peer != nil && e.peer.lost {
		return x
	}
	x.Known = true
	if e.peer != nil {
		if s := e.peer.starts[round]; s != nil && s.row != nil && (sends || s.left == 0) {
			return x
		}
	}
	x.Ranks = []int32{peer}
	return x
}
