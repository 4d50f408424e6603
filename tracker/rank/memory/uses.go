package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// Of lists the memory that the call or its operation uses, as far as known. The list is computed on first use.
func (m *Memory) Of(c *call.Call) []call.Memory {
	if c.Used.Known {
		return c.Used.List
	}
	c.Used.List, c.Used.Known = c.Used.List[:0], true
	switch call.UseParts[c.Kind] {
	case call.UsesRMA:
		m.rmaMemory(c)
	case call.UsesIO:
		c.Use(c.Sem.Buf.Addr, datatype.Buffer{Addr: c.IO.Buf, Count: c.IO.Count, Type: c.IO.Type, Writes: !c.IO.Write})
	case call.UsesMessages:
		m.messageMemory(c)
	case call.UsesExchange:
		m.exchangeMemory(c)
	case call.UsesPartitions:
		m.partitionMemory(c)
	case call.UsesItself:
		for i := range c.Sem.Buffers {
			if s := &c.Sem.Buffers[i]; s.Count >= 0 && s.Type >= 0 {
				d := m.Objects.Types.Lookup(c.In[s.Type])
				c.Use(s.Addr, datatype.Buffer{Addr: c.In[s.Addr], Count: c.In[s.Count], Type: d, Writes: s.Writes})
			}
		}
	case call.UsesNothing, call.UsesRequests:
	}
	return c.Used.List
}

func (m *Memory) rmaMemory(c *call.Call) {
	u, s := &c.RMA, c.Sem
	if u.ProcNull || u.Refused() {
		return
	}
	if !u.NoOp() { // MPI_NO_OP ignores the origin
		c.Use(s.Origin.Addr, datatype.Buffer{Addr: u.Origin, Count: u.OCount, Type: u.OType,
			Writes: c.Sem.RMA == calls.RMAGet})
	}
	if s.Result.Addr >= 0 {
		c.Use(s.Result.Addr, datatype.Buffer{Addr: u.Result, Count: u.RCount, Type: u.RType, Writes: true})
	}
	if s.Compare >= 0 {
		c.Use(s.Compare, datatype.Buffer{Addr: c.In[s.Compare], Count: 1, Type: u.OType})
	}
	if w := c.Win; w != nil && u.Target == int64(w.MyRank) && u.Moves() && w.Alive() && w.Known() {
		c.Use(s.Remote.Addr, datatype.Buffer{Addr: op.Address(w.Flavor, w.Base, w.DispUnit, u.Disp), Count: u.TCount,
			Type: u.TType, Writes: u.Writes, Window: true})
	}
}

// messageMemory adds the buffers of messages. MPI_Sendrecv_replace receives into its send buffer.
func (m *Memory) messageMemory(c *call.Call) {
	u, s := messages.MessageShapes[c.Kind], c.Sem
	if s.Message >= 0 {
		if x := m.Messages.Matched(c.In[s.Message]); x == nil {
			return
		}
	}
	if u.Send >= 0 && u.Send != u.Receive {
		c.UseData(s.Buffers[u.Send].Addr, &c.Sends, false)
	}
	if u.Receive >= 0 {
		c.UseData(s.Buffers[u.Receive].Addr, &c.Receives, s.Source < 0 || c.In[s.Source] != m.reading.Flavour.ProcNull)
	}
}

// exchangeMemory adds the buffers of a collective call, and its arrays.
func (m *Memory) exchangeMemory(c *call.Call) {
	for i := range c.Sem.Buffers {
		p, use := m.Messages.Part(&c.Call, c.Comm, &c.Used.Parts, i)
		if use != op.Used || p.InPlace {
			continue
		}
		s := &c.Sem.Buffers[i]
		writes := s.Writes && (s.Role != calls.FromRoot || !m.Messages.IsRoot(&c.Call, c.Comm))
		switch {
		case writes && c.IgnoresResult():
		case p.Arrays(), p.HasGaps():
			lo, hi := p.Hull()
			if u := c.Within(s.Addr, lo, hi); u != nil {
				u.Buffer = datatype.Buffer{Addr: p.Addr, Writes: writes}
				u.List = &call.Blocks{Part: p, Gaps: !p.Arrays()}
			}
		default:
			c.Use(s.Addr, datatype.Buffer{Addr: p.Addr, Count: datatype.MulSat(p.Count, int64(p.Blocks)), Type: p.Type,
				Writes: writes})
		}
	}
	if a := call.ArrayArgs[c.Kind]; len(a) > 0 && m.Threads.FromC(c.Site) {
		for i := range a {
			m.arrayMemory(c, &a[i])
		}
	}
}

// arrayMemory adds an array that the call reads. It is for calls from C: the Fortran layer may pass copies.
func (m *Memory) arrayMemory(c *call.Call, a *call.ArrayArg) {
	size := a.Small
	switch {
	case c.Large:
		size = a.Large
	case size == 0:
		size = m.reading.Flavour.HandleSize()
	}
	n := int64(event.ArrayOf(c.InBlob, int(a.Blob)).Len())
	at := c.In[a.Arg]
	if u := c.Within(a.Arg, at, datatype.AddSat(at, n*size)); u != nil {
		u.Buffer, u.Array = datatype.Buffer{Addr: at, Count: n * size, Type: m.byteType()}, true
	}
}

// byteType returns MPI_BYTE.
func (m *Memory) byteType() *datatype.Type {
	if m.InUse.byte == nil {
		m.InUse.byte = m.Objects.Types.ByName("MPI_BYTE")
	}
	return m.InUse.byte
}

// partitionMemory adds the partitions that a call marks ready.
func (m *Memory) partitionMemory(c *call.Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Parts == nil || m.InUse.Of(q) == nil {
			continue
		}
		for u := c.Marks(); len(c.Used.List) < mostMarked; {
			i, ok := u.Next()
			if !ok {
				break
			}
			if q.Parts.Has(i) {
				c.Use(0, m.InUse.Of(q).partition(i))
			}
		}
	}
}

// mostMarked bounds the partitions of a call that are compared.
const mostMarked = 256
