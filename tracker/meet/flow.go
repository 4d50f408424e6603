package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// maxApart bounds the ranks of a call for which byBlocks determines rank by rank who waits for whom.
const maxApart = 1 << 8

// flow works out the knowledge that the ranks of a complete row gain from it, for certain and possibly.
func (m *collectives) flow(s *callOrder, rw *orderRow) flow {
	x := m.flowOf(s, rw)
	if x.vague {
		x.may = order.After(m.entries(s, rw)...)
	}
	return x
}

func (m *collectives) flowOf(s *callOrder, rw *orderRow) flow {
	sem := calls.Of(rw.kind)
	switch {
	case s.inter:
		return m.between(s, rw)
	case sem.Makes == calls.ClassFile: // known MPI libraries synchronize all ranks in MPI_File_open
		return flow{all: m.order.Meet(m.entries(s, rw)), whole: true}
	case sem.Flow == calls.FlowAgreement && rw.sync < len(s.members):
		return flow{vague: true}
	case sem.Flow == calls.NoFlow:
		return flow{}
	}
	at := m.entries(s, rw)
	switch {
	case rw.sync == len(s.members):
		return flow{all: m.order.Meet(at), whole: true}
	case sem.Exchange == calls.NoExchange: // a fence that nothing precedes, a window without locks
		return flow{}
	}
	for i := range rw.arrived {
		if x := rw.arrived[i].Args.Exchange; x == nil || !x.Known {
			return flow{vague: true}
		}
	}
	x := flow{by: make([]order.Snapshot, len(s.members))}
	switch sem.Flow {
	case calls.FlowRootToAll:
		x.fromRoot(s, rw, at)
		if !m.casting[x.cast.Rank] {
			x.cast = order.Point{}
		}
	case calls.FlowAllToRoot:
		x.toRoot(s, rw, at)
	case calls.FlowScan, calls.FlowExscan:
		x.upwards(rw, at)
	case calls.FlowAllToAll, calls.FlowNeighbors:
		m.byBlocks(&x, s, rw, at)
	}
	return x
}

// between works out the knowledge that the two groups of an intercommunicator gain of each other.
func (m *collectives) between(s *callOrder, rw *orderRow) flow {
	sem := calls.Of(rw.kind)
	if sem.Flow != calls.FlowAllToAll {
		return flow{vague: true}
	}
	at := m.entries(s, rw)
	var sides [2][]order.Point
	for i := range at {
		sides[s.side(i)] = append(sides[s.side(i)], at[i])
	}
	know := [2]order.Snapshot{order.After(sides[1]...), order.After(sides[0]...)}
	x := flow{by: make([]order.Snapshot, len(at))}
	for i := range at {
		x.by[i] = know[s.side(i)]
		if a := rw.arrived[i].Args.Exchange; sem.Exchange != calls.NoExchange &&
			(a == nil || !a.Known || !(amounts{&a.Give}).full() || !received(a).full()) {
			x.vague = true // some ranks need not wait
		}
	}
	return x
}

// full reports whether every block holds data.
func (a amounts) full() bool {
	for i := range a.Counts {
		if !a.holds(i) {
			return false
		}
	}
	return a.Counts != nil || a.One != datatype.NoContent
}

// entries returns the points at which the ranks entered the calls of a row; valid until the next call of entries.
func (m *collectives) entries(s *callOrder, rw *orderRow) []order.Point {
	at := rw.entered
	if at == nil {
		m.at = zeroed(m.at, len(s.members))
		at = m.at
	}
	for i, r := range s.members {
		if at[i].N == 0 { // the rank has been kept back since its entry
			at[i] = m.order.At(r, rw.arrived[i].N)
		}
	}
	return at
}

// rootOf returns the member that is the root; false if there is no single root.
func (s *callOrder) rootOf(rw *orderRow) (root int, ok bool) {
	x := s.collective(rw)
	return x.Root()
}

// fromRoot: ranks that receive data wait for the root.
func (x *flow) fromRoot(s *callOrder, rw *orderRow, at []order.Point) {
	root, ok := s.rootOf(rw)
	if !ok || root < 0 || root >= len(at) {
		x.vague = true
		return
	}
	if calls.Of(rw.kind).Exchange == calls.ExchangeSame {
		x.cast = at[root]
	}
	know := order.After(at[root])
	for i := range x.by {
		if a := rw.arrived[i].Args.Exchange; i != root && !received(a).empty() {
			x.by[i] = know
		}
	}
}

// received returns the amounts that a rank receives, for any kind of exchange.
func received(x *op.Exchange) amounts {
	if x.Take.Use == op.Used {
		return amounts{&x.Take}
	}
	return amounts{&x.Give} // calls.ExchangeSame
}

// amounts tell which blocks hold data.
type amounts struct{ *op.Amounts }

// empty reports whether no block holds data.
func (a amounts) empty() bool {
	if a.Counts == nil {
		return a.One == datatype.NoContent
	}
	for i := range a.Counts {
		if a.holds(i) {
			return false
		}
	}
	return true
}

// holds reports whether block i holds data.
func (a amounts) holds(i int) bool {
	if a.Counts == nil {
		return a.One != datatype.NoContent
	}
	count, d := a.Block(i)
	return count > 0 && (d == nil || d.Unknown || d.Size > 0)
}

// toRoot: the root waits for the ranks that give data.
func (x *flow) toRoot(s *callOrder, rw *orderRow, at []order.Point) {
	root, ok := s.rootOf(rw)
	if !ok || root < 0 || root >= len(at) {
		x.vague = true
		return
	}
	var from []order.Point
	for i := range at {
		a := rw.arrived[i].Args.Exchange
		if i != root && !(amounts{&a.Give}).empty() {
			from = append(from, at[i])
		}
	}
	x.by[root] = order.After(from...)
}

// upwards: each rank waits for all lower ranks.
func (x *flow) upwards(rw *orderRow, at []order.Point) {
	for i := 1; i < len(at); i++ {
		a := rw.arrived[i].Args.Exchange
		if (amounts{&a.Give}).empty() {
			return
		}
		x.by[i] = x.by[i-1].With(order.After(at[i-1]))
	}
}

// byBlocks: each rank waits for the ranks from which it receives a block.
func (m *collectives) byBlocks(x *flow, s *callOrder, rw *orderRow, at []order.Point) {
	if len(at) > maxApart {
		x.vague = true
		return
	}
	var all order.Snapshot
	for i := range at {
		from := m.sources(s, rw, i, at)
		switch {
		case len(from) < len(at)-1:
			x.by[i] = order.After(from...)
		default:
			if all == (order.Snapshot{}) {
				all = order.After(at...)
			}
			x.by[i] = all
		}
	}
}

// sources are the other ranks whose data a rank receives; they are valid until sources is called again.
func (m *collectives) sources(s *callOrder, rw *orderRow, me int, at []order.Point) []order.Point {
	m.from = m.from[:0]
	x := rw.arrived[me].Args.Exchange
	if x.Take.Use != op.Used { // a reduction of which every rank gets a part
		if give := (amounts{&x.Give}); give.Counts == nil && give.empty() || give.Counts != nil && !give.holds(me) {
			return nil
		}
		for i := range at {
			if i != me && !received(rw.arrived[i].Args.Exchange).empty() {
				m.from = append(m.from, at[i])
			}
		}
		return m.from
	}
	take := amounts{&x.Take}
	m.seen = zeroed(m.seen, len(at))
	for b, peer := range x.Take.Peers {
		if peer < 0 {
			continue // MPI_PROC_NULL
		}
		i, ok := s.place(peer)
		if !ok || i == me || m.seen[i] || !take.holds(b) {
			continue
		}
		m.seen[i] = true
		m.from = append(m.from, at[i])
	}
	return m.from
}

// zeroed returns n zero values, in the memory of list if it suffices.
func zeroed[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}
