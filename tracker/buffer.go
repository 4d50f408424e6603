package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Buffer is memory that a call reads or writes: count elements of a datatype
// from an address on.
type Buffer struct {
	Addr   int64
	Count  int64
	Type   *Datatype
	Writes bool // the call changes it
	// Window: it is memory of the rank's own window, reached by an RMA call
	// of the rank to itself.
	Window bool
}

// rootRole says on which ranks of a rooted collective a buffer counts.
type rootRole uint8

const (
	everywhere rootRole = iota
	atRoot
	bcastBuffer // read at the root, written elsewhere
)

// bufShape gives the argument positions of one buffer of a call.
type bufShape struct {
	addr, count, dtype int
	peer               int // the rank at the other end; -1: none
	writes             bool
	role               rootRole
}

// bufShapes are the buffers of message passing and collective calls. Where a
// call has one block for each rank, the first block stands for all.
var bufShapes = func() *[calls.MaxKind][]bufShape {
	var t [calls.MaxKind][]bufShape
	for i := range calls.Table {
		row := &calls.Table[i]
		if row.Rec != calls.Split && row.Rec != calls.Both || shapes[row.Kind].rma != nil || shapes[row.Kind].io != nil {
			continue
		}
		t[row.Kind] = bufShapesOf(row)
	}
	return &t
}()

func bufShapesOf(row *calls.Row) []bufShape {
	at := func(names ...string) int {
		for _, n := range names {
			if i := calls.ArgIndex(row.Kind, n); i >= 0 {
				return i
			}
		}
		return -1
	}
	rooted := at("root") >= 0
	var out []bufShape
	for _, a := range row.Args() {
		var s bufShape
		switch a.Name {
		case "buf", "buffer":
			s = bufShape{at(a.Name), at("count"), at("datatype"), at("source", "dest"), a.Dir != calls.In, everywhere}
			if rooted {
				s.role = bcastBuffer
			}
		case "sendbuf":
			s = bufShape{at(a.Name), at("sendcount", "count"), at("sendtype", "datatype"), at("dest"), false, everywhere}
			if row.Kind == calls.ReduceScatterBlock {
				s.count = at("recvcount")
			}
			if row.Kind == calls.Scatter {
				s.role = atRoot
			}
		case "recvbuf":
			s = bufShape{at(a.Name), at("recvcount", "count"), at("recvtype", "datatype"), at("source"), true, everywhere}
			if rooted && row.Kind != calls.Scatter && row.Kind != calls.Scatterv {
				s.role = atRoot
			}
		default:
			continue
		}
		if s.count >= 0 && s.dtype >= 0 {
			out = append(out, s)
		}
	}
	return out
}

// Buffers calls f for the memory that call c uses, as far as it is known.
func (r *Rank) Buffers(c *Call, f func(Buffer)) {
	switch sh := &shapes[c.Kind]; {
	case sh.rma != nil:
		r.rmaBuffers(c, f)
	case sh.io != nil:
		if x := &c.IO; x.Split != SplitEnd {
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
	fetches := m.Reads && shapes[c.Kind].rma.result < 0 // MPI_Get and MPI_Rget
	f(Buffer{Addr: m.Origin, Count: m.OCount, Type: m.OType, Writes: fetches})
	if m.Reads && !fetches {
		f(Buffer{Addr: m.Result, Count: m.RCount, Type: m.RType, Writes: true})
	}
	w := c.Win
	if !m.Moves() || w == nil || !w.Alive() || w.Foreign || m.Target != int64(w.MyRank) {
		return
	}
	at := m.Disp
	if w.Flavor != Dynamic {
		at = w.Base + m.Disp*w.DispUnit
	}
	f(Buffer{Addr: at, Count: m.TCount, Type: m.TType, Writes: m.Writes, Window: true})
}

func (r *Rank) messageBuffers(c *Call, f func(Buffer)) {
	for _, s := range bufShapes[c.Kind] {
		b := Buffer{Addr: c.In[s.addr], Count: c.In[s.count], Type: r.Types.Lookup(c.In[s.dtype]), Writes: s.writes}
		if b.Addr == r.Flavour.InPlace || s.peer >= 0 && c.In[s.peer] == r.Flavour.ProcNull {
			continue
		}
		if s.role != everywhere {
			if c.Comm == nil || c.Comm.Inter {
				continue
			}
			root := c.Arg("root") == int64(c.Comm.MyRank)
			switch {
			case s.role == bcastBuffer:
				b.Writes = !root
			case !root:
				continue
			}
		}
		f(b)
	}
}

// maxOverlapPieces bounds how closely two buffers are compared.
const maxOverlapPieces = 4096

// overlap reports whether two buffers have bytes in common. What cannot be
// told counts as no.
func (b *Buffer) overlap(o *Buffer) bool {
	lo, hi := Span(b.Type, b.Count)
	olo, ohi := Span(o.Type, o.Count)
	if lo >= hi || olo >= ohi || b.Addr+lo >= o.Addr+ohi || o.Addr+olo >= b.Addr+hi {
		return false
	}
	var mine [][2]int64
	if !Segments(b.Type, b.Count, maxOverlapPieces, func(lo, hi int64) { mine = append(mine, [2]int64{b.Addr + lo, b.Addr + hi}) }) {
		return false
	}
	hit := false
	known := Segments(o.Type, o.Count, maxOverlapPieces, func(lo, hi int64) {
		for _, m := range mine {
			hit = hit || o.Addr+lo < m[1] && m[0] < o.Addr+hi
		}
	})
	return known && hit
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
	if len(r.Splits) == 0 {
		return nil
	}
	r.Buffers(c, func(b Buffer) {
		for _, s := range r.Splits {
			own := Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type}
			if b.overlap(&own) {
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

// UsesBuffer reports whether Buffers can tell of memory that calls of kind k
// use.
func UsesBuffer(k calls.Kind) bool {
	sh := &shapes[k]
	return sh.rma != nil || sh.io != nil && sh.io.fixed.Split != SplitEnd || len(bufShapes[k]) > 0
}
