package segment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// smallSegment is a segment of 5 frames with 12 events each and its events.
func smallSegment(t testing.TB) ([]byte, []event.Event) {
	t.Helper()
	path := tempFile(t, "a.seg")
	events := loop(0, 0, 60)
	writeSegment(t, path, events, 12)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b, events
}

// recovered opens the bytes as a segment and returns its events, or the error
// of Open, which must be a FileError.
func recovered(t testing.TB, b []byte) ([]event.Event, []Damage, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "b.seg")
	require.NoError(t, os.WriteFile(path, b, 0o600))
	r, err := Open(path)
	if err != nil {
		var fe *FileError
		require.ErrorAs(t, err, &fe)
		require.Contains(t, err.Error(), path)
		return nil, nil, err
	}
	defer r.Close()
	return readAll(t, r), r.damages(), nil
}

// requireSubset checks that got is part of want, in order, whole and unchanged.
func requireSubset(t testing.TB, want, got []event.Event) {
	t.Helper()
	i := 0
	for k := range got {
		for i < len(want) && want[i].Seq != got[k].Seq {
			i++
		}
		require.Less(t, i, len(want), "event that was never written")
		require.Equal(t, want[i], got[k])
	}
}

func TestTruncatedAtEveryByte(t *testing.T) {
	b, events := smallSegment(t)
	for cut := range b {
		got, damage, err := recovered(t, b[:cut])
		if err != nil {
			continue
		}
		require.Equal(t, len(got)/12*12, len(got), "whole frames only")
		require.Equal(t, events[:len(got)], got)
		require.Len(t, damage, 1, "cut at %d", cut)
		require.True(t, damage[0].Torn)
		require.EqualValues(t, len(events)-len(got), damage[0].Records)
		require.LessOrEqual(t, damage[0].Offset, int64(cut))
	}
}

func TestEveryByteFlipped(t *testing.T) {
	b, events := smallSegment(t)
	start := fixedSize + int(le.Uint32(b[12:]))
	for i := range b {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			bad := bytes.Clone(b)
			bad[i] ^= flip
			got, damage, err := recovered(t, bad)
			if err != nil {
				require.Less(t, i, start, "only the header makes a segment unusable")
				continue
			}
			requireSubset(t, events, got)
			if i < start {
				require.Equal(t, events, got)
				continue
			}
			require.Len(t, damage, 1, "byte %d", i)
			require.EqualValues(t, len(events)-len(got), damage[0].Records, "byte %d: %v", i, damage)
			require.EqualValues(t, 48, len(got), "byte %d: a damaged frame loses only itself", i)
			require.LessOrEqual(t, damage[0].Offset, int64(i))
			require.False(t, damage[0].Torn && i < len(b)-frameHeader, "byte %d", i)
		}
	}
}

func TestHoles(t *testing.T) {
	b, events := smallSegment(t)
	var starts []int
	for i := 0; i < len(b); i++ {
		if bytes.HasPrefix(b[i:], []byte(FrameMagic)) {
			starts = append(starts, i)
		}
	}
	require.Len(t, starts, 5)
	t.Run("frame cut out", func(t *testing.T) {
		got, damage, err := recovered(t, append(bytes.Clone(b[:starts[1]]), b[starts[2]:]...))
		require.NoError(t, err)
		assert.Len(t, got, 48)
		require.Len(t, damage, 1)
		assert.EqualValues(t, 12, damage[0].Records)
		assert.EqualValues(t, starts[1], damage[0].Offset)
	})
	t.Run("zeros", func(t *testing.T) {
		bad := bytes.Clone(b)
		clear(bad[starts[1]:starts[3]])
		got, damage, err := recovered(t, bad)
		require.NoError(t, err)
		requireSubset(t, events, got)
		assert.Len(t, got, 36)
		require.Len(t, damage, 1)
		assert.EqualValues(t, 24, damage[0].Records)
	})
	t.Run("rubbish behind the end", func(t *testing.T) {
		got, damage, err := recovered(t, append(bytes.Clone(b), make([]byte, 200)...))
		require.NoError(t, err)
		assert.Equal(t, events, got)
		require.Len(t, damage, 1)
		assert.EqualValues(t, 0, damage[0].Records)
	})
}

func TestUnusableSegments(t *testing.T) {
	b, _ := smallSegment(t)
	newer := bytes.Clone(b)
	newer[8] = Version + 1
	for name, c := range map[string]struct {
		b       []byte
		problem Problem
		text    string
	}{
		"empty":         {nil, Empty, "byte 0: the file is empty"},
		"foreign":       {[]byte("\x7fELF and so on, long enough to be a header of a file"), Foreign, "byte 0: this is not a gomarmot segment"},
		"foreign short": {[]byte("hi"), Foreign, "not a gomarmot segment"},
		"newer":         {newer, Newer, fmt.Sprintf("byte 8: written in format version %d, this gomarmot reads up to %d; use a newer gomarmot", Version+1, Version)},
		"cut":           {b[:40], Broken, "byte 40: the file ends inside its header"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := recovered(t, c.b)
			var fe *FileError
			require.ErrorAs(t, err, &fe)
			assert.Equal(t, c.problem, fe.Problem)
			assert.Contains(t, err.Error(), c.text)
		})
	}
	for path, text := range map[string]string{
		tempFile(t, "none.seg"): "no such file",
		t.TempDir():             "this is a directory",
		"/dev/null/a.seg":       "is a file, not a directory",
	} {
		_, err := Open(path)
		var fe *FileError
		require.ErrorAs(t, err, &fe)
		assert.ErrorContains(t, err, text)
	}
}

// failing is a file on a disk that is full after some bytes.
type failing struct {
	file
	room int64
}

var errFull = errors.New("no space left on device")

func (f *failing) WriteAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) <= f.room {
		return f.file.WriteAt(b, off)
	}
	n, err := f.file.WriteAt(b[:max(0, f.room-off)], off)
	return n, errors.Join(err, errFull)
}

func TestFullDisk(t *testing.T) {
	path := tempFile(t, "a.seg")
	events := loop(0, 0, 100)
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	disk := &failing{w.f, w.Size() + 700}
	w.f = disk
	failures := 0
	for i := range events {
		err := w.Append(&events[i])
		if err == nil && i%10 == 9 {
			err = w.Sync()
		}
		if err != nil {
			require.ErrorIs(t, err, errFull)
			failures++
			disk.room = w.Size() // no room for a Lost event either
		}
	}
	assert.Equal(t, 1, failures, "the error is returned once")
	kept := w.Records()
	assert.Greater(t, kept, uint64(0))
	assert.EqualValues(t, 100, kept+w.Lost())
	require.NoError(t, w.Meta("more", 1))
	require.NoError(t, w.SetState(Finalized), "the state overwrites")
	require.NoError(t, w.Close())

	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	assert.Equal(t, events[:kept], readAll(t, r))
	assert.Empty(t, r.damages())
	assert.EqualValues(t, 100-kept, r.lost())
	assert.Equal(t, Finalized, r.State())

	s, err := OpenStream(path, nil)
	require.NoError(t, err)
	defer s.Close()
	all := readAll(t, s)
	require.Len(t, all, int(kept)+1, "the Lost event comes after the events kept")
	assert.Equal(t, event.Lost, all[kept].Kind)
	assert.EqualValues(t, 100-kept, all[kept].A[0])
	end := s.End()
	assert.EqualValues(t, 100-kept, end.Lost)
	assert.Equal(t, event.EndFinalized, end.Reason, "the state has the reason of the lost record")
	assert.False(t, end.Killed())
}

// TestFullDiskForAWhile: once the disk has room again, the file continues with a Lost event for each thread.
func TestFullDiskForAWhile(t *testing.T) {
	path := tempFile(t, "a.seg")
	a, b := loop(0, 0, 60), loop(1, 0, 60)
	var both []event.Event
	for i := range a {
		both = append(both, a[i], b[i])
	}
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	disk := &failing{w.f, 1 << 40}
	w.f = disk
	var want []event.Event
	metas := 0
	for i := range both {
		switch i {
		case 20, 80: // events 15 to 19 and 75 to 79 are in a frame not written yet
			disk.room = w.Size() + 50
			require.ErrorIs(t, w.Sync(), errFull)
			require.NoError(t, w.Meta(MetaTicks, i))
		case 40, 100:
			require.NotZero(t, w.Lost())
			disk.room = 1 << 40
			require.NoError(t, w.Sync())
			require.Zero(t, w.Lost())
		}
		require.NoError(t, w.Append(&both[i]))
		if i%20 == 14 {
			require.NoError(t, w.Sync())
		}
		switch {
		case i%60 < 15 || i%60 >= 40:
			want = append(want, both[i])
		case i%60 == 39:
			for thread := range uint16(2) {
				e := event.Event{Kind: event.Lost, N: 1, Thread: thread, Time: both[i].Time}
				e.A[0] = 12 + int64(thread)
				want = append(want, e)
			}
		}
	}
	require.NoError(t, w.SetState(Finalized))
	require.NoError(t, w.Close())

	s, err := OpenStream(path, nil)
	require.NoError(t, err)
	defer s.Close()
	s.OnMeta = func(string, json.RawMessage) { metas++ }
	assert.Equal(t, want, readAll(t, s))
	assert.Equal(t, 2, metas, "the metas are written late")
	assert.Empty(t, s.End().Damage)
	assert.EqualValues(t, 50, s.End().Lost)
}

func TestAppendAndNextAllocateNothing(t *testing.T) {
	path := tempFile(t, "a.seg")
	events := loop(0, 0, 7)[:6] // none with a blob
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	n := uint32(0)
	var failed error
	one := func() {
		for i := range events {
			events[i].Seq = n
			n++
			failed = errors.Join(failed, w.Append(&events[i]))
		}
	}
	for range 20000 {
		one()
	}
	assert.Zero(t, testing.AllocsPerRun(20000, one))
	require.NoError(t, failed)
	require.NoError(t, w.Close())

	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	var e event.Event
	read := func() { failed = r.Next(&e) }
	for range 100000 {
		read()
	}
	assert.Zero(t, testing.AllocsPerRun(100000, read))
	require.NoError(t, failed)
	for failed == nil {
		read()
	}
	assert.Equal(t, io.EOF, failed)
	assert.Equal(t, n-1, e.Seq)
}

// A file extended to a terabyte contains no more than before: holes are not read.
func TestHugeHole(t *testing.T) {
	path := tempFile(t, "a.seg")
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	events := loop(0, 0, 5)
	for i := range events {
		require.NoError(t, w.Append(&events[i]))
	}
	require.NoError(t, w.Close())
	require.NoError(t, os.Truncate(path, 1<<40))
	s, err := OpenStream(path, nil)
	require.NoError(t, err)
	defer s.Close()
	got, gaps := withoutGaps(readAll(t, s))
	assert.Len(t, got, len(events))
	assert.Equal(t, 1, gaps)
	assert.NotEmpty(t, s.End().Damage)
}
