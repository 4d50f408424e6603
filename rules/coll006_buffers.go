package rules

import (
	"cmp"
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// collBuffers is a collective call whose buffers overlap, or that cannot work in
// place.
var collBuffers = &Rule{
	ID:       "COLL006",
	MPI:      "1.0",
	Title:    "buffers of a collective call overlap, or misplaced MPI_IN_PLACE",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Collective Communication",
	Says: "The send and the receive buffer of a collective call have no byte in common. MPI_IN_PLACE stands for one " +
		"of them where the description of the call says so: never between the groups of an intercommunicator. A " +
		"gather writes no byte of its receive buffer twice; nor should an all-to-all exchange, or one between " +
		"neighbors, whose blocks may arrive in any order.",
	Doc: "The MPI library may write received data before it has read all data to be sent, so the result depends on " +
		"the algorithm and on the amount of data. Where a call has no MPI_IN_PLACE, that value is taken for an " +
		"address.",
	Advice: "Pass MPI_IN_PLACE where the call has it, else a buffer of its own. Choose the displacements so that the " +
		"blocks that a rank receives lie apart.",
	Silent: []string{
		"MPI_IN_PLACE as the send buffer of gathers and reductions at the root, and of all-to-all calls, scans and " +
			"allreduces everywhere",
		"MPI_IN_PLACE as the receive buffer of a scatter at the root",
		"any address where the buffer is not significant",
		"interleaved buffers whose data has no byte in common",
		"buffers that touch, or that hold no data",
		"blocks of neighbors that are MPI_PROC_NULL, as at the edge of a grid",
		"blocks of a send buffer that overlap, also those of a scatter, which the standard forbids for symmetry only",
	},
	Limit: "Datatypes with more than 4096 pieces, and those with an unknown layout, are not compared; nor are more " +
		"than 4096 blocks that interleave. Overlapping blocks of all-to-all exchanges and of neighbors are a " +
		"warning, since they do no harm if they hold the same values or are not used; overlapping blocks of gathers " +
		"and all-gathers are an error.",
	On:        collectiveData,
	Arguments: true,
	Check:     checkCollBuffers,
}

func checkCollBuffers(p *Pass) {
	c := p.Call
	if c.Comm == nil {
		return
	}
	var used [2]*messages.Part
	for i := range c.Sem.Buffers {
		part, use := p.Rank.Part(c, i)
		if use == op.Used && part.InPlace {
			if !mayBeInPlace(p, part) && !(part.Spec.Writes && p.Call.IgnoresResult()) {
				reportInPlace(p, part)
				return
			}
			continue
		}
		if use == op.Used {
			used[i] = part
		}
	}
	if used[0] != nil && used[1] != nil && !p.Call.IgnoresResult() {
		overlapping(p, used[0], used[1])
	}
	if used[1] != nil {
		switch x := c.Sem.Exchange; {
		case x == calls.ExchangePairs, x == calls.ExchangeAll && c.Sem.Flow == calls.FlowNeighbors:
			blocksOverlap(p, used[1], Warning)
		case x == calls.ExchangeGather, x == calls.ExchangeAll:
			blocksOverlap(p, used[1], Error)
		}
	}
}

// mostCompared bounds how many pairs of blocks of a buffer are compared.
const mostCompared = 4096

// blocksOverlap reports a block of a receive buffer that has a byte in common with another block. The standard forbids
// such blocks in gathers; of all-to-all exchanges it says only that they are like receives.
func blocksOverlap(p *Pass, receive *messages.Part, severity Severity) {
	if inOrder(receive) {
		return
	}
	rows := extents(receive)
	left := mostCompared
	for i := range rows {
		if r := &rows[i]; datatype.Overlaps(r.d, r.count) {
			p.ReportAs(severity, madeAt(r.d), "%s writes parts of %s twice: %d elements of %s have overlapping entries",
				p.Call.Kind,
				p.Call.Sem.Enter[receive.Spec.Addr], r.count, r.d)
			return
		}
		for k := i + 1; k < len(rows) && rows[k].lo < rows[i].hi; k++ {
			if left--; left < 0 {
				return
			}
			if share(&rows[i], &rows[k]) {
				p.ReportAs(severity, nil, "%s writes parts of %s twice: block %d, at %#x to %#x, and block %d, at "+
					"%#x to %#x, overlap", p.Call.Kind,
					p.Call.Sem.Enter[receive.Spec.Addr], rows[i].block, rows[i].lo, rows[i].hi-1, rows[k].block,
					rows[k].lo, rows[k].hi-1)
				return
			}
		}
	}
}

// inOrder reports whether the blocks of a buffer follow each other in memory without overlap, as they mostly do.
func inOrder(part *messages.Part) bool {
	end, apart := int64(math.MinInt64), true
	part.Memory(func(i int, addr, n int64, d *datatype.Type) bool {
		if x, ok := extentOf(i, addr, n, d); ok {
			apart = x.lo >= end && !datatype.Overlaps(d, n)
			end = x.hi
		}
		return apart
	})
	return apart
}

// mayBeInPlace reports whether the standard lets the program pass MPI_IN_PLACE for
// the buffer on this rank.
func mayBeInPlace(p *Pass, part *messages.Part) bool {
	c := p.Call
	s := c.Sem
	switch {
	case c.Comm.Inter || s.Flow == calls.FlowNeighbors || len(s.Buffers) < 2:
		return false
	case s.Exchange == calls.ExchangeScatter:
		return part.Spec.Writes && p.Rank.IsRoot(c)
	case part.Spec.Writes:
		return false
	}
	return s.Root < 0 || p.Rank.IsRoot(c)
}

func reportInPlace(p *Pass, part *messages.Part) {
	c := p.Call
	name := c.Sem.Enter[part.Spec.Addr]
	other := c.Sem.Exchange == calls.ExchangeScatter == part.Spec.Writes && len(c.Sem.Buffers) == 2
	switch {
	case c.Comm.Inter:
		p.Report(nil, "%s with MPI_IN_PLACE as %s on an intercommunicator, where no call has it", c.Kind, name)
	case c.Sem.Root >= 0 && other:
		p.Report(nil, "%s with MPI_IN_PLACE as %s on rank %d, but only the root, rank %d, may pass it", c.Kind, name,
			c.Comm.MyRank, c.In[c.Sem.Root])
	default:
		p.Report(nil, "%s with MPI_IN_PLACE as %s, which this call does not have", c.Kind, name)
	}
}

// extent is the range of bytes [lo, hi) that consecutive elements lie in.
type extent struct {
	lo, hi, addr, count int64
	d                   *datatype.Type
	block               int
}

// extentOf returns the range of n elements; ok is false if there are none.
func extentOf(block int, addr, n int64, d *datatype.Type) (x extent, ok bool) {
	a, b := datatype.Span(d, n)
	return extent{datatype.AddSat(addr, a), datatype.AddSat(addr, b), addr, n, d, block}, a < b
}

func extents(part *messages.Part) (out []extent) {
	part.Memory(func(i int, addr, n int64, d *datatype.Type) bool {
		if x, ok := extentOf(i, addr, n, d); ok {
			out = append(out, x)
		}
		return true
	})
	slices.SortFunc(out, func(a, b extent) int { return cmp.Compare(a.lo, b.lo) })
	return out
}

// overlapping reports two buffers that have a byte in common.
func overlapping(p *Pass, send, receive *messages.Part) {
	lo, hi := send.Hull()
	rlo, rhi := receive.Hull()
	if lo >= hi || rlo >= rhi || hi <= rlo || rhi <= lo {
		return
	}
	if a, b := firstOverlap(extents(send), extents(receive)); a != nil {
		s := p.Call.Sem
		if lo == rlo && hi == rhi {
			p.Report(nil, "%s and %s of %s are the same buffer%s", s.Enter[send.Spec.Addr], s.Enter[receive.Spec.Addr],
				p.Call.Kind,
				inPlaceInstead(p, send, receive))
			return
		}
		p.Report(nil, "the buffers of %s overlap: %s is read at %#x to %#x, %s is written at %#x to %#x", p.Call.Kind,
			s.Enter[send.Spec.Addr], a.lo, a.hi-1, s.Enter[receive.Spec.Addr], b.lo, b.hi-1)
	}
}

// inPlaceInstead says for which of the buffers the program may pass MPI_IN_PLACE.
func inPlaceInstead(p *Pass, parts ...*messages.Part) string {
	for _, part := range parts {
		if mayBeInPlace(p, part) {
			return "; MPI_IN_PLACE as " + p.Call.Sem.Enter[part.Spec.Addr] + " says so"
		}
	}
	return ""
}

// firstOverlap returns a range of each list such that the two have a byte in common; nil if there are none. The lists
// are sorted by the beginnings of their ranges.
func firstOverlap(a, b []extent) (x, y *extent) {
	for i, first := 0, 0; i < len(a); i++ {
		for first < len(b) && b[first].hi <= a[i].lo && b[first].lo <= a[i].lo {
			first++
		}
		for k := first; k < len(b) && b[k].lo < a[i].hi; k++ {
			if share(&a[i], &b[k]) {
				return &a[i], &b[k]
			}
		}
	}
	return nil, nil
}

func share(a, b *extent) bool {
	x := datatype.Buffer{Addr: a.addr, Count: a.count, Type: a.d}
	return x.Overlaps(&datatype.Buffer{Addr: b.addr, Count: b.count, Type: b.d})
}
