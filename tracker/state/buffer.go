package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Buffers calls f for the memory that call c uses, as far as it is known.
func (m *memory) buffersOf(c *Call, f func(datatype.Buffer)) {
	switch {
	case c.Sem.RMA != calls.NoRMA:
		m.rmaBuffers(c, f)
	case c.Sem.IO.Data:
		if x := &c.IO; x.Half != calls.SplitEnd {
			f(datatype.Buffer{Addr: x.Buf, Count: x.Count, Type: x.Type, Writes: !x.Write})
		}
	default:
		m.messageBuffers(c, f)
	}
}

func (m *memory) rmaBuffers(c *Call, f func(datatype.Buffer)) {
	u := &c.RMA
	if u.ProcNull {
		return
	}
	fetches := c.Sem.RMA == calls.RMAGet
	f(datatype.Buffer{Addr: u.Origin, Count: u.OCount, Type: u.OType, Writes: fetches})
	if u.Reads && !fetches {
		f(datatype.Buffer{Addr: u.Result, Count: u.RCount, Type: u.RType, Writes: true})
	}
	w := c.Win
	if !u.Moves() || w == nil || !w.Alive() || !w.Known() || u.Target != int64(w.MyRank) {
		return
	}
	f(datatype.Buffer{Addr: op.Address(w.Flavor, w.Base, w.DispUnit, u.Disp), Count: u.TCount, Type: u.TType, Writes: u.Writes, Window: true})
}

// messageBuffers are the buffers of message passing and collective calls. Where a
// call has one block for each rank, the first block stands for all; buffers with
// a count for each rank are left out.
func (m *memory) messageBuffers(c *Call, f func(datatype.Buffer)) {
	for i := range c.Sem.Buffers {
		s := &c.Sem.Buffers[i]
		if s.Count < 0 || s.Type < 0 || m.ignored(c, s) {
			continue
		}
		b := datatype.Buffer{Addr: c.In[s.Addr], Count: c.In[s.Count], Type: m.objects.types.Lookup(c.In[s.Type]), Writes: s.Writes}
		if s.Role == calls.FromRoot {
			b.Writes = !m.messages.isRoot(&c.recorded, c.Comm)
		}
		f(b)
	}
}

// ignored reports whether a call does not use a buffer, or whether that is
// unknown.
func (m *memory) ignored(c *Call, s *calls.Buffer) bool {
	switch {
	case c.In[s.Addr] == m.reading.Flavour.InPlace:
		return true
	case m.messages.toNobody(&c.recorded, s):
		return true
	case s.Role == calls.Everywhere:
		return false
	}
	return c.Comm == nil || c.Comm.Inter || s.Role == calls.AtRoot && !m.messages.isRoot(&c.recorded, c.Comm)
}

// Conflict is a use of the buffer of an active split collective operation by
// another call.
type Conflict struct {
	Split *Split
	Use   datatype.Buffer
}

// Conflicts lists the active split collective operations whose buffers call c
// uses as well.
func (m *memory) conflicts(c *Call) []Conflict {
	var out []Conflict
	if len(m.files.splits) == 0 {
		return nil
	}
	m.buffersOf(c, func(b datatype.Buffer) {
		for _, s := range m.files.splits {
			own := datatype.Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type}
			if b.Overlaps(&own) {
				out = append(out, Conflict{Split: s, Use: b})
			}
		}
	})
	return out
}

// touch notes which active write buffers a call changes.
func (m *memory) touch(c *Call) {
	for _, x := range m.conflicts(c) {
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
