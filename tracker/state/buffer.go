package state

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Buffer is memory that a call reads or writes: count elements of a datatype
// from an address on.
type Buffer struct {
	Addr   int64
	Count  int64
	Type   *datatype.Type
	Writes bool // the call changes it
	// Window: it is memory of the rank's own window, reached by an RMA call
	// of the rank to itself.
	Window bool
}

// Buffers calls f for the memory that call c uses, as far as it is known.
func (r *Rank) Buffers(c *Call, f func(Buffer)) {
	switch {
	case c.Sem.RMA != calls.NoRMA:
		r.rmaBuffers(c, f)
	case c.Sem.IO.Data:
		if x := &c.IO; x.Half != calls.SplitEnd {
			f(Buffer{Addr: x.Buf, Count: x.Count, Type: x.Type, Writes: !x.Write})
		}
	default:
		r.messageBuffers(c, f)
	}
}

func (r *Rank) rmaBuffers(c *Call, f func(Buffer)) {
	m := &c.RMA
	if m.ProcNull {
		return
	}
	fetches := c.Sem.RMA == calls.RMAGet
	f(Buffer{Addr: m.Origin, Count: m.OCount, Type: m.OType, Writes: fetches})
	if m.Reads && !fetches {
		f(Buffer{Addr: m.Result, Count: m.RCount, Type: m.RType, Writes: true})
	}
	w := c.Win
	if !m.Moves() || w == nil || !w.Alive() || !w.Known() || m.Target != int64(w.MyRank) {
		return
	}
	f(Buffer{Addr: address(w.Flavor, w.Base, w.DispUnit, m.Disp), Count: m.TCount, Type: m.TType, Writes: m.Writes, Window: true})
}

// messageBuffers are the buffers of message passing and collective calls. Where a
// call has one block for each rank, the first block stands for all; buffers with
// a count for each rank are left out.
func (r *Rank) messageBuffers(c *Call, f func(Buffer)) {
	for i := range c.Sem.Buffers {
		s := &c.Sem.Buffers[i]
		if s.Count < 0 || s.Type < 0 || r.ignored(c, s) {
			continue
		}
		b := Buffer{Addr: c.In[s.Addr], Count: c.In[s.Count], Type: r.Types().Lookup(c.In[s.Type]), Writes: s.Writes}
		if s.Role == calls.FromRoot {
			b.Writes = !r.IsRoot(c)
		}
		f(b)
	}
}

// ignored reports whether a call does not use a buffer, or whether that is
// unknown.
func (r *Rank) ignored(c *Call, s *calls.Buffer) bool {
	switch {
	case c.In[s.Addr] == r.Flavour.InPlace:
		return true
	case r.messages.toNobody(c, s):
		return true
	case s.Role == calls.Everywhere:
		return false
	}
	return c.Comm == nil || c.Comm.Inter || s.Role == calls.AtRoot && !r.IsRoot(c)
}

// toNobody reports whether a buffer is exchanged with MPI_PROC_NULL alone.
func (ms *messages) toNobody(c *Call, s *calls.Buffer) bool {
	if c.Sem.Message >= 0 && c.Sem.Match == calls.MatchReceive {
		m := ms.found[c.In[c.Sem.Message]]
		return m != nil && m.nobody
	}
	null := func(arg int8) bool { return arg < 0 || c.In[arg] == ms.flavour.ProcNull }
	return (s.From >= 0 || s.To >= 0) && null(s.From) && null(s.To)
}

// maxOverlapPieces bounds how closely two buffers are compared.
const maxOverlapPieces = 4096

// Overlaps reports whether two buffers have bytes in common. What is
// unknown counts as no.
func (b *Buffer) Overlaps(o *Buffer) (yes bool) {
	if yes, known := b.regularMeets(o); known {
		return yes
	}
	if b.near(o) {
		b.both(o, func(int64, int64) bool {
			yes = true
			return false
		})
	}
	return yes
}

// Common returns the first bytes in a row that two buffers have in common, which overlap; where
// they have too many pieces for that, those between which such bytes are.
func (b *Buffer) Common(o *Buffer) (lo, hi int64) {
	known := b.both(o, func(a, b int64) bool {
		lo, hi = a, b
		return false
	})
	if !known {
		lo, hi = b.Hull()
		olo, ohi := o.Hull()
		lo, hi = max(lo, olo), min(hi, ohi)
	}
	return lo, hi
}

// both calls f for the bytes that both buffers have, in the order of their addresses, until it
// returns false. The answer is false where they are not known, or have too many pieces.
func (b *Buffer) both(o *Buffer, f func(lo, hi int64) bool) (known bool) {
	mine, known := b.pieces()
	theirs, alsoKnown := o.pieces()
	if !known || !alsoKnown {
		return false
	}
	for i, k := 0, 0; i < len(mine) && k < len(theirs); {
		if lo, hi := max(mine[i][0], theirs[k][0]), min(mine[i][1], theirs[k][1]); lo < hi && !f(lo, hi) {
			break
		}
		if mine[i][1] < theirs[k][1] {
			i++
		} else {
			k++
		}
	}
	return true
}

// Hull returns the bytes [lo, hi) from the first one that the buffer touches to the last one.
func (b *Buffer) Hull() (lo, hi int64) {
	lo, hi = datatype.Span(b.Type, b.Count)
	return b.Addr + lo, b.Addr + hi
}

// near reports whether the bytes from the first to the last one of each have some in
// common.
func (b *Buffer) near(o *Buffer) bool {
	lo, hi := b.Hull()
	olo, ohi := o.Hull()
	return lo < hi && olo < ohi && lo < ohi && olo < hi
}

// regularMeets is Overlaps of buffers that are rows, columns or tiles; known is false
// for others.
func (b *Buffer) regularMeets(o *Buffer) (yes, known bool) {
	x, ok := datatype.RegularOf(b.Type, b.Count)
	y, also := datatype.RegularOf(o.Type, o.Count)
	if !ok || !also {
		return false, false
	}
	return x.Moved(b.Addr).Meets(y.Moved(o.Addr))
}

// pieces returns the bytes of the buffer, in order of their addresses and joined;
// false if they are not known, or too many.
func (b *Buffer) pieces() (out [][2]int64, known bool) {
	known = datatype.Segments(b.Type, b.Count, maxOverlapPieces, func(lo, hi int64) {
		out = append(out, [2]int64{b.Addr + lo, b.Addr + hi})
	})
	slices.SortFunc(out, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	joined := out[:0]
	for _, p := range out {
		if last := len(joined) - 1; last >= 0 && p[0] <= joined[last][1] {
			joined[last][1] = max(joined[last][1], p[1])
			continue
		}
		joined = append(joined, p)
	}
	return joined, known
}

// Conflict is a use of the buffer of an active split collective operation by
// another call.
type Conflict struct {
	Split *Split
	Use   Buffer
}

// Conflicts lists the active split collective operations whose buffers call c
// uses as well.
func (r *Rank) Conflicts(c *Call) []Conflict {
	var out []Conflict
	if len(r.Splits()) == 0 {
		return nil
	}
	r.Buffers(c, func(b Buffer) {
		for _, s := range r.Splits() {
			own := Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type}
			if b.Overlaps(&own) {
				out = append(out, Conflict{Split: s, Use: b})
			}
		}
	})
	return out
}

// touch notes which active write buffers a call changes.
func (r *Rank) touch(c *Call) {
	for _, x := range r.Conflicts(c) {
		if x.Use.Writes && x.Split.Touched.IsZero() {
			x.Split.Touched = c.Site
		}
	}
}

// UsesBuffer reports whether Buffers knows memory that calls of kind k use.
func UsesBuffer(k calls.Kind) bool {
	s := calls.Of(k)
	if s.IO.Half == calls.SplitEnd {
		return false
	}
	return slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool { return b.Type >= 0 && (b.Count >= 0 || s.RMA != calls.NoRMA) })
}
