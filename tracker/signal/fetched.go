package signal

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// maxAwaited bounds the values of a rank that are being fetched.
const maxAwaited = 64

// awaited is a value whose fetch is not complete, or is never said to be.
type awaited struct {
	ring  uint16
	seq   uint32
	value *value
}

// fetched are the values of small accesses.
type fetched struct {
	waits map[int32][]awaited // by rank: the values that are being fetched
	spare []value             // to be used for the next values
}

// GiveValue gives a small access its value. shared: ranks share the memory.
func (m *fetched) GiveValue(b *Access, x *op.Access, shared bool) {
	if !b.small() {
		return
	}
	v := m.newValue()
	*v = value{lo: b.Lo, hi: b.Hi, site: b.Site}
	b.value = v
	width := datatype.BasicSize(b.Memory.Type)
	v.whole = x.Atomic && width == v.hi-v.lo
	if !x.Atomic || x.Loose || shared || width != v.hi-v.lo || width != 4 && width != 8 {
		return // others may change it in a way that is not recorded, or in no order
	}
	v.change = changeOf(b)
	if int64(x.Width) == width {
		v.known, v.operand, v.compare = true, x.Operand, x.Compare
	}
	if x.Fetches {
		list := m.waits[b.Site.Rank]
		if len(list) == maxAwaited {
			list = slices.Delete(list, 0, maxAwaited/2)
		}
		m.waits[b.Site.Rank] = append(list, awaited{b.Site.Ring, b.Site.Seq, v})
	}
}

// newValue returns memory for a value. A program that synchronizes by counters makes as many of them as calls.
func (m *fetched) newValue() *value {
	if len(m.spare) == 0 {
		m.spare = make([]value, 16)
	}
	v := &m.spare[0]
	m.spare = m.spare[1:]
	return v
}

// changeOf returns how an accumulate of a basic element changes it.
func changeOf(b *Access) effect {
	switch {
	case b.Site.Call == calls.CompareAndSwap:
		return swaps
	case !b.Memory.Writes:
		return noChange
	case b.Op == nil:
		return combines
	case b.Op.Name == "MPI_NO_OP":
		return noChange
	case b.Op.Name == "MPI_REPLACE":
		return replaces
	case b.Op.Name == "MPI_SUM":
		if p, _ := datatype.BasicType(b.Memory.Type); p != nil && p.Group == calls.IntType {
			return adds
		}
	}
	return combines
}

// Fetched takes the value that a call has fetched.
func (m *fetched) Fetched(rank int32, x *op.Fetch) {
	list := m.waits[rank]
	for i := range list {
		if a := &list[i]; a.ring == x.Ring && int64(a.seq) == x.Seq {
			a.value.hasFetched, a.value.fetched = true, x.Value
			m.waits[rank] = slices.Delete(list, i, i+1)
			return
		}
	}
}
