package memory

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// mostHeapFaults bounds the heap faults that are kept for a call.
const mostHeapFaults = 16

// ofHeap applies a record of the program's heap. Faults of the next call's buffers are kept for that call; a freed
// block is returned as a Program.
func (m *Memory) ofHeap(e *event.Event) *Program {
	what := event.MemoryState(e.A[0])
	if what == event.MemoryNone && e.N == 2 {
		m.Threads.Of(int(e.Thread)).Null = e.A[1]
		return nil
	}
	if what == event.MemoryDevice && e.N >= 6 {
		refused := event.NotRefused
		if e.N > 6 {
			refused = event.Refusal(e.A[6])
		}
		m.devices.add(e.A[4], e.A[4]+e.A[5], refused)
		return nil
	}
	if e.N < 6 && what != event.MemoryReturned || e.N < 4 || e.A[2] < record.Page || e.A[3] <= e.A[2] {
		return nil
	}
	switch what {
	case event.MemoryBeyond, event.MemoryFreed, event.MemoryBehind, event.MemoryBefore, event.MemoryElsewhere,
		event.MemoryLarger:
		t := m.Threads.Of(int(e.Thread))
		if len(t.Heap) < mostHeapFaults {
			t.Heap = append(t.Heap, heapFault(what, e))
		}
		return nil
	}
	if what == event.MemoryReturned {
		x := &m.Programs.last
		m.Threads.Of(int(e.Thread)).Site(&x.Site, m.reading.World, e)
		x.Site.Call = calls.Kind(e.A[1])
		m.givesBack(x, e.A[2], e.A[3])
		x.Returned = true
		m.idleInits(x)
		return x
	}
	if m.allocated.repeats(e.A[2], e.A[3]) {
		return nil // FreesMemory has reported this block
	}
	x := &m.Programs.last
	m.Threads.Of(int(e.Thread)).Site(&x.Site, m.reading.World, e)
	x.Site.Call = calls.Free
	m.givesBack(x, e.A[2], e.A[3])
	m.idleInits(x)
	return x
}

func heapFault(what event.MemoryState, e *event.Event) call.HeapFault {
	f := call.HeapFault{What: what, Arg: int8(e.A[1]), Part: -1, Lo: e.A[2], Hi: e.A[3], Block: e.A[4], Size: e.A[5]}
	if e.N > 6 {
		f.Part = int(e.A[6])
	}
	return f
}

// FreesMemory returns the memory that MPI_Free_mem frees, at its entry; nil for other calls.
func (m *Memory) FreesMemory(c *call.Call, at record.Moment) *Program {
	if c.Kind != calls.FreeMem || at != record.Entered || m.reading.Gap || m.Threads.Nested(c) {
		return nil
	}
	base := c.Freed()
	size := m.allocated.freedBy(base)
	if size <= 0 {
		return nil
	}
	x := &m.Programs.last
	x.Changed, x.Site, x.GPU = false, c.Site, nil
	m.givesBack(x, base, base+size)
	expects := x.pending || x.Win != nil || x.Split != nil || x.Bsend // otherwise the heap does not report the block
	m.allocated.givesBack(base, size, expects)
	return x
}

// KeepInit adds a persistent request to m.inits.
func (m *Memory) KeepInit(q *requests.Request) {
	l := &m.inits
	for x := m.InUse.Of(q); x != nil; x = x.More {
		if l.hull.lo == l.hull.hi {
			l.hull = span{x.Lo, x.Hi}
		}
		l.hull.lo, l.hull.hi = min(l.hull.lo, x.Lo), max(l.hull.hi, x.Hi)
	}
	if len(l.list) < mostInits {
		l.list = append(l.list, idle{q, q.Age})
	}
}

// mostInits bounds the persistent requests in m.inits.
const mostInits = 1 << 12

// idleInits notes in inactive persistent requests that their memory is gone: local variables of functions that have
// returned, or a freed block of the heap.
func (m *Memory) idleInits(x *Program) {
	l := &m.inits
	if x.Hi <= l.hull.lo || l.hull.hi <= x.Lo {
		return
	}
	l.list = slices.DeleteFunc(l.list, func(i idle) bool {
		return i.request.Age != i.age || m.InUse.Of(i.request) == nil
	})
	for _, i := range l.list {
		q := i.request
		noted := !q.Buffer.Left.IsZero() || !q.Buffer.GivenBack.IsZero()
		if q.Active || noted || x.Returned && (q.Made.Ring != x.Site.Ring || q.Made.Thread != x.Site.Thread) {
			continue
		}
		for y := m.InUse.Of(q); y != nil; y = y.More {
			if m.meet(&x.Memory, y) {
				lose(q, x, y.Arg)
				break
			}
		}
	}
}

// lose notes that memory of an inactive request is gone.
func lose(q *requests.Request, x *Program, arg int8) {
	q.Buffer.Arg = arg
	if x.Returned {
		q.Buffer.Left = x.Site
	} else {
		q.Buffer.GivenBack = x.Site
	}
}

// givesBack makes x, whose site is set, the freeing of [lo, hi).
func (m *Memory) givesBack(x *Program, lo, hi int64) *Program {
	x.is(lo, hi)
	x.Freed, x.Returned = true, false
	x.pending = m.InUse.nearBy(x.Lo, x.Hi, true)
	x.Win, x.Split, x.Bsend = m.Windows.WindowIn(x.Lo, x.Hi), m.splitIn(x), m.Messages.Bsend.Has(x.Lo, x.Hi, &x.Buffer)
	if x.Win != nil && x.Win.GivenBack.IsZero() {
		x.Win.GivenBack = x.Site
	}
	if x.Bsend {
		m.Messages.Bsend.GivenBack = x.Site
	}
	if x.Split != nil && x.Split.GivenBack.IsZero() {
		x.Split.GivenBack = x.Site
	}
	return x
}

// splitIn returns an active split collective operation whose buffer overlaps the memory of x; nil if there is none.
func (m *Memory) splitIn(x *Program) *files.Split {
	for _, s := range m.Files.Splits {
		b := s.Buffer()
		if s.Near(x.Lo, x.Hi) && m.InUse.meets.Meet(&x.Buffer, &b) {
			return s
		}
	}
	return nil
}

// changed applies an event.Changed: data that an operation sends has changed since it began. The program stored to it
// at an unknown place before the open call.
func (m *Memory) changed(e *event.Event) *Program {
	c := m.Threads.OpenCall(int(e.Thread))
	if c == nil || e.N < 6 || e.A[4] < record.Page || e.A[5] <= e.A[4] {
		return nil
	}
	x := &m.Programs.last
	x.is(e.A[4], e.A[5])
	x.Changed, x.sent, x.by, x.to = true, e.A[3], calls.Class(e.A[0]), e.A[2]
	x.Site = c.Site
	return x
}

// changedClash returns the operation whose data has changed; nil if the store may not be the program's, or another
// finding says why. Of several operations that send the buffer it returns the oldest.
func (m *Memory) changedClash(x *Program) *Clash {
	s, c := &m.InUse, m.Threads.OpenCall(int(x.Site.Ring))
	if c == nil || m.Windows.MemoryAt(x.Lo, x.Hi) != nil || writesNear(c, x.Lo, x.Hi) {
		return nil
	}
	s.clash.With = nil
	near := m.near(&x.Memory)
	for _, y := range near {
		switch {
		case y.Writes, y.Array, y.MayBeOver(), y.List != nil && y.List.Gaps, !y.isAt(x.sent), !completes(c, y, x):
		case y.stored: // this store may be the change
			return nil
		case y.Request != nil && !y.Request.Buffer.Left.IsZero(): // the finding about Left says why
			return nil
		case !m.Threads.FromC(y.By): // Fortran may pass a copy that it frees
		case y.age <= s.clashed, m.Windows.LostMemoryAt() >= y.since:
		case s.clash.With == nil || y.age < s.clash.With.age:
			s.clash = Clash{Mine: x.Memory, With: y}
		}
	}
	y := s.clash.With
	if y == nil {
		return nil
	}
	for _, w := range near {
		if w.Writes && m.meet(&y.Memory, w) {
			return nil
		}
	}
	return &s.clash
}

// ChangedArray returns an array of counts, displacements or datatypes of a persistent request that the open call
// starts, if the array has changed since the request was created; nil if x is something else, or another finding says
// why.
func (m *Memory) ChangedArray(x *Program) *InUse {
	c := m.Threads.OpenCall(int(x.Site.Ring))
	if c == nil || c.Sem.Step != calls.RequestActivate {
		return nil
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !g.Sure() || !q.Buffer.Left.IsZero() || !q.Buffer.GivenBack.IsZero() ||
			!m.Threads.FromC(q.Made) {
			continue
		}
		for y := m.InUse.Of(q); y != nil; y = y.More {
			switch {
			case !y.Array || y.Buffer.Addr != x.sent:
			case y.stored: // the array is two arguments, and is reported as the first of them
				return nil
			default:
				y.stored = true
				return y
			}
		}
	}
	return nil
}

// completes reports whether the call may complete the operation that uses x, and whose data has changed.
func completes(c *call.Call, x *InUse, changed *Program) bool {
	if changed.by == calls.ClassWin {
		return x.Request == nil && x.Win != nil && x.Win == c.Win && (x.target == nil || x.target.target == changed.to)
	}
	q := x.Request
	if q == nil || q.Done || q.Shared || !q.Cancelled.IsZero() || !q.Overwritten.IsZero() {
		return false
	}
	for g := c.Given(); g.Next(); {
		if g.Request == q {
			return true
		}
	}
	return false
}

// mostReturned bounds the bytes of an element that a call returns: a status is the largest.
const mostReturned = 64

// writesNear reports whether the call returns a result, such as a status, near [lo, hi).
func writesNear(c *call.Call, lo, hi int64) bool {
	size := int64(mostReturned * max(1, c.Asked.Count()))
	for i, a := range calls.ByKind(c.Kind).Params(c.Large) {
		if a.Dir != calls.In && a.Pointer() && i < c.NIn && c.In[i] < hi && lo < datatype.AddSat(c.In[i], size) {
			return true
		}
	}
	return false
}

// UsesFaulty reports whether the call uses memory outside its block of the heap. If a displacement led there, of is the
// buffer that has the displacement.
func (m *Memory) UsesFaulty(c *call.Call, f *call.HeapFault) (of *messages.Part, uses bool) {
	if f.Arg < 0 || int(f.Arg) >= len(c.Sem.Enter) {
		return nil, false
	}
	if c.Kind == calls.WinCreate || c.Kind == calls.WinAttach || c.Kind == calls.BufferAttach ||
		c.Param(f.Arg).Array != "" {
		return nil, true
	}
	for i := range m.Of(c) {
		u := &c.Used.List[i]
		switch {
		case u.Arg != f.Arg:
		case u.List == nil || f.Part < 0:
			return nil, f.What != event.MemoryElsewhere
		default:
			return u.List.Part, u.List.Part.Displaced(f.Part)
		}
	}
	return nil, false
}

// splitUsed sets x.Split to the split collective operation whose buffer an access changes, or loads while MPI fills it.
func (m *Memory) splitUsed(x *Program) {
	s := m.splitIn(x)
	if s == nil || s.IO.Write && !x.Writes {
		return
	}
	x.Split = s
	if x.Writes && s.Touched.IsZero() {
		s.Touched = x.Site
	}
}
