package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// What a kernel's name says about its parameters.
func TestKernelNames(t *testing.T) {
	for _, c := range []struct {
		mangled, name string
		plain         bool
		does          []does
	}{
		{"_Z4fillPdid", "fill(double*, int, double)", true, []does{writing, either, either}},
		{"_Z4copyPdPKd", "copy(double*, double const*)", true, []does{writing, reading}},
		{"_Z4copyPKdPd", "copy(double const*, double*)", true, []does{reading, writing}},
		{"_Z3addPdS_i", "add(double*, double*, int)", true, []does{either, either, either}},
		{"_Z3sumPdS_PKd", "sum(double*, double*, double const*)", true, []does{either, either, reading}},
		{"_Z4normPKdi", "norm(double const*, int)", true, []does{reading, either}},
		{"_ZN3amr4packILi3EEEvPdPKd", "void amr::pack<3>(double*, double const*)", true, []does{writing, reading}},
		{"_Z5scaleP6float4m", "scale(float4*, unsigned long)", true, []does{writing, either}},
		{"_Z3runPKPd", "run(double* const*)", false, []does{reading}},
		{"_Z4initPPdi", "init(double**, int)", false, []does{either, either}},
		{"_Z4pushPd8Particl", "_Z4pushPd8Particl", false, []does{either, either}},
		{"_Z4pushPd8Particle", "push(double*, Particle)", false, []does{either, either}},
		{"_Z4moveP8ParticlePKd", "move(Particle*, double const*)", false, []does{either, reading}},
		{"gather", "gather", false, []does{either, either}},
		{"", "", false, []does{either, either}},
	} {
		k := kernelOf(c.mangled)
		assert.Equal(t, c.name, k.Name)
		assert.Equal(t, c.plain, k.plain, c.name)
		for i, d := range c.does {
			assert.Equal(t, d, k.does(int64(i)), "%s, parameter %d", c.name, i)
		}
		assert.Equal(t, either, k.does(-1), "inside a parameter of %s", c.name)
		if len(k.parameters) > 0 {
			assert.NotEqual(t, reading, k.does(100), c.name)
		}
	}
}

// Which kernels conflict with which buffers.
func TestKernels(t *testing.T) {
	const fill, copies, adds, norm = 1, 2, 3, 4
	part := Buffer{Lo: x, Hi: x + 1024, All: true}
	receives := func(b Buffer) Buffer { b.Writes = true; return b }
	next := func(l *lab) { l.kernel(one, norm, x+1024); l.streamDone(one) }
	before := used{at: y - large, width: large, rows: 1, does: event.GPUMay, lo: y - large, hi: y}
	parameter := func(at, n int64) used {
		u := in(at, large, event.GPUMay)
		u.parameter = n
		return u
	}
	outside := func(at, parameter int64) used {
		u := in(at, large, event.GPUMay|event.GPUOutside)
		u.parameter = parameter
		return u
	}
	made := func(l *lab) { l.fill(legacy, x, large); l.deviceDone(1) }
	for _, c := range []struct {
		name    string
		do      func(*lab)
		buffer  Buffer
		clashes bool
	}{
		{"the only pointer", func(l *lab) { made(l); l.kernel(one, fill, x) }, whole(x, false), true},
		{"const pointer", func(l *lab) { made(l); l.kernel(one, copies, y, x) }, whole(x, false), false},
		{"const pointer, received into", func(l *lab) { made(l); l.kernel(one, copies, y, x) }, whole(x, true), true},
		{"beside a const pointer", func(l *lab) { made(l); l.kernel(one, copies, x, y) }, whole(x, false), true},
		{"two pointers", func(l *lab) { made(l); l.kernel(one, adds, x, y) }, whole(x, false), false},
		{"two pointers, received into", func(l *lab) { made(l); l.kernel(one, adds, x, y) }, whole(x, true), true},
		{"two pointers, nothing else made it", func(l *lab) { l.kernel(one, adds, x, y) }, whole(x, false), true},
		{"the only pointer, to const", func(l *lab) { made(l); l.kernel(one, norm, x) }, whole(x, false), false},
		{"the only pointer, to const, nothing else made it", func(l *lab) { l.kernel(one, norm, x) }, whole(x, false), false},
		{"no name", func(l *lab) { made(l); l.kernel(one, 99, x, y) }, whole(x, false), false},
		{"no name, nothing else made it", func(l *lab) { l.kernel(one, 99, x, y) }, whole(x, false), true},
		{"no name, the only pointer", func(l *lab) { made(l); l.kernel(one, 99, x) }, whole(x, false), false},
		{"no name, and a kernel of no name before", func(l *lab) { l.kernel(two, 99, y); l.kernel(one, 99, x) }, whole(x, false), false},
		{"a graph before", func(l *lab) { l.graph(two); l.kernel(one, adds, x, y) }, whole(x, false), false},
		{"records were lost before", func(l *lab) { l.kernel(one, norm, y); l.lost(); l.kernel(one, adds, x, y) }, whole(x, false), false},
		{"other ranks may store there", func(l *lab) { l.kernel(one, adds, x, y) }, Buffer{Lo: x, Hi: x + large, All: true, Shared: true}, false},
		{"the processor may store there", func(l *lab) { l.does(event.GPUKernel, one, adds, outside(x, 0), outside(y, 1)) }, whole(x, false), false},
		{"received before any work", func(l *lab) { l.MPI(whole(x, true)); l.kernel(one, adds, x, y) }, whole(x, false), false},
		{"other memory received before any work", func(l *lab) { l.MPI(whole(z, true)); l.kernel(one, adds, x, y) }, whole(x, false), true},
		{"part of it", func(l *lab) { made(l); l.kernel(one, fill, x) }, part, false},
		{"part of it, received into", func(l *lab) { made(l); l.kernel(one, fill, x) }, receives(part), false},
		{"part of it, nothing else made it", func(l *lab) { l.kernel(one, fill, x) }, part, true},
		{"with gaps", func(l *lab) { made(l); l.kernel(one, fill, x) }, Buffer{Lo: x, Hi: x + large}, false},
		{"all but the last bytes", func(l *lab) { made(l); l.kernel(one, fill, x) }, Buffer{Lo: x, Hi: x + large - 8, All: true}, false},
		{"all but the padding of a part", func(l *lab) { made(l); next(l); l.kernel(one, fill, x) }, Buffer{Lo: x, Hi: x + 600, All: true}, true},
		{"less than that", func(l *lab) { made(l); next(l); l.kernel(one, fill, x) }, Buffer{Lo: x, Hi: x + 512, All: true}, false},
		{"a cell of a small part", func(l *lab) { made(l); l.kernel(one, norm, x+512); l.streamDone(one); l.kernel(one, fill, x) },
			receives(Buffer{Lo: x, Hi: x + 8, All: true}), false},
		{"behind what may be the end", func(l *lab) { made(l); l.kernel(one, adds, x, x+2048) }, receives(Buffer{Lo: x + 2048, Hi: x + large, All: true}), false},
		{"the next allocation, behind what may be the end", func(l *lab) {
			l.fill(legacy, y, 8)
			l.deviceDone(1)
			l.does(event.GPUKernel, one, adds, before, parameter(y, 1))
		},
			whole(y, true), false},
		{"before what may be the end", func(l *lab) { made(l); l.kernel(one, adds, x, x+2048) }, receives(Buffer{Lo: x, Hi: x + 2048, All: true}), true},
		{"before the address", func(l *lab) { l.kernel(one, fill, x+1024) }, part, false},
		{"the next part", func(l *lab) { l.kernel(one, 99, x, x+1024); l.deviceDone(1); l.kernel(one, fill, x+1024) }, part, false},
		{"a part that another address ends", func(l *lab) { made(l); l.kernel(one, adds, x, x+1024); l.deviceDone(1); l.kernel(one, fill, x) }, part, true},
		{"behind that part", func(l *lab) { l.kernel(one, adds, x, x+1024); l.deviceDone(1); l.kernel(one, fill, x) },
			Buffer{Lo: x + 1024, Hi: x + 2048, All: true, Writes: true}, false},
		{"made by another kernel", func(l *lab) { l.kernel(two, adds, x, y); l.streamDone(two); l.kernel(one, adds, x, y) }, whole(x, false), false},
		{"made by a kernel that runs", func(l *lab) { l.kernel(two, adds, x, y); l.kernel(one, adds, x, y) }, whole(x, false), true},
		{"made by a kernel that only reads", func(l *lab) { l.kernel(two, copies, y, x); l.streamDone(two); l.kernel(one, adds, x, y) }, whole(x, false), true},
		{"received before", func(l *lab) {
			l.kernel(two, norm, x)
			l.streamDone(two)
			l.MPI(whole(x, true))
			l.kernel(one, adds, x, y)
		}, whole(x, false), false},
		{"sent before", func(l *lab) { l.MPI(whole(x, false)); l.kernel(one, adds, x, y) }, whole(x, false), false},
		{"other memory sent before", func(l *lab) { l.MPI(whole(z, false)); l.kernel(one, adds, x, y) }, whole(x, false), true},
		{"waited for", func(l *lab) { made(l); l.kernel(one, fill, x); l.streamDone(one) }, whole(x, true), false},
		{"freed, and allocated again", func(l *lab) { l.kernel(one, fill, x); l.free(one, x); l.fill(two, x, 8); l.streamDone(two) }, whole(x, true), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t)
			l.name(fill, "_Z4fillPdid")
			l.name(copies, "_Z4copyPdPKd")
			l.name(adds, "_Z3addPdS_i")
			l.name(norm, "_Z4normPKdi")
			c.do(l)
			assert.Equal(t, c.clashes, l.clash(c.buffer) != nil)
		})
	}
}

// A kernel finds no bytes in memory that is no longer allocated.
func TestKernelOfNoBlock(t *testing.T) {
	l := newLab(t)
	u := l.kernel(one, 99, x)[0]
	l.blocks.forget(x)
	assert.Nil(t, l.clash(whole(x, true)))
	assert.False(t, l.Disturbs(u, whole(x, true)))
}

// The lists of a block are bounded: forgotten uses are not reported.
func TestBlockBounds(t *testing.T) {
	l := newLab(t)
	for i := range int64(mostStarts + 10) {
		l.kernel(one, 99, x+8*i)
	}
	l.streamDone(one)
	b := l.blocks.at(x)
	require.NotNil(t, b)
	assert.Len(t, b.starts, mostStarts)
	assert.Equal(t, int64(x+8), b.end(x))
	assert.Equal(t, int64(x+large), b.end(x+8*(mostStarts+5)))
	for range mostTouched + 1 {
		l.MPI(whole(x, true))
	}
	assert.LessOrEqual(t, len(b.touched), mostTouched)
	l.does(3, one, 99, used{at: x + 64, width: 8, rows: 1, does: 2, lo: x + 64, hi: x + 128}) // allocated again
	assert.Nil(t, l.blocks.at(x))
	assert.NotNil(t, l.blocks.at(x+64))
}

// Work that is put on a stream disturbs a pending operation, unless the work may wait until the operation is complete.
func TestDisturbs(t *testing.T) {
	const copies, adds = 2, 3
	last := func(uses []*Use) *Use { return uses[len(uses)-1] }
	for _, c := range []struct {
		name     string
		do       func(*lab) *Use
		buffer   Buffer
		disturbs bool
	}{
		{"fill", func(l *lab) *Use { return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), true},
		{"fill behind a host function", func(l *lab) *Use { l.hostFunction(one); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), false},
		{"fill behind a graph", func(l *lab) *Use { l.graph(one); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), false},
		{"fill behind an unknown event", func(l *lab) *Use { l.await(one, 7); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), false},
		{"fill behind an event", func(l *lab) *Use { l.record(two, 7); l.await(one, 7); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), true},
		{"fill behind a stream that waits", func(l *lab) *Use {
			l.hostFunction(two)
			l.record(two, 7)
			l.await(one, 7)
			return last(l.does(2, one, 0, in(x, 8, 1)))
		}, whole(x, false), false},
		{"fill behind the default stream that waits", func(l *lab) *Use { l.hostFunction(legacy); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), false},
		{"non-blocking behind that", func(l *lab) *Use { l.hostFunction(legacy); return last(l.does(2, apart, 0, in(x, 8, 1))) }, whole(x, false), true},
		{"fill after the stream was idle", func(l *lab) *Use { l.hostFunction(one); l.streamDone(one); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), true},
		{"fill after a capture", func(l *lab) *Use {
			l.hostFunction(one)
			l.capture(one)
			l.streamDone(one)
			l.captured(one)
			return last(l.does(2, one, 0, in(x, 8, 1)))
		}, whole(x, false), false},
		{"fill after the device was idle", func(l *lab) *Use { l.hostFunction(one); l.deviceDone(1); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), true},
		{"fill after records are lost", func(l *lab) *Use { l.fill(one, y, 8); l.lost(); return last(l.does(2, one, 0, in(x, 8, 1))) }, whole(x, false), false},
		{"kernel that writes", func(l *lab) *Use { return l.kernel(one, copies, x, y)[0] }, whole(x, false), true},
		{"kernel that reads", func(l *lab) *Use { return l.kernel(one, copies, y, x)[1] }, whole(x, false), false},
		{"kernel that reads what is received", func(l *lab) *Use { return l.kernel(one, copies, y, x)[1] }, whole(x, true), true},
		{"kernel that may write", func(l *lab) *Use { return l.kernel(one, adds, x, y)[0] }, whole(x, false), false},
		{"kernel on more than is received", func(l *lab) *Use { return l.kernel(one, adds, x, y)[0] }, Buffer{Lo: x, Hi: x + 1024, All: true, Writes: true}, false},
		{"kernel on less than is received", func(l *lab) *Use { return l.kernel(one, adds, x+1024, y)[0] }, whole(x, true), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t)
			l.name(copies, "_Z4copyPdPKd")
			l.name(adds, "_Z3addPdS_i")
			u := c.do(l)
			require.NotNil(t, u)
			assert.Equal(t, c.disturbs, l.Disturbs(u, c.buffer))
		})
	}
}
