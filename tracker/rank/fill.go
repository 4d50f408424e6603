package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// fill decodes an enter or once record.
func (r *Rank) fill(c *call.Call, t *threads.Thread, e *event.Event) {
	t.Site(&c.Site, r.World, e)
	c.Kind, c.Large, c.Once, c.Calm = e.Kind, e.Large, e.Phase == event.Once, false
	t.Begin(c, e)
	c.In, c.NIn = e.A, int(e.N)
	c.InBlob = append(c.InBlob[:0], e.Blob...)
	c.Win, c.Comm, c.File, c.WinHandle, c.CommHandle, c.FileHandle = nil, nil, nil, 0, 0, 0
	c.Asked.Renew()
	c.Sem, c.Used.Known = calls.Of(e.Kind), false
	c.Used.Parts[0].Known, c.Used.Parts[1].Known = false, false
	switch {
	case c.Sem.Repeats():
		r.resolveRepeated(c, t)
	case c.Sem.Request >= 0 || c.Sem.Requests >= 0:
		r.Requests.Resolve(&c.Call, &c.Asked)
	}
	if m := messages.MessageShapes[e.Kind]; m != nil { // probes have a shape without buffers
		r.decodeMessage(m, c)
	}
	if i := c.Sem.Win; i >= 0 {
		c.WinHandle = c.In[i]
		c.Win = r.Windows.Window(c.WinHandle)
	}
	if i := c.Sem.Comm; i >= 0 {
		c.CommHandle = c.In[i]
		c.Comm = r.Objects.CommOf(c.CommHandle)
	}
	if c.Sem.RMA != calls.NoRMA {
		r.decodeRMA(c)
	}
	if i := c.Sem.File; i >= 0 {
		c.FileHandle = c.In[i]
		c.File = r.Files.Of(c.FileHandle)
		if c.Sem.IO.Data {
			r.decodeIO(c)
		}
	}
}

// resolveRepeated looks up the requests of a call that programs repeat, such as MPI_Wait in a loop. If the requests are
// unknown, records are lost.
func (r *Rank) resolveRepeated(c *call.Call, t *threads.Thread) {
	for _, o := range t.Stack {
		if o != c { // o has not returned: it keeps its requests
			o.Asked.Keep(&t.Waited)
		}
	}
	if !r.Requests.ResolveRepeated(&c.Call, &c.Asked, &t.Waited) {
		r.Gap = true
		r.forget(&reading.ToAll)
	}
}

// decodeMessage fills c.Sends and c.Receives.
func (r *Rank) decodeMessage(m *messages.MessageShape, c *call.Call) {
	c.Sends, c.Receives = r.bufferOf(c, m.Send), r.bufferOf(c, m.Receive)
}

// bufferOf returns the data in buffer number buffer of a call. Data for MPI_PROC_NULL alone does not move.
func (r *Rank) bufferOf(c *call.Call, buffer int8) op.Data {
	if buffer < 0 {
		return op.Data{}
	}
	b := &c.Sem.Buffers[buffer]
	d := op.Data{Addr: c.In[b.Addr], Count: c.In[b.Count], Type: r.Objects.Types.Data(c.In[b.Type]), Writes: b.Writes}
	d.Moves = !r.Messages.ToNobody(&c.Call, b)
	if c.Sem.Partitioned {
		d.Count = datatype.MulSat(d.Count, max(c.In[messages.PartitionsArg], 0))
	}
	return d
}

// decodeRMA fills c.RMA from the call's words.
func (r *Rank) decodeRMA(c *call.Call) {
	m, s := &c.RMA, c.Sem
	m.Writes, m.Reads, m.Request = s.RMA.Writes(), s.RMA.Reads(), s.Starts != calls.NoOperation
	m.Result, m.OCount, m.RCount, m.TCount = 0, 1, 1, 1
	m.RTypeHandle, m.RType, m.Op = 0, nil, nil
	m.Target = c.In[s.Target]
	m.ProcNull = m.Target == r.Flavour.ProcNull
	m.Disp = c.In[s.Remote.Addr]
	m.Origin = c.In[s.Origin.Addr]
	if s.Remote.Count >= 0 {
		m.OCount, m.TCount = c.In[s.Origin.Count], c.In[s.Remote.Count]
	}
	m.OTypeHandle, m.TTypeHandle = c.In[s.Origin.Type], c.In[s.Remote.Type]
	m.OType = r.Objects.Types.Data(m.OTypeHandle)
	if m.TTypeHandle == m.OTypeHandle {
		m.TType = m.OType
	} else {
		m.TType = r.Objects.Types.Data(m.TTypeHandle)
	}
	if s.Result.Addr >= 0 {
		m.Result = c.In[s.Result.Addr]
		if s.Result.Count >= 0 {
			m.RCount = c.In[s.Result.Count]
		}
	}
	if s.Result.Type >= 0 {
		m.RTypeHandle = c.In[s.Result.Type]
		m.RType = r.Objects.Types.Data(m.RTypeHandle)
	}
	if s.Op >= 0 {
		m.Op = r.Objects.OpOf(c.In[s.Op])
		if m.NoOp() {
			m.Writes = false
		}
	}
	if m.Writes && (windows.Hollow(m.OType, m.OCount) || windows.Hollow(m.TType, m.TCount)) {
		m.Writes = false
	}
}

// decodeIO fills c.IO from the call's words.
func (r *Rank) decodeIO(c *call.Call) {
	x, s := &c.IO, c.Sem
	*x = files.IO{IO: s.IO}
	x.Buf = c.In[s.Buf.Addr]
	if s.Offset >= 0 {
		x.Offset = c.In[s.Offset]
	}
	if s.Buf.Count >= 0 {
		x.Count = c.In[s.Buf.Count]
	}
	if s.Buf.Type >= 0 {
		x.TypeHandle = c.In[s.Buf.Type]
		x.Type = r.Objects.Types.Data(x.TypeHandle)
	}
	x.Mapped = -1
	if s.Mapped >= 0 && int(s.Mapped) < c.NIn {
		x.Mapped = c.In[s.Mapped]
	}
	if s.Digest >= 0 && int(s.Digest) < c.NIn {
		x.Digest = c.In[s.Digest]
	}
}
