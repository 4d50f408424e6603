package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

func (m *Memory) OfProgram(e *event.Event) *Program {
	x := &m.Programs.last
	x.Freed, x.Returned, x.Changed, x.Bsend, x.Win, x.Split, x.GPU = false, false, false, false, nil, nil, nil
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
	m.Programs.recorded = true
	by := x.Site.Thread
	m.Threads.Of(int(e.Thread)).Site(&x.Site, m.reading.World, e)
	if x.Other {
		x.Site.Thread = by
	}
	if x.Fence {
		if !m.Windows.Share() {
			return nil
		}
		return x
	}
	x.Meets = m.Windows.HaveMemory() && m.Windows.MemoryNear(x.Lo, x.Hi)
	x.pending = m.InUse.nearBy(x.Lo, x.Hi, x.Writes) || m.Threads.OthersInCalls(x.Site, x.Other)
	near := len(m.Files.Splits) > 0 && m.Files.SplitNear(x.Lo, x.Hi, x.Writes)
	attached := x.Writes && m.Messages.Bsend.Near(x.Lo, x.Hi) && !m.Threads.InCall(x.Site, x.Other)
	if !x.Meets && !x.pending && !near && !attached {
		return nil
	}
	x.Site.Call = calls.ProgramKind(x.Writes, x.Atomic)
	if x.runs.N > 0 {
		x.Buffer = m.Programs.buffer(x.runs, x.Writes)
	} else {
		x.Buffer = datatype.Buffer{Addr: x.Addr, Count: 1, Type: datatype.Bits(x.unit, x.bits[:x.words]),
			Writes: x.Writes}
	}
	if x.Meets && x.Writes {
		m.Windows.Stored(x.Site, x.Lo, x.Hi, &x.Buffer)
	}
	if near && !m.Threads.InCall(x.Site, x.Other) {
		m.splitUsed(x)
	}
	x.Bsend = attached && m.Messages.Bsend.Has(x.Lo, x.Hi, &x.Buffer)
	return x
}

// ProgramClash returns the oldest operation under way that the program's own loads or stores conflict with; nil if
// there is none, or that is uncertain. The result is valid until the next ProgramClash or ClashWith.
//
// An access is recorded before any later call, whichever thread makes the call, and after the return of any earlier
// call. So if an operation is under way at the record, the program has not ordered operation and access, by whatever
// means its threads wait for each other.
func (m *Memory) ProgramClash(x *Program) *Clash {
	s := &m.InUse
	if x.Changed {
		return m.changedClash(x)
	}
	own := int(x.Site.Ring)
	if x.Site.Call == calls.FreeMem { // the thread is inside this call
		own = -1
	} else if m.Threads.InCall(x.Site, x.Other) {
		return nil
	}
	if !x.pending || x.Freed && m.Threads.MayChange(own) {
		return nil
	}
	s.clash.With = nil
	for _, y := range m.near(&x.Memory) {
		q := y.Request
		switch {
		case x.Freed && (y.By.Ring != x.Site.Ring || y.By.Thread != x.Site.Thread): // freed at an uncertain time
		case q != nil && (!q.Overwritten.IsZero() || !q.Cancelled.IsZero()):
		case q != nil && q.Combines: // the program's own function may have made the access, in any call of any thread
		case x.GPU != nil && y.MayBeOver():
		case m.meet(&x.Memory, y):
			y.stored = y.stored || x.Writes
			if x.Freed && y.GivenBack.IsZero() {
				y.GivenBack = x.Site
			}
			if y.MayBeOver() && !q.NoteUse(x.Site) {
				continue
			}
			if s.clash.With == nil || y.age < s.clash.With.age {
				s.clash = Clash{Mine: x.Memory, With: y}
			}
		}
	}
	if s.clash.With == nil && !x.Freed {
		m.callClash(&x.Memory, func(ring int, t *threads.Thread) bool { return t.Made(x.Site, x.Other, ring) })
		if s.clash.With != nil {
			s.clashed = s.begun + 1 // an operation that the open call begins may get this number
		}
	}
	if s.clash.With == nil {
		return nil
	}
	return &s.clash
}

// Returned calls f, once for each, for the operations under way that use local variables of functions that have
// returned.
func (m *Memory) Returned(x *Program, f func(*InUse)) {
	if !x.pending || m.Threads.MayChange(int(x.Site.Ring)) {
		return
	}
	for _, y := range m.near(&x.Memory) {
		q := y.Request
		switch {
		case y.returned, y.MayBeOver(), y.By.Ring != x.Site.Ring, y.By.Thread != x.Site.Thread:
		case q != nil && (!q.Overwritten.IsZero() || !q.Cancelled.IsZero() || q.Combines):
		case y.Array && !m.Threads.FromC(y.By): // the array may be a copy made by the MPI library's Fortran layer
		case m.meet(&x.Memory, y):
			y.returned, y.stored = true, true
			f(y)
		}
	}
}

// Recorded reports whether the log has loads or stores of the program: gomarmot cc has compiled part of it.
func (m *Memory) Recorded() bool { return m.Programs.recorded }

// StoresBy notes the stores of a returned call to window memory. It reports whether a call with the same arguments may
// store to window memory.
func (m *Memory) StoresBy(c *call.Call) (may bool) {
	if c.Sem.Starts != calls.NoOperation || c.Sem.Persistent {
		return false
	}
	if !c.Ok() {
		return true
	}
	for i := range m.Of(c) {
		if u := &c.Used.List[i]; u.Writes && !u.Window && !u.Array {
			u.Each(func(b datatype.Buffer) bool {
				lo, hi := b.Hull()
				may = m.Windows.Stored(c.Site, lo, hi, &b) || may
				return true
			})
		}
	}
	return may
}
