package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
)

// BuffersOf calls f for the memory that call c uses, as far as known.
func (m *Memory) BuffersOf(c *call.Call, f func(datatype.Buffer)) {
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

func (m *Memory) rmaBuffers(c *call.Call, f func(datatype.Buffer)) {
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

// messageBuffers passes f the buffers of message passing and collective calls. If a buffer has a block for each rank,
// it passes the first block; it skips buffers with a count for each rank.
func (m *Memory) messageBuffers(c *call.Call, f func(datatype.Buffer)) {
	for i := range c.Sem.Buffers {
		s := &c.Sem.Buffers[i]
		if s.Count < 0 || s.Type < 0 || m.ignored(c, s) {
			continue
		}
		b := datatype.Buffer{Addr: c.In[s.Addr], Count: c.In[s.Count], Type: m.Objects.Types.Lookup(c.In[s.Type]), Writes: s.Writes}
		if s.Role == calls.FromRoot {
			b.Writes = !m.Messages.IsRoot(&c.Call, c.Comm)
		}
		f(b)
	}
}

// ignored reports whether a call does not use a buffer, or whether that is unknown.
func (m *Memory) ignored(c *call.Call, s *calls.Buffer) bool {
	switch {
	case c.In[s.Addr] == m.reading.Flavour.InPlace:
		return true
	case m.Messages.ToNobody(&c.Call, s):
		return true
	case s.Role == calls.Everywhere:
		return false
	}
	return c.Comm == nil || c.Comm.Inter || s.Role == calls.AtRoot && !m.Messages.IsRoot(&c.Call, c.Comm)
}

// Conflict is the use of a buffer of an active split collective operation by another call.
type Conflict struct {
	Split *files.Split
	Use   datatype.Buffer
}

// Conflicts lists the active split collective operations whose buffers call c uses, too.
func (m *Memory) Conflicts(c *call.Call) []Conflict {
	var out []Conflict
	if len(m.Files.Splits) == 0 {
		return nil
	}
	m.BuffersOf(c, func(b datatype.Buffer) {
		for _, s := range m.Files.Splits {
			own := datatype.Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type}
			if b.Overlaps(&own) {
				out = append(out, Conflict{Split: s, Use: b})
			}
		}
	})
	return out
}

// Touch notes which active split collective operations have buffers that a call changes.
func (m *Memory) Touch(c *call.Call) {
	for _, x := range m.Conflicts(c) {
		if x.Use.Writes && x.Split.Touched.IsZero() {
			x.Split.Touched = c.Site
		}
	}
}
