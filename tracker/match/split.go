package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// splits follows split collective operations, and the accesses to windows of
// other ranks that ranks make while their own part of one is active: such an
// access may reach memory that the target is writing to the file or filling
// from it.
type splits struct {
	*Job
	unmoved
	of map[splitKey]*splitRow
}

// splitKey names the k-th split collective operation of a file.
type splitKey struct {
	file   uint64
	number int64
}

// splitRow is an operation on all ranks of the file.
type splitRow struct {
	on    *op.Place
	parts []splitPart // by member
	ended int
	calls []farCall
	lost  bool
}

// splitPart is one rank's part in an operation.
type splitPart struct {
	begin tracker.Site // zero: not begun
	data  op.Data
	end   order.Point // N is 0 until it has ended
}

// farCall is an access of a rank whose part of the operation is active.
type farCall struct {
	site   tracker.Site
	window tracker.Object
	target int32 // rank in MPI_COMM_WORLD
	at     order.Point
	use    datatype.Buffer
}

// maxFarCalls bounds the calls kept for an operation; more are not checked.
const maxFarCalls = 1 << 10

func newSplits(j *Job) *splits { return &splits{Job: j, of: map[splitKey]*splitRow{}} }

func (m *splits) routes(k *op.Kinds) {
	k.BeginsSplit.To(m.begin)
	k.EndsSplit.To(m.end)
	k.Accesses.To(m.accesses)
}

// begin adds a rank's part to its operation.
func (m *splits) begin(_ int32, x *op.SplitBegin) {
	m.order.WatchLate()
	k := splitKey{x.On.ID, x.Number}
	row := m.of[k]
	if row == nil {
		row = &splitRow{on: x.On, parts: make([]splitPart, len(x.On.Members)), lost: m.anyLost(x.On.Members)}
		m.of[k] = row
	}
	if me := x.On.Me; me >= 0 && int(me) < len(row.parts) {
		row.parts[me].begin, row.parts[me].data = x.Site, x.Data
	}
}

// end takes the end of a rank's part.
func (m *splits) end(rank int32, x *op.SplitEnd) {
	k := splitKey{x.On.ID, x.Number}
	row := m.of[k]
	if row == nil || row.lost {
		return
	}
	p := &row.parts[x.On.Me]
	if p.begin.IsZero() || p.end.N != 0 {
		return
	}
	p.end = m.order.At(rank, x.N)
	if row.ended++; row.ended == len(row.parts) {
		m.decide(row)
		delete(m.of, k)
	}
}

// accesses keeps an access to another rank's window that is made while
// operations of its own rank are active. Where the rank may have heard that the
// target's part has ended, it is not checked.
func (m *splits) accesses(rank int32, x *op.Access) {
	if len(x.Splits) == 0 || x.Target == x.On.Me || x.Data.Type == nil || x.Data.Type.Unknown || !x.Data.Moves {
		return
	}
	t := m.windows.target(x.On, x.Target)
	if t == nil {
		return
	}
	at, seen := m.pscw.exposed(x, m.order.At(rank, x.N))
	if !seen {
		return // what the target had done by then is not known
	}
	far := farCall{site: x.Site, window: x.On.Object, target: x.On.Members[x.Target], at: at,
		use: datatype.Buffer{Addr: t.Address(x.Data.Disp), Count: x.Data.Count, Type: x.Data.Type, Writes: x.Data.Writes, Window: true}}
	for _, s := range x.Splits {
		row := m.of[splitKey{s.File, s.Number}]
		if row != nil && !row.lost && len(row.calls) < maxFarCalls && m.order.Sure(rank, far.target, s.Since) {
			row.calls = append(row.calls, far)
		}
	}
}

// decide reports the accesses that reached the buffer of another rank's part
// which had not ended before them.
func (m *splits) decide(row *splitRow) {
	for _, x := range row.calls {
		for i := range row.parts {
			p := &row.parts[i]
			if p.begin.IsZero() || p.begin.Rank != x.target {
				continue
			}
			own := datatype.Buffer{Addr: p.data.Disp, Count: p.data.Count, Type: p.data.Type}
			if p.data.Writes && !x.use.Writes || order.Before(p.end, x.at) || !own.Overlaps(&x.use) {
				continue
			}
			m.emit(&fact.SplitReached{Call: x.site, Object: x.window, Begin: p.begin, Write: p.data.Writes, Writes: x.use.Writes})
		}
	}
}

func (m *splits) gone(on *op.Place) {
	for k := range m.of {
		if k.file == on.ID {
			delete(m.of, k)
		}
	}
}

func (m *splits) lose(rank int32) {
	for _, row := range m.of {
		row.lost = row.lost || slices.Contains(row.on.Members, rank)
	}
}
