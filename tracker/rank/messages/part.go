package messages

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Part is the data of one buffer of a collective call: a single block, or a block for each rank or neighbor.
type Part struct {
	Spec    *calls.Buffer
	Addr    int64
	InPlace bool
	Blocks  int
	peers   []int32 // ranks in MPI_COMM_WORLD: of block i, or all of them of a single block
	// Count and Type apply to every block that has no entry in counts or types.
	Count int64
	Type  *datatype.Type

	counts, displs, types event.Array
	table                 *datatype.Table
}

// blobArrays are the indices in the blob of the arrays of a buffer; -1: none.
type blobArrays struct{ Counts, Displs, Types int8 }

// ArraysOf holds, by kind, the blobArrays of each buffer of a collective call.
var ArraysOf = func() *[calls.MaxKind][]blobArrays {
	var t [calls.MaxKind][]blobArrays
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		if s.Exchange == calls.NoExchange {
			continue
		}
		at := func(arg int8) int8 {
			if arg >= 0 {
				for i, name := range s.EnterBlob {
					if name == s.Enter[arg] {
						return int8(i)
					}
				}
			}
			return -1
		}
		for _, b := range s.Buffers {
			t[s.Kind] = append(t[s.Kind], blobArrays{at(b.Counts), at(b.Displs), at(b.Types)})
		}
	}
	return &t
}()

// IsRoot reports whether this rank is the root of a call on a communicator.
func (ms *Messages) IsRoot(c *record.Call, on *objects.Comm) bool {
	if on.Inter {
		return c.In[c.Sem.Root] == ms.flavour.Root
	}
	return c.In[c.Sem.Root] == int64(on.MyRank)
}

// uses reports whether the rank uses buffer b of a collective call on a communicator whose ranks are known.
func (ms *Messages) uses(c *record.Call, on *objects.Comm, b *calls.Buffer) bool {
	switch {
	case c.Sem.Root < 0:
		return true
	case b.Role == calls.AtRoot:
		return ms.IsRoot(c, on)
	case !on.Inter:
		return true
	case b.Role == calls.FromRoot && ms.IsRoot(c, on):
		return true
	}
	return c.In[c.Sem.Root] >= 0 // this group is not the root's
}

// CalledParts caches the parts of a collective call.
type CalledParts [2]struct {
	Part
	use   op.Use
	Known bool
}

// Part returns the data of buffer i of a collective call, from the cache in parts if the cache has it.
func (ms *Messages) Part(c *record.Call, on *objects.Comm, parts *CalledParts, i int) (*Part, op.Use) {
	x := &parts[i]
	if !x.Known {
		x.use, x.Known = ms.fill(&x.Part, c, on, i), true
	}
	return &x.Part, x.use
}

// fill fills the part of buffer i of a collective call.
func (ms *Messages) fill(p *Part, c *record.Call, on *objects.Comm, i int) op.Use {
	b := &c.Sem.Buffers[i]
	*p = Part{Spec: b, Addr: c.In[b.Addr], table: ms.types}
	if on == nil || !on.Alive() || !on.Comparable() {
		return op.Unclear
	}
	if !ms.uses(c, on, b) {
		return op.Unused
	}
	p.InPlace = p.Addr == ms.flavour.InPlace
	if !p.exchangedWith(c, on) {
		return op.Unclear
	}
	if b.Type >= 0 {
		p.Type = ms.types.Data(c.In[b.Type])
	}
	if b.Count >= 0 {
		p.Count = c.In[b.Count]
		return op.Used
	}
	return p.arrays(c, on, i)
}

// exchangedWith sets p.peers and p.Blocks; false if the neighbors are unknown.
func (p *Part) exchangedWith(c *record.Call, m *objects.Comm) bool {
	switch {
	case c.Sem.Flow == calls.FlowNeighbors:
		if !m.Neighbors.Known {
			return false
		}
		p.peers = m.Neighbors.Sources
		if p.Spec.Reads {
			p.peers = m.Neighbors.Destinations
		}
	case m.Inter && c.Sem.Exchange != calls.ExchangeSame:
		p.peers = m.Remote
	default:
		p.peers = m.Members
	}
	p.Blocks = min(1, len(p.peers)) // a rank without neighbors sends nothing
	if p.Spec.Part == calls.BlockPerRank || p.Spec.Part == calls.BlockPerNeighbor {
		p.Blocks = len(p.peers)
	}
	return true
}

// arrays finds the arrays of counts, displacements and datatypes in the record.
func (p *Part) arrays(c *record.Call, on *objects.Comm, i int) op.Use {
	at := ArraysOf[c.Kind][i]
	p.counts = event.ArrayOf(c.InBlob, int(at.Counts))
	if p.Spec.Part == calls.OwnBlock {
		if p.counts.Len() != len(on.Members) {
			return op.Unclear
		}
		p.Count, p.counts = p.counts.At(on.MyRank), nil
		return op.Used
	}
	if p.InPlace && p.counts.Len() == 0 && p.Spec.Reads {
		return op.Used // the counts are not significant, and no block is needed
	}
	if at.Displs >= 0 {
		p.displs = event.ArrayOf(c.InBlob, int(at.Displs))
	}
	if at.Types >= 0 {
		p.types = event.ArrayOf(c.InBlob, int(at.Types))
	}
	whole := func(a event.Array, arg int8) bool { return arg < 0 || a.Len() == p.Blocks }
	if !whole(p.counts, at.Counts) || !whole(p.displs, at.Displs) || !whole(p.types, at.Types) {
		return op.Unclear
	}
	return op.Used
}

// Arrays reports whether blocks have counts of their own.
func (p *Part) Arrays() bool { return p.counts.Len() > 0 }

// Typed reports whether blocks have datatypes of their own.
func (p *Part) Typed() bool { return p.types.Len() > 0 }

// Block returns the count and the datatype of block i.
func (p *Part) Block(i int) (count int64, d *datatype.Type) {
	count, d = p.Count, p.Type
	if p.Arrays() {
		count = p.counts.At(i)
	}
	if p.Typed() {
		d = p.table.Data(p.types.At(i))
	}
	return count, d
}

// Memory calls f for each block of the part, its index and address, until f returns false. Adjacent equal blocks are
// passed as one block, with the index of the first.
func (p *Part) Memory(f func(i int, addr, count int64, d *datatype.Type) bool) {
	if !p.Arrays() {
		p.equalBlocks(f)
		return
	}
	if p.Spec.Displs < 0 { // a reduce-scatter: its blocks are adjacent
		total := int64(0)
		for i := range p.Blocks {
			total = datatype.AddSat(total, p.counts.At(i))
		}
		f(0, p.Addr, total, p.Type)
		return
	}
	for i := range p.Blocks {
		n, d := p.Block(i)
		if n == 0 || d == nil || p.absent(i) {
			continue
		}
		unit := int64(1)
		if !p.Typed() {
			unit = d.Extent
		}
		if !f(i, datatype.AddSat(p.Addr, datatype.MulSat(p.displs.At(i), unit)), n, d) {
			return
		}
	}
}

// equalBlocks is Memory for adjacent blocks of equal size.
func (p *Part) equalBlocks(f func(i int, addr, count int64, d *datatype.Type) bool) {
	step := int64(0)
	if p.Type != nil {
		step = datatype.MulSat(p.Count, p.Type.Extent)
	}
	for i := 0; i < p.Blocks; {
		first := i
		for i < p.Blocks && !p.absent(i) {
			i++
		}
		if n := int64(i - first); n > 0 &&
			!f(first, datatype.AddSat(p.Addr, datatype.MulSat(step, int64(first))), datatype.MulSat(p.Count, n),
				p.Type) {
			return
		}
		for i < p.Blocks && p.absent(i) {
			i++
		}
	}
}

// absent reports whether block i belongs to a neighbor MPI_PROC_NULL: it is neither read nor written.
func (p *Part) absent(i int) bool {
	return p.Spec.Part == calls.BlockPerNeighbor && p.peers[i] < 0
}

// HasGaps reports whether equal blocks are not all exchanged.
func (p *Part) HasGaps() bool {
	return p.Spec.Part == calls.BlockPerNeighbor && slices.ContainsFunc(p.peers, func(r int32) bool { return r < 0 })
}

// Displaced reports whether block i is exchanged, and has a displacement.
func (p *Part) Displaced(i int) bool {
	return 0 <= i && i < min(p.Blocks, p.displs.Len()) && !p.absent(i)
}

// Displacement returns the displacement of block i, and the rank in MPI_COMM_WORLD with which the block is exchanged;
// -1 if unknown.
func (p *Part) Displacement(i int) (displ int64, peer int32) {
	if i < len(p.peers) {
		return p.displs.At(i), p.peers[i]
	}
	return p.displs.At(i), -1
}

// DisplacedTo returns the displaced block whose memory contains the address; -1 if there is none.
func (p *Part) DisplacedTo(address int64) int {
	found := -1
	p.Memory(func(i int, addr, n int64, d *datatype.Type) bool {
		lo, hi := datatype.Span(d, n)
		if p.Displaced(i) && datatype.AddSat(addr, lo) <= address && address < datatype.AddSat(addr, hi) {
			found = i
		}
		return found < 0
	})
	return found
}

// Negative returns the first block with a negative count; -1 if there is none.
func (p *Part) Negative() int {
	for i := range p.counts.Len() {
		if p.counts.At(i) < 0 {
			return i
		}
	}
	return -1
}

// Hull returns the smallest range [lo, hi) with all data of the part; lo equals hi if there is no data.
func (p *Part) Hull() (lo, hi int64) {
	if p.Arrays() && p.displs.Len() > 0 && !p.Typed() && p.Type != nil && p.Type.Extent > 0 {
		return p.rowHull()
	}
	p.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
		a, b := datatype.Span(d, n)
		if a >= b {
			return true
		}
		a, b = datatype.AddSat(addr, a), datatype.AddSat(addr, b)
		if lo == hi {
			lo, hi = a, b
		}
		lo, hi = min(lo, a), max(hi, b)
		return true
	})
	return lo, hi
}

// rowHull is Hull for blocks of one datatype: the range from the first to the last element.
func (p *Part) rowHull() (lo, hi int64) {
	first, end := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range p.counts.Len() {
		if n := p.counts.At(i); n > 0 {
			at := p.displs.At(i)
			first, end = min(first, at), max(end, datatype.AddSat(at, n))
		}
	}
	if first >= end {
		return 0, 0
	}
	a, b := datatype.Span(p.Type, end-first)
	from := datatype.AddSat(p.Addr, datatype.MulSat(first, p.Type.Extent))
	return datatype.AddSat(from, a), datatype.AddSat(from, b)
}
