package segment

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// TestLiveDrain runs threads that record, and a drain that reads at the same time; the race detector checks that no
// slot is read and written at once.
func TestLiveDrain(t *testing.T) {
	const threads, each = 3, 4000
	var clock atomic.Uint64
	var writers sync.WaitGroup
	var m Merger
	for i := range threads {
		mem := newRingMemory(t, i, 128)
		m.Add(mem.ring)
		view := &ringMemory{mem.mem, &Ring{mem: mem.mem, mask: 127}} // the thread's own view
		writers.Go(func() {
			for _, e := range loop(uint16(i), 0, each) {
				e.Time = clock.Add(1)
				for !view.put(&e) {
					runtime.Gosched()
				}
				if e.Seq%100 == 0 {
					runtime.Gosched()
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()

	path := tempFile(t, "a.seg")
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	kept := 0
	for over := false; !over; {
		select {
		case <-done:
			over = true
			m.Final()
		default:
			m.Poll(clock.Load() + quietSlack + 1)
		}
		for e := m.Next(); e != nil; e = m.Next() {
			require.NoError(t, w.Append(e))
			n, _, err := m.Keep(w)
			require.NoError(t, err)
			for kept += n; m.Kept() != nil; n-- {
			}
			require.Zero(t, n)
		}
		require.NoError(t, w.Sync())
		m.Release()
	}
	require.NoError(t, w.Close())

	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	assert.Positive(t, kept)
	next := make([]uint32, threads)
	var e event.Event
	n := 0
	for ; r.Next(&e) == nil; n++ {
		require.Equal(t, next[e.Thread], e.Seq)
		want := loop(e.Thread, int(e.Seq), 1)[0]
		require.Equal(t, want.Words(), e.Words())
		require.Equal(t, len(want.Blob), len(e.Blob))
		next[e.Thread]++
	}
	assert.Equal(t, threads*each, n)
	assert.Empty(t, r.damages())
}

// TestRingReleasedWhileItIsCopied: in a live run, the drain releases slots between the moments at which openRing
// reads the header and copies the slots.
func TestRingReleasedWhileItIsCopied(t *testing.T) {
	m := newRingMemory(t, 0, 64)
	events := loop(0, 0, 6)
	for i := range events {
		require.True(t, m.put(&events[i]))
	}
	path := tempFile(t, "a.ring")
	m.save(t, path)
	for _, tail := range []uint64{0, 4, 12, 20} {
		r, err := openRing(path)
		require.NoError(t, err)
		m.ring.store(ringTail, tail)
		m.save(t, path)
		f, err := os.Open(path)
		require.NoError(t, err)
		require.NoError(t, r.trim(f))
		require.NoError(t, f.Close())
		m.ring.store(ringTail, 0)
		m.save(t, path)
		var e event.Event
		first := -1
		for r.next(&e) {
			if first < 0 {
				first = int(e.Seq)
			}
		}
		assert.Equal(t, map[uint64]int{0: 0, 4: 2, 12: -1, 20: -1}[tail], first)
		assert.Nil(t, r.Damage())
	}
}

// TestManyReaders keeps readers small: a job has a reader for each rank.
func TestManyReaders(t *testing.T) {
	const readers, budget = 200, 128 << 10
	path := tempFile(t, "a.seg")
	writeSegment(t, path, steady(0, 50000), 1<<30)
	var before, after runtime.MemStats
	open := make([]*Reader, readers)
	runtime.GC()
	runtime.ReadMemStats(&before)
	var e event.Event
	for i := range open {
		var err error
		open[i], err = Open(path)
		require.NoError(t, err)
		require.NoError(t, open[i].Next(&e))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := int(after.HeapAlloc-before.HeapAlloc) / readers
	t.Logf("%d bytes for each reader", each)
	assert.Less(t, each, budget)
	for _, r := range open {
		require.NoError(t, r.Close())
	}
}

// TestVersion1 reads a segment as the first release wrote it. The file is
// never regenerated: old logs stay readable.
func TestVersion1(t *testing.T) {
	r, err := Open(filepath.Join("testdata", "version1.seg"))
	require.NoError(t, err)
	defer r.Close()
	want := testHeader()
	want.Format = 1
	assert.Equal(t, want, *r.Header())
	assert.Equal(t, Finalized, r.State())
	assert.Equal(t, loop(0, 0, 60), readAll(t, r))
	assert.Empty(t, r.damages())
}

// TestVersion2 reads a segment from the time when each thread had a ring of its own.
func TestVersion2(t *testing.T) {
	r, err := Open(filepath.Join("testdata", "version2.seg"))
	require.NoError(t, err)
	defer r.Close()
	assert.Equal(t, 2, r.Header().Format)
	thread := func(index uint16) event.Event {
		return event.Event{Kind: event.Thread, N: 3, Thread: index, Time: 5, A: [event.MaxWords]int64{4711, int64(1 - index), 7}}
	}
	assert.Equal(t, slices.Concat([]event.Event{thread(0), thread(1)}, loop(0, 1, 40), loop(1, 1, 20)), readAll(t, r))
	assert.Empty(t, r.damages())
}

// TestGrows: a stream of a segment that its rank still writes returns each event once it has been written, and ends when
// the rank has ended.
func TestGrows(t *testing.T) {
	path := tempFile(t, "a.seg")
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	s, err := OpenStream(path, nil)
	require.NoError(t, err)
	s.Grows = true
	var e event.Event
	for _, x := range loop(0, 0, 3) {
		require.ErrorIs(t, s.Next(&e), ErrNotYet)
		require.NoError(t, w.Append(&x))
		require.ErrorIs(t, s.Next(&e), ErrNotYet, "it is not in the file")
		require.NoError(t, w.Sync())
		require.NoError(t, s.Next(&e))
		assert.Equal(t, x.Seq, e.Seq)
	}
	last := event.Event{Kind: event.End, N: 1, Seq: 3, Time: 4000, A: [event.MaxWords]int64{int64(event.EndFinalized)}}
	require.NoError(t, w.Append(&last))
	require.NoError(t, w.Close())
	s.Grows = false
	require.NoError(t, s.Next(&e))
	assert.Equal(t, last.Seq, e.Seq)
	require.ErrorIs(t, s.Next(&e), io.EOF)
	assert.Empty(t, s.End().Damage)
	require.NoError(t, s.Close())
}
