package match

import (
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// meeting is what the ranks of a complete row knew when they entered it.
type meeting struct {
	know order.Snapshot
	out  int // ranks that have not returned yet
}

// leaver is a rank that has returned from a collective call.
type leaver struct {
	rank int32
	n    int64 // its records up to then
}

// meet keeps what the ranks of row k, which is complete, knew when they entered
// it, for ranks that return, or have returned, from the call. If one of them need
// not have waited, for example because it has no data, no other rank need have
// waited for it.
func (m *collectives) meet(s *callOrder, k int64, rw *orderRow) {
	if !m.order.Watching() || rw.sync < len(s.members) {
		for _, l := range rw.left {
			m.order.Settle(l.rank, l.n)
		}
		return
	}
	entered := make([]int64, len(rw.arrived))
	for i := range rw.arrived {
		entered[i] = rw.arrived[i].N
	}
	x := &meeting{know: m.order.Meet(&s.group, entered), out: len(s.members) - len(rw.left)}
	for _, l := range rw.left {
		m.order.Settle(l.rank, 0)
		m.order.Join(l.rank, l.n, &s.group, x.know)
	}
	if x.out == 0 {
		return
	}
	if s.met == nil {
		s.met = map[int64]*meeting{}
	}
	s.met[k] = x
}

// comeBack takes a rank that has returned from a call that no rank leaves before
// all have entered it.
func (m *collectives) comeBack(s *callOrder, rank int32, op *state.Op) {
	i, ok := s.place(rank)
	if !ok {
		return
	}
	k := s.pos[i] - 1
	switch x := s.met[k]; {
	case x != nil:
		m.order.Join(rank, op.N, &s.group, x.know)
		if x.out--; x.out == 0 {
			delete(s.met, k)
		}
	case k >= s.base && k < s.base+int64(s.rows.len()):
		rw := s.rows.at(int(k - s.base))
		rw.left = append(rw.left, leaver{rank, op.N})
		m.order.Wait(rank)
		m.hold(rank, ahead{s, k})
	default:
		m.order.Heard(rank, op.N)
	}
}
