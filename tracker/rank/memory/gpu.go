package memory

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// mostGiven bounds the blocks of a buffer that are compared with GPU work.
const mostGiven = 256

// GivenToMPI calls f for the buffers that MPI uses from call c on, about to be applied: those of the call, or of the
// persistent requests that it starts.
func (m *Memory) GivenToMPI(c *call.Call, f func(u *call.Memory, starts *requests.Request)) {
	switch {
	case call.UseParts[c.Kind] == call.UsesRequests:
		for g := c.Given(); g.Next(); {
			q := g.Request
			if q == nil || !q.Persistent() || q.Active {
				continue
			}
			for x := m.InUse.Of(q); x != nil; x = x.More {
				if !x.Array && (q.Parts == nil || x.Writes) { // a partition to send is in use only once it is ready
					f(&x.Memory, q)
				}
			}
		}
	case !c.Sem.Persistent:
		for i := range m.Of(c) {
			if u := &c.Used.List[i]; !u.Array {
				f(u, nil)
			}
		}
	}
}

// GPUBuffers calls f for the blocks of a call's memory, until f returns false.
func GPUBuffers(u *call.Memory, f func(gpu.Buffer) bool) {
	left := mostGiven
	u.Each(func(b datatype.Buffer) bool {
		lo, hi := b.Hull()
		left--
		return (lo >= hi || f(gpu.Buffer{Lo: lo, Hi: hi, All: b.Contiguous(), Writes: u.Writes})) && left > 0
	})
}

// MeetsGPU reports whether a call's memory and an exact GPU use have a byte in common.
func (m *Memory) MeetsGPU(u *call.Memory, x *gpu.Use) (yes bool) {
	b := m.Programs.buffer(runsOf(x), x.Writes)
	left := mostCompared
	u.Each(func(a datatype.Buffer) bool {
		left--
		yes = m.InUse.meets.Meet(&a, &b)
		return left > 0 && !yes
	})
	return yes
}

// SharedWithGPU returns the number of bytes that a call's memory and an exact GPU use have in common; -1: unknown.
func (m *Memory) SharedWithGPU(u *call.Memory, x *gpu.Use) int64 {
	if u.List != nil {
		return -1
	}
	b := m.Programs.buffer(runsOf(x), x.Writes)
	_, n := u.CommonBytes(&b)
	return n
}

func runsOf(x *gpu.Use) datatype.Regular {
	g := datatype.Regular{At: x.Lo, Width: x.Width, N: x.Rows, Stride: x.Pitch}
	tidy(&g)
	return g
}

// ByGPU returns the use of memory by GPU work that is now put on a stream, if it may be memory of operations under way
// or of windows; else nil. The result is valid until the next event.
func (m *Memory) ByGPU(u *gpu.Use) *Program {
	x := &m.Programs.last
	*x = Program{Site: u.Work.Site, GPU: u}
	if m.reading.Gap {
		return nil
	}
	if u.Freed {
		x.is(u.Lo, u.Hi)
		x.Freed, x.Win = true, m.Windows.WindowIn(u.Lo, u.Hi)
	} else {
		x.runs = runsOf(u)
		x.Lo, x.Hi, x.Writes = u.Lo, u.Hi, u.Writes
		x.Buffer = m.Programs.buffer(x.runs, u.Writes)
	}
	x.pending = m.InUse.nearBy(x.Lo, x.Hi, true)
	x.Meets = !u.Freed && !u.May && !u.Pageable && !u.Work.MayWait() && m.Windows.HaveMemory() &&
		m.Windows.MemoryNear(x.Lo, x.Hi)
	if !x.pending && !x.Meets && x.Win == nil {
		return nil
	}
	return x
}

// GPUClash returns the oldest operation under way that GPU work conflicts with; nil if there is none, or that is
// uncertain. The result is valid until the next clash is computed.
func (m *Memory) GPUClash(g *gpu.GPU, x *Program) *Clash {
	if !x.GPU.May {
		c := m.ProgramClash(x)
		if c == nil || !x.Freed && !g.Disturbs(x.GPU, gpu.Buffer{Writes: c.With.Writes}) {
			return nil
		}
		return c
	}
	s := &m.InUse
	s.clash.With = nil
	mine := x.Memory
	mine.Writes = true
	for _, y := range m.near(&mine) {
		q := y.Request
		disturbed := false
		GPUBuffers(&y.Memory, func(b gpu.Buffer) bool {
			disturbed = g.Disturbs(x.GPU, b)
			return !disturbed
		})
		switch {
		case !disturbed, y.MayBeOver():
		case q != nil && (!q.Overwritten.IsZero() || !q.Cancelled.IsZero() || q.Combines || q.Parts != nil):
		case s.clash.With == nil || y.age < s.clash.With.age:
			s.clash = Clash{Mine: mine, With: y}
		}
	}
	if s.clash.With == nil {
		return nil
	}
	return &s.clash
}
