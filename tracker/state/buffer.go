package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Buffers calls f for the memory that call c uses, as far as it is known.
func (r *Rank) Buffers(c *Call, f func(datatype.Buffer)) {
	switch {
	case c.Sem.RMA != calls.NoRMA:
		r.rmaBuffers(c, f)
	case c.Sem.IO.Data:
		if x := &c.IO; x.Half != calls.SplitEnd {
			f(datatype.Buffer{Addr: x.Buf, Count: x.Count, Type: x.Type, Writes: !x.Write})
		}
	default:
		r.messageBuffers(c, f)
	}
}

func (r *Rank) rmaBuffers(c *Call, f func(datatype.Buffer)) {
	m := &c.RMA
	if m.ProcNull {
		return
	}
	fetches := c.Sem.RMA == calls.RMAGet
	f(datatype.Buffer{Addr: m.Origin, Count: m.OCount, Type: m.OType, Writes: fetches})
	if m.Reads && !fetches {
		f(datatype.Buffer{Addr: m.Result, Count: m.RCount, Type: m.RType, Writes: true})
	}
	w := c.Win
	if !m.Moves() || w == nil || !w.Alive() || !w.Known() || m.Target != int64(w.MyRank) {
		return
	}
	f(datatype.Buffer{Addr: op.Address(w.Flavor, w.Base, w.DispUnit, m.Disp), Count: m.TCount, Type: m.TType, Writes: m.Writes, Window: true})
}

// messageBuffers are the buffers of message passing and collective calls. Where a
// call has one block for each rank, the first block stands for all; buffers with
// a count for each rank are left out.
func (r *Rank) messageBuffers(c *Call, f func(datatype.Buffer)) {
	for i := range c.Sem.Buffers {
		s := &c.Sem.Buffers[i]
		if s.Count < 0 || s.Type < 0 || r.ignored(c, s) {
			continue
		}
		b := datatype.Buffer{Addr: c.In[s.Addr], Count: c.In[s.Count], Type: r.Types().Lookup(c.In[s.Type]), Writes: s.Writes}
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

// Conflict is a use of the buffer of an active split collective operation by
// another call.
type Conflict struct {
	Split *Split
	Use   datatype.Buffer
}

// Conflicts lists the active split collective operations whose buffers call c
// uses as well.
func (r *Rank) Conflicts(c *Call) []Conflict {
	var out []Conflict
	if len(r.Splits()) == 0 {
		return nil
	}
	r.Buffers(c, func(b datatype.Buffer) {
		for _, s := range r.Splits() {
			own := datatype.Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type}
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
