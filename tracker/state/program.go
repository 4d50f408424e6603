package state

import (
	"math/bits"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Program is loads or stores of the program itself, of one place and between two calls of one
// thread.
type Program struct {
	Site tracker.Site
	Memory
	atomic bool
	fence  bool // it is a fence of the processor, and has no memory
	// other: a thread that does not own this ring has made the access, some time between the records of the owner before
	// and after this one.
	other bool

	runs  datatype.Regular // 0 of them: it has the bits
	unit  int64
	bits  [event.MaxWords]int64
	words int
	// Freed: the memory is a block of the heap that is given back. Changed: some of it has changed since an
	// operation began that sends it; where in the program is not known, Site is the call that completes the operation.
	Freed, Changed bool
	// Returned: the memory that is given back were local variables of functions that have returned. Site is the next call.
	Returned bool
	// Win is a window whose memory is given back; nil: of none.
	Win *Win
	// Bsend: memory of the buffer that is attached for buffered sends is given back, or stored to.
	Bsend bool
	// Split is an active split collective operation whose buffer is given back, changed, or loaded while it is filled;
	// nil: of none.
	Split *Split

	sent int64       // of what has changed: the address of the buffer,
	by   calls.Class // and of what ends its use

	meets   bool // memory of a window
	pending bool // perhaps memory of an operation
}

// programs makes the Program of an event.
type programs struct {
	last     Program
	recorded bool // loads, stores or fences have been
	types    map[runs]*datatype.Type
	// recent are some of them: a loop has few, and they come again and again.
	recent [16]struct {
		runs
		*datatype.Type
	}
}

// runs are what the datatype of several depends on.
type runs struct{ width, stride int64 }

// mostRunTypes bounds the datatypes that are kept.
const mostRunTypes = 1 << 12

// Other takes an event that is not a call. It appends to ops, which may be nil, what the event says to other ranks, and
// returns what it says that the program does to memory of windows, or of operations under way; nil if that is nothing. The
// result is valid until the next event.
func (r *Rank) Other(e *event.Event, ops *op.Ops) *Program {
	switch e.Kind {
	case event.Lost:
		if ops != nil {
			ops.Loses(op.Head{N: r.Records})
		}
	case event.Segment:
		r.windows.segment(e)
	case event.Fetched:
		teller{ops}.fetched(r, e)
	case event.Access, event.AccessBits, event.Memory, event.Changed:
		return r.memory.ofProgram(e)
	}
	return nil
}

func (m *memory) ofProgram(e *event.Event) *Program {
	x := &m.programs.last
	x.Freed, x.Returned, x.Changed, x.Bsend, x.Win, x.Split = false, false, false, false, nil, nil
	switch {
	case m.reading.Gap:
		return nil
	case e.Kind == event.Memory:
		return m.ofHeap(e)
	case e.Kind == event.Changed:
		return m.changed(e)
	case !x.read(e):
		return nil
	}
	m.programs.recorded = true
	by := x.Site.Thread
	m.threads.of(int(e.Thread)).site(&x.Site, m.reading.World, e)
	if x.other {
		x.Site.Thread = by
	}
	if x.fence {
		if !m.windows.share() {
			return nil
		}
		return x
	}
	x.meets = m.windows.haveMemory() && m.windows.memoryNear(x.lo, x.hi)
	x.pending = m.inUse.nearBy(x.lo, x.hi, x.Writes) || m.threads.othersInCalls(x.Site, x.other)
	near := len(m.files.splits) > 0 && m.files.splitNear(x.lo, x.hi, x.Writes)
	attached := x.Writes && m.messages.bsend.near(x.lo, x.hi) && !m.threads.inCall(x.Site, x.other)
	if !x.meets && !x.pending && !near && !attached {
		return nil
	}
	x.Site.Call = calls.ProgramKind(x.Writes, x.atomic)
	if x.runs.N > 0 {
		x.Buffer = m.programs.buffer(x.runs, x.Writes)
	} else {
		x.Buffer = datatype.Buffer{Addr: x.Addr, Count: 1, Type: datatype.Bits(x.unit, x.bits[:x.words]), Writes: x.Writes}
	}
	if x.meets && x.Writes {
		m.windows.stored(x.Site, x.lo, x.hi, &x.Buffer)
	}
	if near && !m.threads.inCall(x.Site, x.other) {
		m.splitUsed(x)
	}
	x.Bsend = attached && m.messages.bsend.has(x.lo, x.hi, &x.Buffer)
	return x
}

// read takes the words of an event; false if they say nothing.
func (x *Program) read(e *event.Event) bool {
	var flags event.AccessFlags
	switch {
	case e.Kind == event.Access && e.N >= 5:
		g := datatype.Regular{At: e.A[0], Width: e.A[1], N: e.A[2], Stride: e.A[3]}
		flags = event.AccessFlags(e.A[4])
		if x.fence = flags&event.AccessFence != 0; x.fence {
			x.from(flags)
			x.meets, x.pending = false, false
			return true
		}
		if !tidy(&g) {
			return false
		}
		x.runs, x.lo, x.hi = g, g.At, g.End()
	case e.Kind == event.AccessBits && e.N > 3:
		x.fence = false
		x.runs.N, x.Addr, x.unit, x.words = 0, e.A[0], e.A[1], int(e.N)-3
		flags = event.AccessFlags(e.A[2])
		copy(x.bits[:], e.A[3:e.N])
		lo, hi := bounds(x.bits[:x.words])
		if lo >= hi || x.unit < 1 || x.unit > 8 {
			return false
		}
		x.lo, x.hi = datatype.AddSat(x.Addr, lo*x.unit), datatype.AddSat(x.Addr, hi*x.unit)
	default:
		return false
	}
	x.Writes, x.atomic = flags&event.AccessWrites != 0, flags&event.AccessAtomic != 0
	x.from(flags)
	return x.lo >= page && x.lo < x.hi
}

// from takes whose access it is.
func (x *Program) from(flags event.AccessFlags) {
	if x.other = flags&event.AccessOther != 0; !x.other {
		return
	}
	number, known := flags.Thread()
	if x.Site.Thread = number; !known {
		x.Site.Thread = tracker.NoThread
	}
}

// tidy makes the runs ascend, and joins those without room between them; false if there are none.
func tidy(g *datatype.Regular) bool {
	if g.Width <= 0 || g.N <= 0 || g.Stride == 0 && g.N > 1 {
		return false
	}
	if g.Stride < 0 {
		g.At, g.Stride = datatype.AddSat(g.At, datatype.MulSat(g.N-1, g.Stride)), -max(g.Stride, -1<<62)
	}
	if g.N == 1 || g.Stride <= g.Width {
		g.Width, g.N, g.Stride = datatype.AddSat(datatype.MulSat(g.N-1, g.Stride), g.Width), 1, 0
	}
	return true
}

// bounds returns the first bit that is set, and the one behind the last one.
func bounds(words []int64) (lo, hi int64) {
	for i, w := range words {
		if w == 0 {
			continue
		}
		if hi == 0 {
			lo = int64(64*i + bits.TrailingZeros64(uint64(w)))
		}
		hi = int64(64*i + bits.Len64(uint64(w)))
	}
	return lo, hi
}

// buffer returns runs as a buffer.
func (p *programs) buffer(g datatype.Regular, writes bool) datatype.Buffer {
	if g.N == 1 {
		return datatype.Buffer{Addr: g.At, Count: g.Width, Type: datatype.Memory, Writes: writes}
	}
	return datatype.Buffer{Addr: g.At, Count: g.N, Type: p.typeOf(runs{g.Width, g.Stride}), Writes: writes}
}

// typeOf returns the datatype of several runs.
func (p *programs) typeOf(key runs) *datatype.Type {
	r := &p.recent[uint64(key.width^key.stride>>3)%uint64(len(p.recent))]
	if r.Type != nil && r.runs == key {
		return r.Type
	}
	d := p.types[key]
	if d == nil {
		if len(p.types) == mostRunTypes || p.types == nil {
			p.types = map[runs]*datatype.Type{}
		}
		d = datatype.Runs(key.width, key.stride)
		p.types[key] = d
	}
	r.runs, r.Type = key, d
	return d
}

// Has reports whether some of it is in [lo, hi).
func (x *Program) Has(lo, hi int64) bool { return x.lo < hi && lo < x.hi }

// within calls f for what lies in [lo, hi), as buffers.
func (x *Program) within(p *programs, lo, hi int64, f func(datatype.Buffer)) {
	if lo <= x.lo && x.hi <= hi {
		f(x.Buffer)
		return
	}
	if x.runs.N > 0 {
		x.runs.Clip(lo, hi, func(g datatype.Regular) { f(p.buffer(g, x.Writes)) })
		return
	}
	left, any := x.bits, false
	for i := range int64(64 * x.words) {
		if at := x.Addr + i*x.unit; at < lo || at+x.unit > hi {
			left[i/64] &^= 1 << (i % 64)
		}
	}
	for _, w := range left[:x.words] {
		any = any || w != 0
	}
	if any {
		f(datatype.Buffer{Addr: x.Addr, Count: 1, Type: datatype.Bits(x.unit, left[:x.words]), Writes: x.Writes})
	}
}

// nearBy reports whether operations under way may use memory near [lo, hi) in conflict with an access.
func (s *inUse) nearBy(lo, hi int64, writes bool) bool {
	if s.writes.n > 0 && lo < s.writes.hi && s.writes.lo < hi {
		return true
	}
	return writes && (len(s.putting) > 0 || s.reads.n > 0 && lo < s.reads.hi && s.reads.lo < hi)
}

// ProgramClash returns the oldest operation under way that the program's own loads or stores get in the way
// of; nil if there is none, or if that is not certain. It is valid until the next one is asked for.
//
// An access is recorded before any call that comes after it, whichever thread makes that, and after the return of
// any call that comes before it. So if the operation is under way at the record, nothing has ordered the two,
// whatever means the threads have to wait for each other.
func (m *memory) programClash(x *Program) *Clash {
	s := &m.inUse
	if x.Changed {
		return m.changedClash(x)
	}
	own := int(x.Site.Ring)
	if x.Site.Call == calls.FreeMem { // the call that its thread is in
		own = -1
	} else if m.threads.inCall(x.Site, x.other) {
		return nil
	}
	if !x.pending || x.Freed && m.threads.mayChange(own) {
		return nil
	}
	s.clash.With = nil
	for _, y := range m.near(&x.Memory) {
		q := y.Request
		switch {
		case x.Freed && (y.By.Ring != x.Site.Ring || y.By.Thread != x.Site.Thread): // when it was freed is less certain
		case q != nil && (!q.Overwritten.IsZero() || !q.Cancelled.IsZero()):
		case q != nil && q.combines: // the program's own function may have done it, in any call of any thread
		case m.meet(&x.Memory, y):
			y.stored = y.stored || x.Writes
			if s.clash.With == nil || y.age < s.clash.With.age {
				s.clash = Clash{Mine: x.Memory, With: y}
			}
		}
	}
	if s.clash.With == nil && !x.Freed {
		m.callClash(&x.Memory, func(ring int, t *thread) bool { return t.made(x.Site, x.other, ring) })
		if s.clash.With != nil {
			s.clashed = s.begun + 1 // what that call begins may be the next one
		}
	}
	if s.clash.With == nil {
		return nil
	}
	return &s.clash
}

// Returned calls f for each operation under way that uses memory of functions that have returned, the first time.
func (m *memory) returned(x *Program, f func(*InUse)) {
	if !x.pending || m.threads.mayChange(int(x.Site.Ring)) {
		return
	}
	for _, y := range m.near(&x.Memory) {
		q := y.Request
		switch {
		case y.returned, y.By.Ring != x.Site.Ring, y.By.Thread != x.Site.Thread:
		case q != nil && (!q.Overwritten.IsZero() || !q.Cancelled.IsZero() || q.combines):
		case y.Array && !m.threads.fromC(y.By): // it may be a copy of the MPI's Fortran layer
		case m.meet(&x.Memory, y):
			y.returned, y.stored = true, true
			f(y)
		}
	}
}

// recorded reports whether loads and stores of the rank's program have been recorded: gomarmot cc has compiled some
// of it.
func (m *memory) recorded() bool { return m.programs.recorded }

// storesBy notes what a call that has returned has stored to memory of windows. It reports whether a call with the same
// arguments may store something there.
func (m *memory) storesBy(c *Call) (may bool) {
	if c.Sem.Starts != calls.NoOperation || c.Sem.Persistent {
		return false
	}
	if !c.ok() {
		return true
	}
	for i := range m.of(c) {
		if u := &c.used.list[i]; u.Writes && !u.Window && !u.Array {
			u.each(func(b datatype.Buffer) bool {
				lo, hi := b.Hull()
				may = m.windows.stored(c.Site, lo, hi, &b) || may
				return true
			})
		}
	}
	return may
}

// Tell adds to ops the loads and stores of the program in memory of windows.
func (r *Rank) Tell(x *Program, ops *op.Ops) {
	if x.fence {
		ops.SyncsMemory(op.Head{Site: x.Site, N: r.Records})
		return
	}
	if !x.meets || r.threads.inCall(x.Site, x.other) {
		return
	}
	var locks []op.LockRef
	covered := x.lo
	r.windows.memoryIn(x.lo, x.hi, func(e *exposure) {
		on := e.win.Place()
		if e.hi <= covered || on == nil {
			return
		}
		if covered == x.lo {
			locks = teller{ops}.heldLocks(r, nil, 0)
		}
		x.within(&r.memory.programs, max(e.lo, covered), e.hi, func(b datatype.Buffer) {
			t := ops.Touches(op.Head{Site: x.Site, N: r.Records, On: on})
			t.Owner, t.Until, t.Atomic, t.Locks, t.All = e.rank, op.UntilNow, x.atomic, locks, r.windows.heldOfAll()
			t.Data = op.Data{Disp: e.disp(b.Addr), Count: b.Count, Type: b.Type, Writes: x.Writes}
		})
		covered = max(covered, e.hi)
	})
}
