package segment

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

func TestRingWrapsAround(t *testing.T) {
	m := newRingMemory(t, 2, 64)
	r := m.ring
	events := loop(2, 0, 5000)
	var e event.Event
	read := 0
	take := func() {
		for r.refresh(); r.next(&e); read++ {
			want := events[read]
			require.Equal(t, want.Words(), e.Words())
			require.True(t, bytes.Equal(want.Blob, e.Blob))
			require.EqualValues(t, 2, e.Thread)
		}
		r.release(r.Pos())
	}
	for i := range events {
		for !m.put(&events[i]) {
			take()
		}
	}
	take()
	assert.Equal(t, len(events), read)
	assert.Nil(t, r.Damage())
	assert.Equal(t, r.Head(), r.Tail())
}

func TestBlobLargerThanItsRing(t *testing.T) {
	m := newRingMemory(t, 0, 512)
	big := event.Event{Kind: calls.GroupIncl, N: 1, Blob: bytes.Repeat([]byte("gomarmot"), 20000)}
	rest := event.Put(nil, &big)
	var e event.Event
	for len(rest) > 0 {
		n := int(rest[3]) * event.SlotSize
		if m.publish(rest[:n]) {
			rest = rest[n:]
			continue
		}
		m.ring.refresh()
		require.False(t, m.ring.next(&e))
		m.ring.release(m.ring.Pos())
	}
	m.ring.refresh()
	require.True(t, m.ring.next(&e))
	assert.Equal(t, big.Blob, e.Blob)
	assert.True(t, m.ring.cut, "the ring no longer has the whole record")
	m.ring.release(m.ring.Tail())
	assert.True(t, m.ring.cut)
	m.ring.release(m.ring.Pos())
	assert.False(t, m.ring.cut)
}

func TestOpenRingReadsUnreleasedRecords(t *testing.T) {
	m := newRingMemory(t, 1, 64)
	events := loop(1, 0, 90)
	var e event.Event
	for i := range events[:50] {
		require.True(t, m.put(&events[i]))
		m.ring.refresh()
		require.True(t, m.ring.next(&e))
		m.ring.release(m.ring.Pos())
	}
	for i := range events[50:65] {
		require.True(t, m.put(&events[50+i]))
	}
	m.ring.store(ringNowKind, uint64(calls.WinFence)|65<<32)
	m.ring.store(ringNowPC, 0x4242)
	m.ring.store(ringLost, 7)
	path := tempFile(t, "rank-00003.t001.ring")
	m.save(t, path)

	r, err := openRing(path)
	require.NoError(t, err)
	for i := 50; r.next(&e); i++ {
		require.Equal(t, events[i].Seq, e.Seq)
		require.True(t, bytes.Equal(events[i].Blob, e.Blob))
	}
	assert.EqualValues(t, 64, e.Seq)
	assert.Nil(t, r.Damage())
	assert.Equal(t, Now{Thread: 1, Kind: calls.WinFence, Seq: 65, PC: 0x4242}, r.Now())
	assert.EqualValues(t, 7, r.Lost())
	assert.Equal(t, 3, r.Rank())
}

func TestRingDamage(t *testing.T) {
	m := newRingMemory(t, 0, 64)
	events := loop(0, 0, 5)
	for i := range events {
		require.True(t, m.put(&events[i]))
	}
	m.mem[RingHeaderSize+2*2*event.SlotSize+3] = 0 // third record: no slots
	path := tempFile(t, "a.ring")
	m.save(t, path)
	r, err := openRing(path)
	require.NoError(t, err)
	var e event.Event
	n := 0
	for r.next(&e) {
		n++
	}
	assert.Equal(t, 2, n)
	require.NotNil(t, r.Damage())
	assert.EqualValues(t, RingHeaderSize+4*event.SlotSize, r.Damage().Offset)
}

func TestUnusableRings(t *testing.T) {
	good := newRingMemory(t, 0, 16).mem
	change := func(off int, v uint32) []byte {
		b := bytes.Clone(good)
		le.PutUint32(b[off:], v)
		return b
	}
	for name, c := range map[string]struct {
		b       []byte
		problem Problem
	}{
		"empty":        {nil, Empty},
		"short header": {good[:100], Broken},
		"short":        {good[:len(good)-1], Broken},
		"foreign":      {change(0, 1), Foreign},
		"newer":        {change(ringVersion, RingVersion+1), Newer},
		"no slots":     {change(ringSlots, 0), Broken},
		"odd slots":    {change(ringSlots, 12), Broken},
		"many slots":   {change(ringSlots, 1<<31), Broken},
		"thread":       {change(ringThread, 1<<20), Broken},
	} {
		t.Run(name, func(t *testing.T) {
			path := tempFile(t, "a.ring")
			require.NoError(t, os.WriteFile(path, c.b, 0o600))
			_, err := openRing(path)
			var fe *FileError
			require.ErrorAs(t, err, &fe)
			assert.Equal(t, c.problem, fe.Problem)
			assert.Contains(t, err.Error(), path)
		})
	}
}

func TestStreamAddsRecordsOfRings(t *testing.T) {
	dir := t.TempDir()
	a, b := loop(0, 0, 30), loop(1, 0, 30)
	var both []event.Event
	for i := range a {
		both = append(both, a[i], b[i])
	}
	seg := filepath.Join(dir, "rank-00003.seg")
	w, err := Create(seg, testHeader())
	require.NoError(t, err)
	for i := range both[:40] {
		require.NoError(t, w.Append(&both[i]))
	}
	require.NoError(t, w.Sync()) // and then killed: no state, no Close

	var rings []string
	for i, events := range [][]event.Event{a, b} {
		m := newRingMemory(t, i, 256)
		for k := range events[10:] { // 10 of them are in the segment, too
			require.True(t, m.put(&events[10+k]))
		}
		path := filepath.Join(dir, []string{"rank-00003.t000.ring", "rank-00003.t001.ring"}[i])
		m.ring.store(ringNowKind, uint64(calls.WinWait))
		m.save(t, path)
		rings = append(rings, path)
	}
	s, err := OpenStream(seg, append(rings, filepath.Join(dir, "gone.ring")))
	require.NoError(t, err)
	defer s.Close()
	assert.Equal(t, both, readAll(t, s))
	end := s.End()
	assert.True(t, end.Killed())
	assert.Len(t, end.Now, 2)
	assert.Equal(t, calls.WinWait, end.Now[1].Kind)
	assert.EqualValues(t, 60, end.Records)
	assert.Empty(t, end.Damage)
}

// TestStreamWithUnusedRing: a process killed while a thread creates its ring leaves a ring without a header. No
// event is missing, unless the segment has events of that thread.
func TestStreamWithUnusedRing(t *testing.T) {
	dir := t.TempDir()
	events := append(loop(0, 0, 3), loop(1, 4, 3)...)
	events[3].Seq, events[4].Seq, events[5].Seq = 0, 1, 2
	seg, first := filepath.Join(dir, "a.seg"), filepath.Join(dir, "rank-00003.t000.ring")
	w, err := Create(seg, testHeader())
	require.NoError(t, err)
	m := newRingMemory(t, 0, 64)
	for i := range events {
		require.NoError(t, w.Append(&events[i]))
		require.True(t, i > 2 || m.put(&events[i]))
	}
	require.NoError(t, w.Close())
	m.save(t, first)
	for name, text := range map[string][]byte{"nothing": nil, "only room": make([]byte, RingHeaderSize+64*event.SlotSize)} {
		for thread, damage := range map[string]int{"t001": 1, "t002": 0, "x": 1} {
			path := filepath.Join(dir, "rank-00003."+thread+".ring")
			require.NoError(t, os.WriteFile(path, text, 0o600))
			s, err := OpenStream(seg, []string{first, path})
			require.NoError(t, err)
			got, gaps := withoutGaps(readAll(t, s))
			assert.Equal(t, events, got)
			assert.Equal(t, damage, gaps)
			assert.Len(t, s.End().Damage, damage, "%s in %s", name, thread)
			require.NoError(t, s.Close())
		}
	}
}

// TestStreamWithoutSegment: a process that was killed before it had a segment has
// lost nothing if its rings start at its first record.
func TestStreamWithoutSegment(t *testing.T) {
	events := loop(0, 0, 6)
	for name, c := range map[string]struct {
		file    string
		thread  int
		release int // events that a drain has taken
		gaps    int
	}{
		"from the start":        {"rank-00003.t000.ring", 0, 0, 0},
		"after the start":       {"rank-00003.t000.ring", 0, 2, 1},
		"everything taken":      {"rank-00003.t000.ring", 0, 6, 1},
		"without the first one": {"rank-00003.t001.ring", 1, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			m := newRingMemory(t, c.thread, 64)
			for i := range events {
				require.True(t, m.put(&events[i]))
			}
			m.ring.refresh()
			for range c.release {
				require.True(t, m.ring.next(&event.Event{}))
			}
			m.ring.release(m.ring.Pos())
			path := filepath.Join(t.TempDir(), c.file)
			m.save(t, path)
			s, err := OpenStream("", []string{path})
			require.NoError(t, err)
			defer s.Close()
			assert.Equal(t, c.gaps == 0, s.FromStart())
			got, gaps := withoutGaps(readAll(t, s))
			assert.Len(t, got, len(events)-c.release)
			assert.Equal(t, c.gaps, gaps)
		})
	}
}

// TestStreamWithEventsOfTheDrain: Lost events of the drain at the end of the segment do not hide events that are in
// the ring only.
func TestStreamWithEventsOfTheDrain(t *testing.T) {
	dir := t.TempDir()
	events := loop(0, 0, 12)
	seg := filepath.Join(dir, "a.seg")
	w, err := Create(seg, testHeader())
	require.NoError(t, err)
	for i := range events[:10] {
		require.NoError(t, w.Append(&events[i]))
	}
	require.NoError(t, w.Append(&event.Event{Kind: event.Lost, N: 1, A: [event.MaxWords]int64{3}}))
	require.NoError(t, w.Append(&event.Event{Kind: event.Lost, N: 1}))
	require.NoError(t, w.Close())
	m := newRingMemory(t, 0, 64)
	for i := range events[8:] {
		require.True(t, m.put(&events[8+i]))
	}
	m.ring.store(ringLost, 5)
	m.save(t, filepath.Join(dir, "a.ring"))

	s, err := OpenStream(seg, []string{filepath.Join(dir, "a.ring")})
	require.NoError(t, err)
	defer s.Close()
	var seqs []uint32
	for _, e := range readAll(t, s) {
		if e.Kind < event.Pad {
			seqs = append(seqs, e.Seq)
		}
	}
	assert.Equal(t, []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, seqs)
	assert.EqualValues(t, 5, s.End().Lost)
}

func TestMergerWaitsForBusyThreads(t *testing.T) {
	a, b := newRingMemory(t, 0, 64), newRingMemory(t, 1, 64)
	var m Merger
	m.Add(a.ring)
	m.Add(b.ring)
	at := func(seq uint32, time uint64) *event.Event {
		return &event.Event{Kind: calls.WinFence, Seq: seq, Time: time}
	}
	next := func() uint64 {
		if e := m.Next(); e != nil {
			return e.Time
		}
		return 0
	}
	const s = quietSlack
	require.True(t, a.put(at(0, 10*s)))
	m.Poll(5 * s)
	assert.Zero(t, next(), "the other thread may still publish an older event")
	m.Poll(12 * s)
	assert.EqualValues(t, 10*s, next())
	assert.Zero(t, next())

	b.ring.store(ringReserve, b.ring.Head()+1) // is writing something
	require.True(t, a.put(at(1, 20*s)))
	m.Poll(40 * s)
	assert.Zero(t, next())
	require.True(t, b.put(at(0, 15*s)))
	m.Poll(40 * s)
	assert.EqualValues(t, 15*s, next())
	m.Release()
	assert.EqualValues(t, 1, a.ring.Tail(), "the second event has not been given")
	assert.EqualValues(t, 1, b.ring.Tail())
	assert.EqualValues(t, 20*s, next())
	m.Final()
	assert.Zero(t, next())
	m.Release()
	assert.Equal(t, a.ring.Head(), a.ring.Tail())
	m.Remove(map[*Ring]bool{a.ring: true})
	assert.Equal(t, 1, len(m.srcs))
}

// A thread may start between the drain's look for new rings and its look for
// events, make a call and be joined before another thread's next call.
func TestMergerWaitsForNewThreads(t *testing.T) {
	a, b := newRingMemory(t, 0, 64), newRingMemory(t, 1, 64)
	var m Merger
	m.Add(a.ring)
	at := func(time uint64) *event.Event { return &event.Event{Kind: calls.WinFence, Time: time} }
	const s = quietSlack
	require.True(t, b.put(at(12*s)))
	require.True(t, a.put(at(13*s)))
	m.Poll(10 * s)
	assert.Nil(t, m.Next(), "the new thread's event is older")
	m.Add(b.ring)
	m.Poll(20 * s)
	for _, want := range []uint64{12 * s, 13 * s} {
		e := m.Next()
		require.NotNil(t, e)
		assert.EqualValues(t, want, e.Time)
	}
	assert.Nil(t, m.Next())
}

// TestStreamWithTornFrame: a process killed while it wrote a frame has not yet released the frame's events in the
// ring. The incomplete frame counts as damage unless the ring has all of these events.
func TestStreamWithTornFrame(t *testing.T) {
	const before, all = 48, 60 // events in whole frames; events including the torn frame
	events := loop(0, 0, all)
	path := tempFile(t, "whole.seg")
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	defer w.Close()
	var ends []int64
	for _, part := range [][]event.Event{events[:before], events[before:]} {
		for i := range part {
			require.NoError(t, w.Append(&part[i]))
		}
		require.NoError(t, w.Sync())
		info, err := os.Stat(path)
		require.NoError(t, err)
		ends = append(ends, info.Size())
	}
	whole, err := os.ReadFile(path)
	require.NoError(t, err)

	for name, c := range map[string]struct {
		end     int64 // of the segment
		ring    []event.Event
		spoil   bool // the ring's last record
		given   int
		gaps    int     // Lost events returned
		records []int64 // of each Damage
	}{
		"all in the ring":         {end: ends[1] - 1, ring: events[before:], given: all},
		"and some before":         {end: ends[1] - 1, ring: events[before-8:], given: all},
		"and some after":          {end: ends[1] - 1, ring: loop(0, before, 15), given: all + 3},
		"no ring":                 {end: ends[1] - 1, given: before, gaps: 1, records: []int64{12}},
		"the first is missing":    {end: ends[1] - 1, ring: loop(0, before+1, 15), given: all + 3, gaps: 2, records: []int64{12}},
		"the last are missing":    {end: ends[1] - 1, ring: events[before : all-1], given: all - 1, gaps: 1, records: []int64{12}},
		"the ring is damaged too": {end: ends[1] - 1, ring: loop(0, before, 15), spoil: true, given: all + 2, gaps: 1, records: []int64{unknown, 12}},
		"no whole header":         {end: ends[0] + 3, ring: events[before:], given: all},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			seg, ring := filepath.Join(dir, "a.seg"), filepath.Join(dir, "a.t0.ring")
			require.NoError(t, os.WriteFile(seg, whole[:c.end], 0o600))
			if c.ring != nil {
				m := newRingMemory(t, 0, 256)
				last := m.ring.Head()
				for i := range c.ring {
					last = m.ring.Head()
					require.True(t, m.put(&c.ring[i]))
				}
				if c.spoil {
					m.mem[RingHeaderSize+last*event.SlotSize+3] = 0 // no slots
				}
				m.save(t, ring)
			}
			s, err := OpenStream(seg, []string{ring})
			require.NoError(t, err)
			defer s.Close()
			got, gaps := withoutGaps(readAll(t, s))
			assert.Len(t, got, c.given)
			assert.Equal(t, c.gaps, gaps)
			var records []int64
			for _, d := range s.End().Damage {
				records = append(records, d.Records)
			}
			assert.ElementsMatch(t, c.records, records)
		})
	}
}

// A ring of a killed process that two threads used in turn: every part of it may
// already be in the segment, released or not.
func TestStreamReusedRing(t *testing.T) {
	start := func(seq uint32, number int64) event.Event {
		return event.Event{Kind: event.Thread, N: 4, Seq: seq, Time: uint64(seq) * 1000, A: [event.MaxWords]int64{7, 0, 0, number}}
	}
	events := slices.Concat([]event.Event{start(0, 1)}, loop(0, 1, 5), []event.Event{start(6, 2)}, loop(0, 7, 5))
	for written := range len(events) + 1 {
		for _, released := range []int{0, written / 2, written} {
			m := newRingMemory(t, 0, 64)
			var tail uint64
			for i := range events {
				if i == released {
					tail = m.ring.Head()
				}
				require.True(t, m.put(&events[i]))
			}
			if released == len(events) {
				tail = m.ring.Head()
			}
			m.ring.store(ringTail, tail)
			seg, ring := tempFile(t, "a.seg"), tempFile(t, "a.t070000.ring")
			m.save(t, ring)
			w, err := Create(seg, testHeader())
			require.NoError(t, err)
			for i := range events[:written] {
				require.NoError(t, w.Append(&events[i]))
			}
			require.NoError(t, w.Sync())
			require.NoError(t, w.Close())
			s, err := OpenStream(seg, []string{ring})
			require.NoError(t, err)
			got := readAll(t, s)
			require.Len(t, got, len(events), "%d written, %d released", written, released)
			for i := range got {
				assert.Equal(t, events[i].Seq, got[i].Seq)
				assert.Equal(t, events[i].Kind, got[i].Kind)
			}
			assert.Empty(t, s.End().Damage)
			require.NoError(t, s.Close())
		}
	}
}
