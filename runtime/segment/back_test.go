package segment

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// backAll reads the events that a Back finds now.
func backAll(t *testing.T, b *Back) []event.Event {
	t.Helper()
	out := []event.Event{}
	for {
		var e event.Event
		more, err := b.Next(&e)
		require.NoError(t, err)
		if !more {
			return out
		}
		e.Blob = append([]byte(nil), e.Blob...)
		out = append(out, e)
	}
}

// TestBack reads events back while the writer goes on, from some event on.
func TestBack(t *testing.T) {
	path := tempFile(t, "a.seg")
	events := loop(0, 0, 20000)
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	put := func(from, to int) {
		for i := from; i < to; i++ {
			require.NoError(t, w.Append(&events[i]))
		}
	}
	put(0, 5000)
	require.NoError(t, w.Sync())
	b := w.Back()
	assert.Empty(t, backAll(t, b))
	put(5000, 5100)
	assert.Empty(t, backAll(t, b), "they are not in the file")
	require.NoError(t, w.Meta(MetaModules, []Module{{Start: 1, End: 2, Path: "/lib/a.so"}}))
	assert.EqualValues(t, 100, b.Left())
	got := backAll(t, b)
	put(5100, 20000)
	require.NoError(t, w.Sync())
	got = append(got, backAll(t, b)...)
	assert.Equal(t, events[5000:], got)
	assert.Zero(t, b.Left())
	require.NoError(t, w.Close())
}

// TestBackOfAChangedFile: bytes that the program has written to the file are not read as events.
func TestBackOfAChangedFile(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, path string, at int64){
		"overwritten": func(t *testing.T, path string, at int64) {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteAt([]byte("xxxx"), at+frameHeader+10)
			require.NoError(t, err)
			require.NoError(t, f.Close())
		},
		"cut off": func(t *testing.T, path string, at int64) { require.NoError(t, os.Truncate(path, at+10)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := tempFile(t, "a.seg")
			w, err := Create(path, testHeader())
			require.NoError(t, err)
			b, at := w.Back(), w.Size()
			events := loop(0, 0, 100)
			for i := range events {
				require.NoError(t, w.Append(&events[i]))
			}
			require.NoError(t, w.Sync())
			change(t, path, at)
			more, err := b.Next(&event.Event{})
			assert.False(t, more)
			require.ErrorContains(t, err, "read segment")
			require.NoError(t, w.Close())
		})
	}
}

// TestKeepOrder: Keep moves events of several rings to the segment in the order of Next, and Kept returns each of
// them.
func TestKeepOrder(t *testing.T) {
	const threads, each = 3, 600
	drain := func(keep bool) (out, seen []event.Event, kept int) {
		var m Merger
		for th := range threads {
			mem := newRingMemory(t, th, 4096)
			events := loop(uint16(th), 0, each)
			for i := range events {
				events[i].Time = uint64(i/40*threads*1000 + th*1000 + i%40) // forty at a time
				require.True(t, mem.put(&events[i]))
			}
			m.Add(mem.ring)
		}
		path := tempFile(t, "a.seg")
		w, err := Create(path, testHeader())
		require.NoError(t, err)
		m.Final()
		for e := m.Next(); e != nil; e = m.Next() {
			require.NoError(t, w.Append(e))
			seen = append(seen, clone(e))
			if keep {
				n, last, err := m.Keep(w)
				require.NoError(t, err)
				require.True(t, n == 0 || last > 0)
				kept += n
				before := len(seen)
				for e := m.Kept(); e != nil; e = m.Kept() {
					seen = append(seen, clone(e))
				}
				require.Len(t, seen, before+n)
			}
		}
		require.NoError(t, w.Sync())
		m.Release()
		for _, s := range m.srcs {
			require.Equal(t, s.ring.Head(), s.ring.Tail())
		}
		require.NoError(t, w.Close())
		r, err := Open(path)
		require.NoError(t, err)
		defer r.Close()
		return readAll(t, r), seen, kept
	}
	want, _, _ := drain(false)
	got, seen, kept := drain(true)
	assert.Len(t, want, threads*each)
	assert.Equal(t, want, got)
	assert.Equal(t, want, seen)
	assert.Greater(t, kept, threads*each/4)
}
