package state

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Memory is a buffer that a call, or the operation that it starts, reads or writes,
// or an array that it reads.
type Memory struct {
	datatype.Buffer
	// Arg is the argument that has the address, a position in Sem.Enter of the call.
	Arg int8
	// Array: it is an array of counts, displacements or datatypes.
	Array bool

	lo, hi int64   // it lies within these bytes
	list   *blocks // of a buffer with a count for each rank
}

// blocks are those of a buffer: in part as long as the call lasts, then in kept.
type blocks struct {
	part *Part
	kept []datatype.Buffer
}

// usePart says where the memory that a call uses is found.
type usePart uint8

const (
	usesNothing usePart = iota
	usesRMA
	usesIO
	usesMessages
	usesExchange   // collective communication
	usesRequests   // starts persistent requests
	usesPartitions // marks partitions of a send as ready
	usesItself     // only the call itself, as MPI_Pack
)

var useParts = func() *[calls.MaxKind]usePart {
	var t [calls.MaxKind]usePart
	for i := range calls.Table {
		row := &calls.Table[i]
		if row.Rec == calls.Both || row.Rec == calls.Local {
			t[row.Kind] = usePartOf(calls.Of(row.Kind))
		}
	}
	return &t
}()

func usePartOf(s *calls.Sem) usePart {
	switch {
	case s.RMA != calls.NoRMA:
		return usesRMA
	case s.IO.Data && s.IO.Half != calls.SplitEnd:
		return usesIO
	case s.Exchange != calls.NoExchange:
		return usesExchange
	case s.Step == calls.RequestActivate:
		return usesRequests
	case s.Step == calls.RequestReady:
		return usesPartitions
	case messageShapes[s.Kind] != nil && s.Match != calls.MatchProbe:
		return usesMessages
	case UsesBuffer(s.Kind):
		return usesItself
	}
	return usesNothing
}

// UsesMemory reports whether calls of kind k read or write memory of the program, now
// or until an operation is complete.
func UsesMemory(k calls.Kind) bool { return useParts[k] != usesNothing }

// writesMemory says which calls, or their operations, may write memory that an argument
// names.
var writesMemory = func() *[calls.MaxKind]bool {
	var t [calls.MaxKind]bool
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		t[s.Kind] = s.Step == calls.RequestActivate || slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool { return b.Writes })
	}
	return &t
}()

// mayWrite reports whether the call, or its operation, may write memory of the rank.
func (c *Call) mayWrite() bool {
	return writesMemory[c.Kind] || c.Sem.RMA != calls.NoRMA && c.Win != nil && c.RMA.Target == int64(c.Win.MyRank)
}

// memoryOf lists what the call or its operation uses, as far as it is known. It is
// computed when first asked for.
func (m *memory) of(c *Call) []Memory {
	if c.used.known {
		return c.used.list
	}
	c.used.list, c.used.known = c.used.list[:0], true
	switch useParts[c.Kind] {
	case usesRMA:
		m.rmaMemory(c)
	case usesIO:
		c.use(c.Sem.Buf.Addr, datatype.Buffer{Addr: c.IO.Buf, Count: c.IO.Count, Type: c.IO.Type, Writes: !c.IO.Write})
	case usesMessages:
		m.messageMemory(c)
	case usesExchange:
		m.exchangeMemory(c)
	case usesPartitions:
		m.partitionMemory(c)
	case usesItself:
		for i := range c.Sem.Buffers {
			if s := &c.Sem.Buffers[i]; s.Count >= 0 && s.Type >= 0 {
				d := m.objects.types.Lookup(c.In[s.Type])
				c.use(s.Addr, datatype.Buffer{Addr: c.In[s.Addr], Count: c.In[s.Count], Type: d, Writes: s.Writes})
			}
		}
	case usesNothing, usesRequests:
	}
	return c.used.list
}

// use adds a buffer. One in the first page has no address, which MSG003, COLL005 and
// RMA012 report.
func (c *Call) use(arg int8, b datatype.Buffer) {
	lo, hi := datatype.Span(b.Type, b.Count)
	if lo >= hi || b.Type.Unknown {
		return
	}
	if m := c.within(arg, datatype.AddSat(b.Addr, lo), datatype.AddSat(b.Addr, hi)); m != nil {
		m.Buffer = b
	}
}

// within adds memory that lies in [lo, hi), to be filled in.
func (c *Call) within(arg int8, lo, hi int64) *Memory {
	if lo < page || lo >= hi {
		return nil
	}
	n := len(c.used.list)
	if n == cap(c.used.list) {
		c.used.list = append(c.used.list, Memory{})
	}
	c.used.list = c.used.list[:n+1]
	m := &c.used.list[n]
	m.Arg, m.Array, m.lo, m.hi, m.list = arg, false, lo, hi, nil
	return m
}

func (m *memory) rmaMemory(c *Call) {
	u, s := &c.RMA, c.Sem
	if u.ProcNull || u.refused() {
		return
	}
	if !u.noOp() { // which ignores the origin
		c.use(s.Origin.Addr, datatype.Buffer{Addr: u.Origin, Count: u.OCount, Type: u.OType, Writes: c.Sem.RMA == calls.RMAGet})
	}
	if s.Result.Addr >= 0 {
		c.use(s.Result.Addr, datatype.Buffer{Addr: u.Result, Count: u.RCount, Type: u.RType, Writes: true})
	}
	if s.Compare >= 0 {
		c.use(s.Compare, datatype.Buffer{Addr: c.In[s.Compare], Count: 1, Type: u.OType})
	}
	if w := c.Win; w != nil && u.Target == int64(w.MyRank) && u.Moves() && w.Alive() && w.Known() {
		c.use(s.Remote.Addr, datatype.Buffer{Addr: op.Address(w.Flavor, w.Base, w.DispUnit, u.Disp), Count: u.TCount, Type: u.TType, Writes: u.Writes, Window: true})
	}
}

// messageMemory are the buffers of messages. What MPI_Sendrecv_replace sends it also
// receives into.
func (m *memory) messageMemory(c *Call) {
	u, s := messageShapes[c.Kind], c.Sem
	if s.Message >= 0 {
		if x := m.messages.matched(c.In[s.Message]); x == nil {
			return
		}
	}
	if u.send >= 0 && u.send != u.receive {
		c.useData(s.Buffers[u.send].Addr, &c.Sends, false)
	}
	if u.receive >= 0 {
		c.useData(s.Buffers[u.receive].Addr, &c.Receives, s.Source < 0 || c.In[s.Source] != m.reading.Flavour.ProcNull)
	}
}

func (c *Call) useData(arg int8, d *op.Data, writes bool) {
	if d.Moves {
		c.use(arg, datatype.Buffer{Addr: d.Disp, Count: d.Count, Type: d.Type, Writes: writes})
	}
}

// exchangeMemory are the buffers of collective communication, and its arrays.
func (m *memory) exchangeMemory(c *Call) {
	for i := range c.Sem.Buffers {
		p, use := m.messages.part(&c.recorded, c.Comm, &c.used.parts, i)
		if use != op.Used || p.InPlace {
			continue
		}
		s := &c.Sem.Buffers[i]
		writes := s.Writes && (s.Role != calls.FromRoot || !m.messages.isRoot(&c.recorded, c.Comm))
		switch {
		case writes && c.IgnoresResult():
		case p.Arrays():
			lo, hi := p.Hull()
			if u := c.within(s.Addr, lo, hi); u != nil {
				u.Buffer, u.list = datatype.Buffer{Addr: p.Addr, Writes: writes}, &blocks{part: p}
			}
		default:
			c.use(s.Addr, datatype.Buffer{Addr: p.Addr, Count: datatype.MulSat(p.Count, int64(p.Blocks)), Type: p.Type, Writes: writes})
		}
	}
	if a := arrayArgs[c.Kind]; len(a) > 0 && !c.Sem.Persistent && m.threads.fromC(c.Site) {
		for i := range a {
			m.arrayMemory(c, &a[i])
		}
	}
}

// IgnoresResult: rank 0 gets nothing from an exclusive scan.
func (c *Call) IgnoresResult() bool { return c.Sem.Flow == calls.FlowExscan && c.Comm.MyRank == 0 }

// arrayArg is an array of counts, displacements or datatypes.
type arrayArg struct {
	arg, blob    int8
	small, large int64 // bytes of an element; 0: a handle
}

var arrayArgs = func() *[calls.MaxKind][]arrayArg {
	var t [calls.MaxKind][]arrayArg
	for i := range calls.Table {
		row := &calls.Table[i]
		s := calls.Of(row.Kind)
		for b, at := range arraysOf[row.Kind] {
			buffer := &s.Buffers[b]
			for _, x := range [][2]int8{{buffer.Counts, at.counts}, {buffer.Displs, at.displs}, {buffer.Types, at.types}} {
				if x[1] >= 0 {
					a := row.Args()[x[0]]
					t[row.Kind] = append(t[row.Kind], arrayArg{x[0], x[1], wordSize(a.Type), wordSize(a.Large)})
				}
			}
		}
	}
	return &t
}()

func wordSize(ctype string) int64 {
	switch strings.TrimPrefix(ctype, "const ") {
	case "int":
		return 4
	case "MPI_Datatype":
		return 0
	}
	return 8
}

// arrayMemory adds an array, where the call reads it. Calls from Fortran may pass
// the C procedure copies of theirs.
func (m *memory) arrayMemory(c *Call, a *arrayArg) {
	size := a.small
	switch {
	case c.Large:
		size = a.large
	case size == 0:
		size = m.reading.Flavour.HandleSize()
	}
	n := int64(event.ArrayOf(c.InBlob, int(a.blob)).Len())
	at := c.In[a.arg]
	if u := c.within(a.arg, at, datatype.AddSat(at, n*size)); u != nil {
		u.Buffer, u.Array = datatype.Buffer{Addr: at, Count: n * size, Type: m.byteType()}, true
	}
}

// byteType is MPI_BYTE.
func (m *memory) byteType() *datatype.Type {
	if m.inUse.byte == nil {
		m.inUse.byte = m.objects.types.ByName("MPI_BYTE")
	}
	return m.inUse.byte
}

// partitionMemory are the partitions that a call marks as ready.
func (m *memory) partitionMemory(c *Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Parts == nil || m.inUse.of(q) == nil {
			continue
		}
		for u := c.Marks(); len(c.used.list) < mostMarked; {
			i, ok := u.Next()
			if !ok {
				break
			}
			if q.Parts.Has(i) {
				c.use(0, m.inUse.of(q).partition(i))
			}
		}
	}
}

// mostMarked bounds the partitions of one call that are compared.
const mostMarked = 256
