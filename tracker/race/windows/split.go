package windows

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Splits follows split collective operations, and the accesses to windows of other ranks that ranks make while
// their own part of such an operation is active: the access may reach memory that the target is writing to the
// file or filling from it. A single goroutine uses it.
type Splits struct {
	order SureClocks
	lost  func(ranks []int32) bool // reports whether records of any of the ranks are missing
	emit  func(fact.Fact)
	of    map[splitKey]*splitRow
}

// SureClocks are clocks that also say where their knowledge ends, as order.Clocks do.
type SureClocks interface {
	race.Clocks
	Sure(rank, of int32, since int64) bool
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

// splitPart is a rank's part in an operation.
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

// NewSplits returns a judge of no operations.
func NewSplits(clocks SureClocks, lost func(ranks []int32) bool, emit func(fact.Fact)) *Splits {
	return &Splits{order: clocks, lost: lost, emit: emit, of: map[splitKey]*splitRow{}}
}

// Routes registers the judge for ops other than accesses.
func (m *Splits) Routes(k *op.Kinds) {
	k.BeginsSplit.To(m.begin)
	k.EndsSplit.To(m.end)
}

// Kept returns the number of operations that have not ended on all ranks.
func (m *Splits) Kept() int { return len(m.of) }

// begin adds a rank's part to its operation.
func (m *Splits) begin(_ int32, x *op.SplitBegin) {
	k := splitKey{x.On.ID, x.Number}
	row := m.of[k]
	if row == nil {
		row = &splitRow{on: x.On, parts: make([]splitPart, len(x.On.Members)), lost: m.lost(x.On.Members)}
		m.of[k] = row
	}
	if me := x.On.Me; me >= 0 && int(me) < len(row.parts) {
		row.parts[me].begin, row.parts[me].data = x.Site, x.Data
	}
}

// end takes the end of a rank's part.
func (m *Splits) end(rank int32, x *op.SplitEnd) {
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

// Access keeps an access to another rank's window that is made while operations of its own rank are active. The access
// is not checked if the rank may have learned that the target's part has ended.
func (m *Splits) Access(rank int32, o *stamp.Access) {
	if len(o.Splits) == 0 || o.Target == o.On.Me || o.Data.Type == nil || o.Data.Type.Unknown || !o.Data.Moves {
		return
	}
	t := o.Part
	if t == nil || !o.Exposed {
		return // it is unknown whether the target's part had begun
	}
	x := farCall{site: o.Site, window: o.On.Object, target: o.On.Members[o.Target], at: o.At,
		use: datatype.Buffer{Addr: t.Address(o.Data.Disp), Count: o.Data.Count, Type: o.Data.Type,
			Writes: o.Data.Writes, Window: true}}
	for _, s := range o.Splits {
		row := m.of[splitKey{s.File, s.Number}]
		if row != nil && !row.lost && len(row.calls) < maxFarCalls && m.order.Sure(rank, x.target, s.Since) {
			row.calls = append(row.calls, x)
		}
	}
}

// decide reports the accesses that reached the buffer of another rank's part
// which had not ended before them.
func (m *Splits) decide(row *splitRow) {
	for _, x := range row.calls {
		for i := range row.parts {
			p := &row.parts[i]
			if p.begin.IsZero() || p.begin.Rank != x.target {
				continue
			}
			own := datatype.Buffer{Addr: p.data.Addr, Count: p.data.Count, Type: p.data.Type}
			if p.data.Writes && !x.use.Writes || order.Before(p.end, x.at) || !own.Overlaps(&x.use) {
				continue
			}
			m.emit(&fact.SplitReached{Call: x.site, Object: x.window, Begin: p.begin, Write: p.data.Writes,
				Writes: x.use.Writes})
		}
	}
}

// Gone forgets the operations of a file that its last rank has closed.
func (m *Splits) Gone(on *op.Place) {
	for k := range m.of {
		if k.file == on.ID {
			delete(m.of, k)
		}
	}
}

// Finish implements the interface of judges: an operation that has not ended proves no fault.
func (m *Splits) Finish() {}

// Lose ends the comparison with a rank whose records are incomplete.
func (m *Splits) Lose(rank int32) {
	for _, row := range m.of {
		row.lost = row.lost || slices.Contains(row.on.Members, rank)
	}
}
