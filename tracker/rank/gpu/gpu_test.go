package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Two allocations of device memory, of large bytes each, and a third.
const (
	x     = 0x100000
	y     = 0x200000
	z     = 0x300000
	large = 0x1000
)

// on is a stream of a context.
type on struct {
	context, handle int64
	flags           event.GPUFlags
}

// Streams: the default streams, two created streams, and a created stream that is non-blocking.
var (
	legacy = on{1, 0, event.GPULegacy}
	own    = on{1, -1, 0}
	one    = on{1, 0x11000, 0}
	two    = on{1, 0x12000, 0}
	apart  = on{1, 0x13000, event.GPUNonblocking}
)

// lab feeds records to a GPU.
type lab struct {
	GPU
	t    testing.TB
	line uint64
}

// used is memory that work uses.
type used struct {
	at, width, rows, pitch int64
	does                   event.GPUUse
	lo, hi, parameter      int64
}

func newLab(t testing.TB) *lab { return &lab{t: t} }

// does adds work to a stream, or an action that orders work, and returns its uses.
func (l *lab) does(a event.GPUAction, s on, with int64, uses ...used) (got []*Use) {
	l.line++
	site := tracker.Site{PC: l.line}
	e := event.Event{Kind: event.GPU, N: 5}
	copy(e.A[:], []int64{int64(a), s.context, s.handle, int64(s.flags) | int64(len(uses))<<8, with})
	require.Nil(l.t, l.Take(&e, site))
	for _, u := range uses {
		e = event.Event{Kind: event.GPUMemory, N: 8}
		copy(e.A[:], []int64{u.at, u.width, u.rows, u.pitch, int64(u.does), u.lo, u.hi, u.parameter})
		got = append(got, l.Take(&e, site))
	}
	return got
}

// in is n bytes of device memory.
func in(at, n int64, does event.GPUUse) used {
	lo := at &^ (1<<20 - 1)
	return used{at: at, width: n, rows: 1, does: does, lo: lo, hi: lo + large}
}

func (l *lab) fill(s on, at, n int64) { l.does(event.GPUFill, s, 0, in(at, n, event.GPUWrites)) }

func (l *lab) copies(s on, to, from, n int64) {
	l.does(event.GPUCopy, s, 0, in(from, n, 0), in(to, n, event.GPUWrites))
}

// kernel launches a kernel that is passed these addresses as its first parameters.
func (l *lab) kernel(s on, number int64, at ...int64) []*Use {
	var uses []used
	for i, a := range at {
		u := in(a, 0, event.GPUMay)
		u.width, u.parameter = u.hi-a, int64(i)
		uses = append(uses, u)
	}
	return l.does(event.GPUKernel, s, number, uses...)
}

func (l *lab) name(number int64, name string) {
	blob := append([]byte{byte(len(name)), 0, 0, 0, 0, 0, 0, 0}, name...)
	for len(blob)%8 != 0 {
		blob = append(blob, 0)
	}
	e := event.Event{Kind: event.GPUName, N: 1, Blob: blob}
	e.A[0] = number
	require.Nil(l.t, l.Take(&e, tracker.Site{}))
}

func (l *lab) record(s on, e int64)  { l.does(event.GPURecord, s, e) }
func (l *lab) await(s on, e int64)   { l.does(event.GPUAwait, s, e) }
func (l *lab) streamDone(s on)       { l.does(event.GPUStreamDone, s, 0) }
func (l *lab) eventDone(e int64)     { l.does(event.GPUEventDone, legacy, e) }
func (l *lab) deviceDone(c int64)    { l.does(event.GPUDeviceDone, on{c, 0, event.GPULegacy}, 0) }
func (l *lab) capture(s on)          { l.does(event.GPUCapture, s, 0) }
func (l *lab) captured(s on)         { l.does(event.GPUCaptured, s, 0) }
func (l *lab) hostFunction(s on)     { l.does(event.GPUHost, s, 0) }
func (l *lab) graph(s on)            { l.does(event.GPUOther, s, 0) }
func (l *lab) free(s on, at int64)   { l.does(event.GPUFree, s, large, in(at, large, event.GPUWrites)) }
func (l *lab) lost()                 { l.does(event.GPULost, on{}, 0) }
func (l *lab) touches(at int64) *Use { return l.clash(Buffer{Lo: at, Hi: at + 8, Writes: true}) }

// clash compares with a buffer by bounds alone.
func (l *lab) clash(b Buffer) *Use { return l.Clash(b, false, func(*Use) bool { return true }) }

// whole is all bytes of an allocation.
func whole(at int64, writes bool) Buffer {
	return Buffer{Lo: at, Hi: at + large, All: true, Writes: writes}
}

// A fill of x may still be running, unless the program has learned that it is done.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*lab)
		runs bool
	}{
		{"nothing", func(*lab) {}, false},
		{"not waited for", func(l *lab) { l.fill(one, x, 8) }, true},
		{"other memory", func(l *lab) { l.fill(one, y, 8) }, false},
		{"waited for", func(l *lab) { l.fill(one, x, 8); l.streamDone(one) }, false},
		{"waited for another stream", func(l *lab) { l.fill(one, x, 8); l.streamDone(two) }, true},
		{"put after the wait", func(l *lab) { l.fill(one, x, 8); l.streamDone(one); l.fill(one, x, 8) }, true},
		{"waited for the device", func(l *lab) { l.fill(one, x, 8); l.deviceDone(1) }, false},
		{"waited for the device, non-blocking", func(l *lab) { l.fill(apart, x, 8); l.deviceDone(1) }, false},
		{"waited for another device", func(l *lab) { l.fill(one, x, 8); l.deviceDone(2) }, true},
		{"records are lost", func(l *lab) { l.fill(one, x, 8); l.lost() }, false},
		{"put after records are lost", func(l *lab) { l.fill(one, y, 8); l.lost(); l.fill(one, x, 8) }, true},
		{"freed", func(l *lab) { l.fill(one, x, 8); l.free(one, x) }, false},
		{"other memory freed", func(l *lab) { l.fill(one, x, 8); l.free(one, y) }, true},
	} {
		check(t, c.name, c.do, c.runs)
	}
}

// check runs a case: whether work that uses x may still be running.
func check(t *testing.T, name string, do func(*lab), runs bool) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		l := newLab(t)
		do(l)
		if runs {
			require.NotNil(t, l.touches(x))
			require.True(t, l.Busy())
			return
		}
		require.Nil(t, l.touches(x))
	})
}

func TestEvents(t *testing.T) {
	const e, f = 0x71, 0x72
	for _, c := range []struct {
		name string
		do   func(*lab)
		runs bool
	}{
		{"behind the work", func(l *lab) { l.fill(one, x, 8); l.record(one, e); l.eventDone(e) }, false},
		{"before the work", func(l *lab) { l.record(one, e); l.fill(one, x, 8); l.eventDone(e) }, true},
		{"recorded again", func(l *lab) { l.record(one, e); l.fill(one, x, 8); l.record(one, e); l.eventDone(e) }, false},
		{"of another stream", func(l *lab) { l.fill(one, x, 8); l.record(two, e); l.eventDone(e) }, true},
		{"another event", func(l *lab) { l.fill(one, x, 8); l.record(one, e); l.record(two, f); l.eventDone(f) }, true},
		{"unknown", func(l *lab) { l.fill(one, x, 8); l.eventDone(e) }, false},
		{"another stream waits", func(l *lab) { l.fill(one, x, 8); l.record(one, e); l.await(two, e); l.streamDone(two) }, false},
		{"another stream waits for less", func(l *lab) { l.record(one, e); l.fill(one, x, 8); l.await(two, e); l.streamDone(two) }, true},
		{"over three streams", func(l *lab) {
			l.fill(one, x, 8)
			l.record(one, e)
			l.await(apart, e)
			l.record(apart, f)
			l.await(two, f)
			l.fill(two, y, 8)
			l.streamDone(two)
		}, false},
		{"over an event", func(l *lab) { l.fill(one, x, 8); l.record(one, e); l.await(two, e); l.record(two, f); l.eventDone(f) }, false},
		{"the stream itself waits", func(l *lab) {
			l.fill(two, y, 8)
			l.record(two, e)
			l.await(one, e)
			l.fill(one, x, 8)
			l.streamDone(two)
		}, true},
	} {
		check(t, c.name, c.do, c.runs)
	}
}

// The legacy default stream waits for blocking streams, and blocking streams wait for the legacy default stream.
func TestDefaultStreams(t *testing.T) {
	other := on{2, 0, event.GPULegacy}
	for _, c := range []struct {
		name string
		do   func(*lab)
		runs bool
	}{
		{"legacy behind blocking", func(l *lab) { l.fill(one, x, 8); l.fill(legacy, y, 8); l.streamDone(legacy) }, false},
		{"legacy behind non-blocking", func(l *lab) { l.fill(apart, x, 8); l.fill(legacy, y, 8); l.streamDone(legacy) }, true},
		{"legacy behind a thread's", func(l *lab) { l.fill(own, x, 8); l.fill(legacy, y, 8); l.streamDone(legacy) }, false},
		{"legacy of another device", func(l *lab) { l.fill(one, x, 8); l.fill(other, y, 8); l.streamDone(other) }, true},
		{"blocking behind legacy", func(l *lab) { l.fill(legacy, x, 8); l.fill(one, y, 8); l.streamDone(one) }, false},
		{"non-blocking behind legacy", func(l *lab) { l.fill(legacy, x, 8); l.fill(apart, y, 8); l.streamDone(apart) }, true},
		{"thread's behind legacy", func(l *lab) { l.fill(legacy, x, 8); l.fill(own, y, 8); l.streamDone(own) }, false},
		{"blocking beside a thread's", func(l *lab) { l.fill(own, x, 8); l.fill(one, y, 8); l.streamDone(one) }, true},
		{"threads", func(l *lab) { l.fill(own, x, 8); l.streamDone(on{1, -2, 0}) }, true},
		{"blocking behind blocking by legacy", func(l *lab) {
			l.fill(one, x, 8)
			l.fill(legacy, y, 8)
			l.fill(two, z, 8)
			l.streamDone(two)
		}, false},
		{"event on legacy", func(l *lab) { l.fill(one, x, 8); l.record(legacy, 7); l.eventDone(7) }, false},
		{"event on legacy, non-blocking", func(l *lab) { l.fill(apart, x, 8); l.record(legacy, 7); l.eventDone(7) }, true},
		{"named while another device is current", func(l *lab) { l.fill(one, x, 8); l.streamDone(on{2, one.handle, 0}) }, false},
		{"first named while another device is current", func(l *lab) { l.await(on{2, one.handle, 0}, 7); l.fill(one, x, 8); l.deviceDone(1) }, false},
		{"a thread's on another device", func(l *lab) { l.fill(own, x, 8); l.streamDone(on{2, own.handle, 0}) }, true},
		{"handle of a destroyed stream", func(l *lab) {
			l.fill(apart, y, 8)
			l.fill(on{1, apart.handle, 0}, x, 8) // a blocking stream
			l.streamDone(legacy)
		}, false},
	} {
		check(t, c.name, c.do, c.runs)
	}
}

// Work that is put on a stream during a capture does not run.
func TestCaptures(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*lab)
		runs bool
	}{
		{"captured", func(l *lab) { l.capture(one); l.fill(one, x, 8); l.captured(one) }, false},
		{"after the capture", func(l *lab) { l.capture(one); l.captured(one); l.fill(one, x, 8) }, true},
		{"before the capture", func(l *lab) { l.fill(one, x, 8); l.capture(one); l.captured(one) }, true},
		{"beside the capture", func(l *lab) { l.capture(one); l.fill(apart, x, 8) }, true},
		{"stream joins", func(l *lab) { l.capture(one); l.record(one, 7); l.await(two, 7); l.fill(two, x, 8) }, false},
		{"stream leaves", func(l *lab) {
			l.capture(one)
			l.record(one, 7)
			l.await(two, 7)
			l.captured(one)
			l.fill(two, x, 8)
		}, true},
		{"end of another capture", func(l *lab) { l.capture(one); l.capture(apart); l.captured(apart); l.fill(one, x, 8) }, false},
		{"captured event", func(l *lab) { l.fill(one, x, 8); l.capture(one); l.record(one, 7); l.captured(one); l.eventDone(7) }, true},
		{"captured host function", func(l *lab) { l.fill(one, x, 8); l.capture(one); l.hostFunction(one); l.graph(one); l.captured(one) }, true},
		{"graph", func(l *lab) { l.fill(one, x, 8); l.graph(one) }, false},
		{"graph behind legacy", func(l *lab) { l.fill(legacy, x, 8); l.graph(one) }, false},
		{"graph on another stream", func(l *lab) { l.fill(one, x, 8); l.graph(apart) }, true},
		{"after a graph", func(l *lab) { l.graph(one); l.fill(one, x, 8) }, true},
		{"wait for a captured stream", func(l *lab) { l.fill(one, x, 8); l.capture(one); l.streamDone(one) }, false},
		{"host function", func(l *lab) { l.fill(one, x, 8); l.hostFunction(one) }, false},
		{"host function on another stream", func(l *lab) { l.fill(one, x, 8); l.hostFunction(apart) }, true},
	} {
		check(t, c.name, c.do, c.runs)
	}
}

// Which copies and fills conflict with which buffers.
func TestClash(t *testing.T) {
	for _, c := range []struct {
		name     string
		do       func(*lab)
		buffer   Buffer
		pageable bool
		clashes  bool
	}{
		{"sent while it is written", func(l *lab) { l.fill(one, x, 64) }, Buffer{Lo: x, Hi: x + 8}, false, true},
		{"sent while it is read", func(l *lab) { l.copies(one, y, x, 64) }, Buffer{Lo: x, Hi: x + 8}, false, false},
		{"received while it is read", func(l *lab) { l.copies(one, y, x, 64) }, Buffer{Lo: x, Hi: x + 8, Writes: true}, false, true},
		{"sent while copied to", func(l *lab) { l.copies(one, x, y, 64) }, Buffer{Lo: x, Hi: x + 8}, false, true},
		{"before", func(l *lab) { l.fill(one, x+8, 64) }, Buffer{Lo: x, Hi: x + 8, Writes: true}, false, false},
		{"behind", func(l *lab) { l.fill(one, x, 64) }, Buffer{Lo: x + 64, Hi: x + 72, Writes: true}, false, false},
		{"overlaps in part", func(l *lab) { l.fill(one, x+7, 64) }, Buffer{Lo: x, Hi: x + 8}, false, true},
		{"pageable", func(l *lab) { l.does(event.GPUCopy, one, 0, pageable(x, event.GPUWrites)) }, Buffer{Lo: x, Hi: x + 8}, true, true},
		{"pageable, asked for other memory", func(l *lab) { l.does(event.GPUCopy, one, 0, pageable(x, event.GPUWrites)) }, Buffer{Lo: x, Hi: x + 8}, false, false},
		{"not pageable", func(l *lab) { l.fill(one, x, 8) }, Buffer{Lo: x, Hi: x + 8}, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t)
			c.do(l)
			u := l.Clash(c.buffer, c.pageable, func(*Use) bool { return true })
			assert.Equal(t, c.clashes, u != nil)
			assert.Nil(t, l.Clash(c.buffer, c.pageable, func(*Use) bool { return false }), "no byte is the same")
		})
	}
}

func pageable(at int64, does event.GPUUse) used {
	return used{at: at, width: 8, rows: 1, does: does | event.GPUPageable}
}

// The oldest work that conflicts is found, on whatever stream it is.
func TestOldest(t *testing.T) {
	l := newLab(t)
	l.fill(two, y, 8)
	l.fill(one, x+8, 8)
	l.fill(two, x, 8)
	l.fill(one, x, 8)
	u := l.touches(x)
	require.NotNil(t, u)
	assert.Equal(t, uint64(3), u.Work.Site.PC)
	assert.Equal(t, calls.GPUFill, u.Work.Site.Call)
	assert.Equal(t, "stream 1", u.Work.Name(), "the first stream that was used")
	assert.False(t, u.Work.ByDefault())
	l.streamDone(two)
	u = l.touches(x)
	require.NotNil(t, u)
	assert.Equal(t, uint64(4), u.Work.Site.PC)
	assert.Equal(t, "stream 2", u.Work.Name())
	l.streamDone(one)
	assert.Nil(t, l.touches(x))
	assert.False(t, l.Busy())
	assert.True(t, l.Used())
	l.fill(legacy, x, 8)
	u = l.touches(x)
	assert.Equal(t, "the default stream", u.Work.Name())
	assert.True(t, u.Work.ByDefault())
	l.streamDone(legacy)
	l.fill(own, x, 8)
	u = l.touches(x)
	assert.Equal(t, "the default stream of a thread", u.Work.Name())
	assert.True(t, u.Work.ByDefault())
}

// Rows are described as they are, and extend to the end of the last row.
func TestRows(t *testing.T) {
	l := newLab(t)
	u := l.does(event.GPUCopy, one, 0, used{at: x, width: 8, rows: 4, pitch: 64, does: event.GPUWrites, lo: x, hi: x + large})[0]
	require.NotNil(t, u)
	assert.Equal(t, []int64{x, x + 3*64 + 8, 8, 4, 64}, []int64{u.Lo, u.Hi, u.Width, u.Rows, u.Pitch})
	assert.True(t, u.Writes)
	assert.False(t, u.May)
}

// Memory of no bytes, with overlapping rows, or beyond all addresses is ignored.
func TestNonsense(t *testing.T) {
	for _, u := range []used{
		{at: x, width: 0, rows: 1}, {at: x, width: 8, rows: 0}, {at: 0, width: 8, rows: 1}, {at: -8, width: 8, rows: 1},
		{at: x, width: 8, rows: 2, pitch: 4}, {at: x, width: 8, rows: 2, pitch: -64}, {at: x, width: 1 << 60, rows: 1},
		{at: 1 << 60, width: 8, rows: 1}, {at: x, width: 8, rows: 1 << 40, pitch: 1 << 40},
	} {
		l := newLab(t)
		assert.Equal(t, []*Use{nil}, l.does(event.GPUFill, one, 0, u), u)
	}
	l := newLab(t)
	e := event.Event{Kind: event.GPUMemory, N: 8}
	assert.Nil(t, l.Take(&e, tracker.Site{}), "no work before it")
	e = event.Event{Kind: event.GPU, N: 4}
	assert.Nil(t, l.Take(&e, tracker.Site{}), "too short")
	l.does(99, one, 0)
	assert.False(t, l.Busy())
	e = event.Event{Kind: event.GPUMemory, N: 8}
	assert.Nil(t, l.Take(&e, tracker.Site{}), "the action is unknown")
}

// The lists are bounded. Forgotten work is not reported.
func TestBounds(t *testing.T) {
	t.Run("work", func(t *testing.T) {
		l := newLab(t)
		l.fill(one, x, 8)
		for range mostPending {
			l.fill(one, y, 8)
		}
		assert.Nil(t, l.touches(x))
		assert.NotNil(t, l.touches(y))
		l.streamDone(one)
		assert.False(t, l.Busy())
	})
	t.Run("streams", func(t *testing.T) {
		l := newLab(t)
		for i := range int64(mostStreams) {
			l.fill(on{1, 0x100000 + i, 0}, y, 8)
		}
		l.fill(on{1, 0x100000, 0}, x, 8)
		require.NotNil(t, l.touches(x))
		l.record(on{1, 0x100000, 0}, 7)
		l.await(one, 7) // a stream more than are followed
		l.streamDone(one)
		assert.Nil(t, l.touches(x))
	})
	t.Run("events", func(t *testing.T) {
		l := newLab(t)
		l.fill(one, x, 8)
		l.record(one, 7)
		for i := range int64(mostEvents) {
			l.record(two, 100+i)
		}
		l.eventDone(7)
		assert.Nil(t, l.touches(x))
	})
	t.Run("kernels", func(t *testing.T) {
		l := newLab(t)
		for i := range int64(mostKernels) {
			l.name(i, "_Z1fPd")
		}
		l.name(mostKernels, "_Z1gPd")
		assert.Equal(t, "f(double*)", l.kernel(one, 5, x)[0].Work.Kernel.Name)
		assert.Empty(t, l.kernel(one, mostKernels, x)[0].Work.Kernel.Name)
	})
	t.Run("blocks", func(t *testing.T) {
		l := newLab(t)
		for i := range int64(mostBlocks + 1) {
			at := int64(1+i) << 20
			l.does(event.GPUFill, one, 0, in(at, 8, event.GPUWrites))
		}
		assert.Len(t, l.blocks.list, mostBlocks)
	})
}
