package files_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// Two ranks access bytes in common, and do something in between: only sync, barrier and sync order the accesses.
func TestOrdered(t *testing.T) {
	steps := map[string]struct {
		do             func(s *scene, a, b *handle)
		races          bool
		waited, synced bool
	}{
		"nothing":             {func(*scene, *handle, *handle) {}, true, false, false},
		"both sync":           {func(_ *scene, a, b *handle) { a.sync(); b.sync() }, true, false, false},
		"barrier":             {func(s *scene, _, _ *handle) { s.barrier() }, true, true, false},
		"sync, barrier":       {func(s *scene, a, _ *handle) { a.sync(); s.barrier() }, true, true, true},
		"barrier, sync":       {func(s *scene, a, b *handle) { s.barrier(); a.sync(); b.sync() }, true, true, false},
		"sync, barrier, sync": {func(s *scene, a, b *handle) { a.sync(); s.barrier(); b.sync() }, false, false, false},
		"second twice":        {func(s *scene, a, b *handle) { a.sync(); s.barrier(); b.sync(); b.sync() }, false, false, false},
	}
	for name, c := range steps {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, 2)
			h := s.open(data, 0, 1)
			first := h[0].write(0, 8)
			c.do(s, h[0], h[1])
			second := h[1].read(4, 12)
			if !c.races {
				assert.Empty(t, s.races())
				return
			}
			f := s.only()
			assert.Equal(t, []uint64{first, second}, []uint64{f.First.Site.PC, f.Second.Site.PC})
			assert.Equal(t, []int64{4, 8}, []int64{f.Lo, f.Hi}, "bytes in common")
			assert.Equal(t, c.waited, f.Waited, "waited")
			assert.Equal(t, c.synced, f.Synced, "synced")
		})
	}
}

// Accesses that do not conflict never race, in whatever order.
func TestSilent(t *testing.T) {
	steps := map[string]func(s *scene, a, b *handle){
		"two reads":       func(_ *scene, a, b *handle) { a.read(0, 8); b.read(0, 8) },
		"other bytes":     func(_ *scene, a, b *handle) { a.write(0, 8); b.write(8, 16) },
		"no bytes":        func(_ *scene, a, b *handle) { a.write(4, 4); b.write(0, 8) },
		"atomic mode":     func(_ *scene, a, b *handle) { a.atomic, b.atomic = true, true; a.write(0, 8); b.write(0, 8) },
		"own handle":      func(_ *scene, a, _ *handle) { a.write(0, 8); a.read(0, 8) },
		"own, waited":     func(_ *scene, a, _ *handle) { _, wait := a.start(true, 0, 8); wait(); a.read(0, 8) },
		"unknown end":     func(_ *scene, a, b *handle) { a.start(true, 0, 8); a.sync(); b.read(0, 8) },
		"vague":           func(s *scene, a, b *handle) { a.write(0, 8); s.clocks.Blur(1, s.n[1]); b.write(0, 8) },
		"blind":           func(s *scene, a, b *handle) { a.write(0, 8); b.write(0, 8); s.clocks.Blind() },
		"a closed handle": func(_ *scene, a, b *handle) { a.write(0, 8); b.close(); b.write(0, 8) },
	}
	for name, do := range steps {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, 2)
			h := s.open(data, 0, 1)
			do(s, h[0], h[1])
			assert.Empty(t, s.races())
		})
	}
}

// Atomic mode of only one of two accesses does not order them.
func TestAtomicOnOneSide(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	h[0].atomic = true
	h[0].write(0, 8)
	h[1].write(0, 8)
	s.only()
}

// A rank conflicts with itself where its access is pending, and through another handle of the same file.
func TestSelf(t *testing.T) {
	s := newScene(t, 1)
	a, b := s.open(data, 0)[0], s.open(data, 0)[0]
	_, wait := a.start(true, 0, 8)
	a.read(0, 8)
	wait()
	a.sync()
	b.write(16, 24)
	a.read(16, 24)
	list := s.races()
	require.Len(t, list, 2)
	assert.False(t, list[0].Waited)
	assert.True(t, list[1].Waited)
	assert.Zero(t, s.asked, "no other rank need wait")
}

// Opens by single ranks meet in one file if name, device and inode are the same on the same host.
func TestWhichFile(t *testing.T) {
	for name, c := range map[string]struct {
		a, b  op.Open
		hosts [2]string
		races bool
	}{
		"same":          {data, data, [2]string{"x", "x"}, true},
		"other host":    {data, data, [2]string{"x", "y"}, false},
		"other inode":   {data, op.Open{Name: "data", Dev: 3, Ino: 4712}, [2]string{"x", "x"}, false},
		"other name":    {data, op.Open{Name: "link", Dev: 3, Ino: 4711}, [2]string{"x", "x"}, false},
		"unknown inode": {op.Open{Name: "data"}, op.Open{Name: "data"}, [2]string{"x", "x"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSceneOn(t, c.hosts[:])
			s.open(c.a, 0)[0].write(0, 8)
			s.open(c.b, 1)[0].write(0, 8)
			assert.Len(t, s.races(), map[bool]int{true: 1}[c.races])
		})
	}
}

// A file that a rank could not open is not accessed.
func TestFailedOpen(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	failed := &op.FileOpen{Head: s.begin(calls.FileOpen, h[1].on, 1), Failed: true}
	end(s, s.kinds.HasOpened, &failed.Head, failed)
	h[0].write(0, 8)
	h[1].write(0, 8)
	assert.Empty(t, s.races())
}

// The judge asks whether values in windows may have ordered the sequences of two accesses, in either order.
func TestSignals(t *testing.T) {
	for _, from := range []int32{0, 1} {
		s := newScene(t, 2)
		h := s.open(data, 0, 1)
		var over [2]int64
		h[0].write(0, 8)
		over[0] = h[0].sync()
		h[1].write(0, 8)
		over[1] = h[1].sync()
		s.maySignal = func(a, b *signal.Access) bool {
			assert.Equal(t, over[a.Site.Rank], a.Done, "a rank has told others when its sequence was over")
			assert.NotEqual(t, a.Site.Rank, b.At.Rank)
			return a.Site.Rank == from
		}
		assert.Empty(t, s.races())
	}
}

// If the ranks of two accesses have not waited for each other, the judge looks for a call that only seems to order
// them.
func TestBetween(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	s.between = fact.Between{After: tracker.Site{PC: 77}, Apart: true}
	h[0].write(0, 8)
	h[1].write(0, 8)
	assert.Equal(t, 1, s.asked)
	assert.Equal(t, s.between, s.only().Between)

	s = newScene(t, 2)
	h = s.open(data, 0, 1)
	h[0].write(0, 8)
	s.barrier()
	h[1].write(0, 8)
	assert.Zero(t, s.only().Between)
	assert.Zero(t, s.asked)
}

// A single finding for a pair of places is enough.
func TestOncePerPlaces(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	for range 10 {
		s.pc = 100
		h[0].write(0, 8)
		h[1].write(0, 8)
	}
	assert.Len(t, s.races(), 1)
}

// A change of the size is ordered with accesses through its own open. For accesses through other opens it counts as a
// write of the bytes between the old and the new size.
func TestResize(t *testing.T) {
	for name, c := range map[string]struct {
		call   calls.Kind
		size   int64
		lo, hi int64 // bytes that another open writes
		races  bool
	}{
		"bytes cut off":      {calls.FileSetSize, 8, 12, 16, true},
		"bytes that stay":    {calls.FileSetSize, 8, 0, 8, false},
		"bytes added":        {calls.FileSetSize, 64, 40, 48, true},
		"bytes preallocated": {calls.FilePreallocate, 64, 40, 48, true},
		"nothing to do":      {calls.FilePreallocate, 8, 4, 8, false},
		"unknown size":       {calls.FileSetSize, -1, 4, 8, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, 2)
			fl := &calls.Flavours[0]
			fresh := data
			fresh.Amode = fl.ModeCreate | fl.ModeExcl
			h := s.open(fresh, 0, 1)
			other := s.open(data, 1)[0]
			h[0].write(0, 32)
			h[0].sync()
			s.barrier()
			other.sync()
			resize(h, c.call, c.size)
			other.write(c.lo, c.hi)
			assert.Equal(t, c.races, len(s.races()) > 0)
		})
	}
}

// An ordered access begins where the shared file pointer is after the ordered accesses of all lower ranks.
func TestSharedPointer(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	seek(h, 100)
	at := h[0].read(104, 112) // overlaps the part of rank 1
	h[0].writeOrdered(4)
	part := h[1].writeOrdered(8)
	f := s.only()
	assert.Equal(t, []int64{104, 112}, []int64{f.Lo, f.Hi})
	assert.ElementsMatch(t, []uint64{at, part}, []uint64{f.First.Site.PC, f.Second.Site.PC})
}

// The position of an ordered access is known late. Later accesses of its rank do not count as earlier accesses.
func TestSharedPointerLate(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	other := s.open(data, 1)[0]
	seek(h, 100)
	h[0].writeOrdered(8)
	h[0].sync()
	s.barrier()
	other.sync()
	other.read(100, 108) // after write, sync, barrier and sync
	assert.Empty(t, s.races())
	h[1].writeOrdered(0)
	assert.Empty(t, s.races())
}

// The access that comes first is named first, even if its position is known last.
func TestSharedPointerFirst(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	other := s.open(data, 1)[0]
	seek(h, 100)
	write := h[0].writeOrdered(8)
	s.barrier()
	read := other.read(100, 108)
	h[1].writeOrdered(0)
	f := s.only()
	assert.Equal(t, []uint64{write, read}, []uint64{f.First.Site.PC, f.Second.Site.PC})
	assert.True(t, f.Waited)
}

// An ordered access conflicts with accesses through its own handle that are pending when it is made, not with accesses
// that are pending when its position is known.
func TestSharedPointerPending(t *testing.T) {
	s := newScene(t, 1)
	h := s.open(data, 0)
	seek(h, 100)
	_, wait := h[0].start(false, 100, 108)
	h[0].writeOrdered(8)
	wait()
	s.only()

	s = newScene(t, 2)
	h = s.open(data, 0, 1)
	seek(h, 100)
	h[0].writeOrdered(8)
	_, wait = h[0].start(false, 100, 108)
	h[1].writeOrdered(0)
	wait()
	assert.Empty(t, s.races(), "the write was over before the read began")
}

// If several ranks have moved the pointer, or if it has moved by an unknown number of bytes, the position of an ordered
// access is unknown.
func TestSharedPointerLost(t *testing.T) {
	for _, singles := range [][]op.SharedMove{{single(4, true), single(4, true)}, {single(-1, true)}, {single(4, false)}} {
		s := newScene(t, 2)
		h := s.open(data, 0, 1)
		seek(h, 100)
		h[0].read(104, 116)
		for i, move := range singles {
			h[1-i].move(calls.FileWriteShared, move)
		}
		h[0].writeOrdered(4)
		h[1].writeOrdered(8)
		for _, f := range s.races() {
			assert.Equal(t, calls.FileWriteShared, f.Second.Site.Call)
		}
	}
}

// If only one rank moves the pointer, its accesses follow each other.
func TestSharedPointerOfOne(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	seek(h, 100)
	h[0].read(112, 116)
	h[1].move(calls.FileWriteShared, single(8, true))
	write := h[1].move(calls.FileWriteShared, single(8, true))
	assert.Empty(t, s.races(), "the other rank may use the pointer yet")
	seek(h, 0)
	assert.Equal(t, write, s.only().Second.Site.PC)
}

// When all ranks have closed the file, no rank uses the pointer any longer.
func TestSharedPointerOfOneAtTheEnd(t *testing.T) {
	for range 2 {
		s := newScene(t, 2)
		h := s.open(data, 0, 1)
		h[0].read(8, 12)
		h[1].move(calls.FileWriteShared, single(8, true))
		write := h[1].move(calls.FileWriteShared, single(8, true))
		h[0].close()
		h[1].close()
		s.judge.Gone(h[0].on)
		assert.Equal(t, write, s.only().Second.Site.PC)
	}
}

// If more accesses move the pointer than are kept, its position is unknown.
func TestSharedPointerOften(t *testing.T) {
	for _, n := range []int{1 << 10, 1<<10 + 1} {
		s := newScene(t, 2)
		h := s.open(data, 0, 1)
		h[0].read(0, 8)
		for range n {
			h[1].move(calls.FileWriteShared, single(8, true))
		}
		seek(h, 0)
		assert.Equal(t, n == 1<<10, len(s.races()) == 1)
	}
}

func single(bytes int64, writes bool) op.SharedMove {
	return op.SharedMove{Step: op.SharedSingle, Unit: 1, FType: datatype.Bytes, Bytes: bytes, Writes: writes}
}

// A position that is lost stays lost until a collective call sets it.
func TestSharedPointerSetAgain(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	h[0].read(104, 112)
	h[0].move(calls.FileWriteShared, single(-1, true))
	h[0].writeOrdered(200)
	h[1].writeOrdered(200)
	assert.Empty(t, s.races())
	seek(h, 100)
	h[0].writeOrdered(4)
	part := h[1].writeOrdered(8)
	assert.Equal(t, part, s.only().Second.Site.PC)
}

// A file is forgotten with its last handle; its accesses are still compared with the accesses of a later open.
func TestGone(t *testing.T) {
	s := newScene(t, 2)
	a := s.open(data, 0)[0]
	a.write(0, 8)
	assert.Equal(t, 1, s.judge.Kept())
	a.close()
	s.judge.Gone(a.on)
	assert.Zero(t, s.judge.Kept())
	s.judge.Gone(a.on) // once more changes nothing
	b := s.open(data, 1)[0]
	read := b.read(0, 8)
	assert.Equal(t, read, s.only().Second.Site.PC)
}

// A rank that has opened a file together with others knows that they have reached the open.
func TestOpenOrders(t *testing.T) {
	for before := range 2 {
		s := newScene(t, 2)
		for range before {
			s.open(op.Open{Name: "another"}, 0)
		}
		a := s.open(data, 1)[0]
		a.write(0, 8)
		a.close()
		h := s.open(data, 0, 1)
		h[0].write(0, 8)
		assert.Empty(t, s.races())
	}
}

// Accesses that all ranks know to be past are forgotten without a fact.
func TestPrune(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	h[0].write(0, 8)
	s.judge.Prune(tracker.Site{})
	h[1].write(0, 8) // still there
	for _, x := range h {
		x.sync()
	}
	s.barrier()
	for _, x := range h {
		x.sync()
	}
	s.judge.Prune(tracker.Site{})
	h[1].read(0, 8)
	assert.Len(t, s.races(), 1)
	assert.Len(t, s.facts, 1)
}

// Accesses that nothing orders are forgotten in the end; a single fact says so.
func TestForgotten(t *testing.T) {
	s := newScene(t, 2)
	h := s.open(data, 0, 1)
	for i := range int64(race.MaxKept(2) * 5 / 2) {
		h[0].write(16*i, 16*i+8)
	}
	require.Empty(t, s.races())
	var told []*fact.Forgotten
	for _, f := range s.facts {
		told = append(told, f.(*fact.Forgotten))
	}
	require.Len(t, told, 1)
	assert.True(t, told[0].Files)
	assert.Equal(t, race.MaxKept(2), told[0].Kept)
}
