package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// maxAwaited bounds the values of a rank that are being fetched.
const maxAwaited = 64

// awaited is a value whose fetch is not complete, or is never said to be.
type awaited struct {
	ring  uint16
	seq   uint32
	value *race.Value
}

// valueOf gives a small access its value.
func (m *races) valueOf(w *windowAccesses, b *race.Access, x *op.Access) {
	if b.Hi-b.Lo > race.MaxSignal {
		return
	}
	v := m.newValue()
	*v = race.Value{Lo: b.Lo, Hi: b.Hi, Site: b.Site}
	b.Value = v
	width := datatype.BasicSize(b.Memory.Type)
	if !x.Atomic || x.Loose || w.flavor == op.Shared || width != v.Hi-v.Lo || width != 4 && width != 8 {
		return // others may change it in a way that is not recorded, or in no order
	}
	v.Change = changeOf(b)
	if int64(x.Width) == width {
		v.Known, v.Operand, v.Compare = true, x.Operand, x.Compare
	}
	if x.Fetches {
		list := m.awaited[b.Site.Rank]
		if len(list) == maxAwaited {
			list = slices.Delete(list, 0, maxAwaited/2)
		}
		m.awaited[b.Site.Rank] = append(list, awaited{b.Site.Ring, b.Site.Seq, v})
	}
}

// newValue returns memory for a value. A program that synchronizes by counters makes as many of them as calls.
func (m *races) newValue() *race.Value {
	if len(m.values) == 0 {
		m.values = make([]race.Value, 16)
	}
	v := &m.values[0]
	m.values = m.values[1:]
	return v
}

// changeOf returns how an accumulate of one basic element changes it.
func changeOf(b *race.Access) race.Change {
	switch {
	case b.Site.Call == calls.CompareAndSwap:
		return race.Swaps
	case !b.Memory.Writes:
		return race.NoChange
	case b.Op == nil:
		return race.Combines
	case b.Op.Name == "MPI_NO_OP":
		return race.NoChange
	case b.Op.Name == "MPI_REPLACE":
		return race.Replaces
	case b.Op.Name == "MPI_SUM":
		if p, _ := datatype.BasicType(b.Memory.Type); p != nil && p.Group == calls.IntType {
			return race.Adds
		}
	}
	return race.Combines
}

// fetched takes what a call has fetched.
func (m *races) fetched(rank int32, x *op.Fetch) {
	list := m.awaited[rank]
	for i := range list {
		if a := &list[i]; a.ring == x.Ring && int64(a.seq) == x.Seq {
			a.value.HasFetched, a.value.Fetched = true, x.Value
			m.awaited[rank] = slices.Delete(list, i, i+1)
			return
		}
	}
}

// unseen returns a fetch by which the program may have ordered two accesses, if what it and others returned shows
// that it has not.
func (m *races) unseen(a, b *race.Access) race.Unseen {
	may, behind := m.spots.ValuesOrder(a, b)
	if may {
		return race.Unseen{}
	}
	may, ahead := m.spots.ValuesOrder(b, a)
	switch {
	case may:
		return race.Unseen{}
	case behind.Fetch != nil:
		return behind
	}
	return ahead
}
