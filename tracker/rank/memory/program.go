package memory

import (
	"math/bits"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Program is a group of loads or stores of the program itself, made at one place between two calls of a thread.
type Program struct {
	Site tracker.Site
	call.Memory
	Atomic bool
	Fence  bool // a fence of the processor, without memory
	// Other: a thread that does not own this ring has made the access, some time between the owner's previous record
	// and its next.
	Other bool

	runs  datatype.Regular // N = 0: bits holds the accessed units
	unit  int64
	bits  [event.MaxWords]int64
	words int
	// Freed: the memory is a freed block of the heap. Changed: part of the memory has changed since an operation that
	// sends it began; the place of the store is unknown, Site is the call that completes the operation.
	Freed, Changed bool
	// Returned: the memory held local variables of functions that have returned. Site is the next call.
	Returned bool
	// Win is a window whose memory is freed; nil: none.
	Win *windows.Win
	// Bsend: memory of the attached buffer for buffered sends is freed, or stored to.
	Bsend bool
	// Split is an active split collective operation whose buffer is freed, changed, or loaded while MPI fills it; nil:
	// none.
	Split *files.Split

	sent int64       // for Changed: the address of the buffer
	by   calls.Class // for Changed: the class of object that ends the buffer's use
	to   int64       // for Changed: the target of an operation on a window

	// GPU is the use of memory by GPU work; nil: an access of the host.
	GPU *gpu.Use

	Meets   bool // it may be memory of a window
	pending bool // it may be memory of an operation under way
}

// programs makes a Program of an event.
type programs struct {
	last     Program
	recorded bool // the log has loads, stores or fences
	types    map[runs]*datatype.Type
	// recent caches some of types: a loop has few, which recur.
	recent [16]struct {
		runs
		*datatype.Type
	}
}

// runs identifies the datatype of several runs.
type runs struct{ width, stride int64 }

// mostRunTypes bounds programs.types.
const mostRunTypes = 1 << 12

// read takes the words of an event; false if they are empty or invalid.
func (x *Program) read(e *event.Event) bool {
	var flags event.AccessFlags
	switch {
	case e.Kind == event.Access && e.N >= 5:
		g := datatype.Regular{At: e.A[0], Width: e.A[1], N: e.A[2], Stride: e.A[3]}
		flags = event.AccessFlags(e.A[4])
		if x.Fence = flags&event.AccessFence != 0; x.Fence {
			x.from(flags)
			x.Meets, x.pending = false, false
			return true
		}
		if !tidy(&g) {
			return false
		}
		x.runs, x.Lo, x.Hi = g, g.At, g.End()
	case e.Kind == event.AccessBits && e.N > 3:
		x.Fence = false
		x.runs.N, x.Addr, x.unit, x.words = 0, e.A[0], e.A[1], int(e.N)-3
		flags = event.AccessFlags(e.A[2])
		copy(x.bits[:], e.A[3:e.N])
		lo, hi := bounds(x.bits[:x.words])
		if lo >= hi || x.unit < 1 || x.unit > 8 {
			return false
		}
		x.Lo, x.Hi = datatype.AddSat(x.Addr, lo*x.unit), datatype.AddSat(x.Addr, hi*x.unit)
	default:
		return false
	}
	x.Writes, x.Atomic = flags&event.AccessWrites != 0, flags&event.AccessAtomic != 0
	x.from(flags)
	return x.Lo >= record.Page && x.Lo < x.Hi
}

// from sets the thread that made the access.
func (x *Program) from(flags event.AccessFlags) {
	if x.Other = flags&event.AccessOther != 0; !x.Other {
		return
	}
	number, known := flags.Thread()
	if x.Site.Thread = number; !known {
		x.Site.Thread = tracker.NoThread
	}
}

// tidy makes the runs ascend, and joins adjacent runs; false if there are none.
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

// bounds returns the index of the first bit that is set, and of the last plus 1.
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

// Has reports whether the hull of x overlaps [lo, hi).
func (x *Program) Has(lo, hi int64) bool { return x.Lo < hi && lo < x.Hi }

// Within calls f for the accessed memory that lies in [lo, hi), as buffers.
func (x *Program) Within(p *programs, lo, hi int64, f func(datatype.Buffer)) {
	if lo <= x.Lo && x.Hi <= hi {
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

// is makes x a store to all bytes of [lo, hi).
func (x *Program) is(lo, hi int64) {
	x.Fence, x.Atomic, x.Meets, x.pending = false, false, false, false
	x.Writes, x.Lo, x.Hi, x.List, x.runs.N = true, lo, hi, nil, 0
	x.Buffer = datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Memory, Writes: true}
}
