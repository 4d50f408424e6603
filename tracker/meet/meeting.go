package meet

import (
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// maxMeetings bounds the meetings of an object that are kept for ranks to return: programs may
// give up the requests of nonblocking calls.
const maxMeetings = 1 << 10

// meet gives the ranks of row k, which is complete, the knowledge of its meeting: at once if they have returned
// from the call, else when they do.
func (m *collectives) meet(s *callOrder, k int64, rw *orderRow) {
	if !m.order.Watching() || calls.Of(rw.kind).Persistent {
		for _, l := range rw.left {
			m.order.Settle(l.rank, l.n)
		}
		return
	}
	x := &meeting{flow: m.flow(s, rw), out: len(s.members) - len(rw.left)}
	for _, l := range rw.left {
		m.order.Settle(l.rank, 0)
		m.learns(s, x, l)
	}
	if x.out == 0 {
		return
	}
	if s.met == nil {
		s.met = map[int64]*meeting{}
	}
	if len(s.met) == maxMeetings {
		delete(s.met, slices.Min(slices.Collect(maps.Keys(s.met))))
	}
	s.met[k] = x
}

// learns gives a rank the knowledge of a meeting.
func (m *collectives) learns(s *callOrder, x *meeting, l leaver) {
	know := x.all
	if x.by != nil {
		know = x.by[l.member]
	}
	if l.begun > 0 || x.cast.N > 0 {
		m.Note(&stamp.Delivery{Rank: l.rank, N: l.begun, Know: know, May: x.may, Cast: x.cast, Got: l.n})
	}
	if x.whole {
		m.order.Join(l.rank, l.n, &s.group, x.all)
		return
	}
	m.order.Learn(l.rank, l.n, know)
	if x.vague {
		m.order.May(l.rank, l.n, x.may)
	}
}

// comeBack takes a rank that has returned from a collective call, row k, or has completed a nonblocking call. n is the
// rank's number of records then; begun > 0 is the record at which the nonblocking call began.
func (m *collectives) comeBack(s *callOrder, rank int32, member int, k, n, begun int64) {
	l := leaver{rank: rank, member: member, n: n, begun: begun}
	switch x := s.met[k]; {
	case x != nil:
		m.learns(s, x, l)
		if x.out--; x.out == 0 {
			delete(s.met, k)
		}
	case k >= s.base && k < s.base+int64(s.rows.Len()):
		rw := s.rows.At(int(k - s.base))
		rw.left = append(rw.left, l)
		m.order.Wait(rank)
		*m.back(s, rank, member) = returned{ahead{s, k}, m.order, l}
	default:
		m.order.Blur(rank, n)
	}
}

// back keeps a rank back, and returns the reason, which the caller fills in. It reuses the member's own reason unless
// that still keeps the rank back.
func (m *collectives) back(s *callOrder, rank int32, member int) *returned {
	if s.back == nil {
		s.back = make([]returned, len(s.members))
	}
	r := &s.back[member]
	if slices.Contains(m.holds[rank], reason(r)) {
		r = new(returned)
	}
	m.hold(rank, r)
	return r
}
