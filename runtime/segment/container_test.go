package segment

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

func headerOf(rank int) Header {
	h := testHeader()
	h.Rank = rank
	return h
}

// writeContainer lets three ranks write in turn, and returns what each has written.
func writeContainer(t *testing.T, path string) [3][]event.Event {
	t.Helper()
	var ws [3]*Writer
	var all [3][]event.Event
	for rank := range ws {
		w, err := Join(path, headerOf(rank))
		require.NoError(t, err)
		ws[rank] = w
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		rank := rng.IntN(3)
		for _, e := range loop(0, len(all[rank]), 1+rng.IntN(20)) {
			require.NoError(t, ws[rank].Append(&e))
			all[rank] = append(all[rank], e)
		}
		require.NoError(t, ws[rank].Sync())
	}
	for _, w := range ws {
		require.NoError(t, w.SetState(Finalized))
		require.NoError(t, w.Close())
	}
	return all
}

// readRank reads what a container has of a rank, as a report would.
func readRank(t *testing.T, c *Container, rank int) ([]event.Event, End) {
	t.Helper()
	s, err := OpenStreamIn(c, rank, nil, true)
	require.NoError(t, err)
	defer s.Close()
	return readAll(t, s), s.End()
}

func TestContainer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node-a.log")
	all := writeContainer(t, path)
	c, err := OpenContainer(path)
	require.NoError(t, err)
	require.Len(t, c.Ranks(), 3)
	for rank, want := range all {
		got, end := readRank(t, c, rank)
		assert.Equal(t, want, got, rank)
		assert.Empty(t, end.Damage)
		assert.Equal(t, Finalized, end.State)
	}
}

// TestContainerGrows reads a container to its end, and again when there is more.
func TestContainerGrows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node-a.log")
	a, err := Join(path, headerOf(0))
	require.NoError(t, err)
	b, err := Join(path, headerOf(1))
	require.NoError(t, err)
	c, err := OpenContainer(path)
	require.NoError(t, err)
	r, err := OpenIn(c, 0)
	require.NoError(t, err)
	defer r.Close()
	back := a.Back()
	events := loop(0, 0, 50)
	for i := range events {
		for _, w := range []*Writer{a, b} {
			require.NoError(t, w.Append(&events[i]))
			require.NoError(t, w.Sync())
		}
		got := readAll(t, r)
		require.Len(t, got, 1)
		require.Equal(t, events[i], got[0])
	}
	for i := range events { // what the writer reads back skips the frames of the other
		var e event.Event
		more, err := back.Next(&e)
		require.NoError(t, err)
		require.True(t, more)
		require.Equal(t, events[i].Seq, e.Seq)
		require.Equal(t, events[i].A, e.A)
	}
	back.Close()
	require.NoError(t, a.Close())
	require.NoError(t, b.Close())
}

// TestContainerDamage changes bytes: a damaged frame loses only itself, it is counted,
// and its place is named.
func TestContainerDamage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "node-a.log")
	all := writeContainer(t, path)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	bad := filepath.Join(dir, "node-b.log")
	for at := 0; at < len(whole); at += 37 {
		b := append([]byte(nil), whole...)
		b[at] ^= 0x55
		require.NoError(t, os.WriteFile(bad, b, 0o600))
		c, err := OpenContainer(bad)
		require.NoError(t, err)
		hurt := 0
		for rank, want := range all {
			s, err := OpenStreamIn(c, rank, nil, true)
			if err != nil { // its description
				require.ErrorContains(t, err, "nothing of this rank can be read", at)
				hurt++
				continue
			}
			got, gaps := withoutGaps(readAll(t, s))
			end := s.End()
			require.NoError(t, s.Close())
			lost := len(want) - len(got)
			require.LessOrEqual(t, lost, 20, "byte %d: more than a frame of rank %d", at, rank)
			if lost > 0 {
				hurt++
				require.Positive(t, gaps, at)
				require.NotEmpty(t, end.Damage, at)
				require.Equal(t, bad, end.Damage[0].Path)
				require.LessOrEqual(t, end.Damage[0].Offset, int64(len(whole)))
			} else if len(end.Damage) == 0 {
				require.Equal(t, want, got, at)
			}
		}
		require.LessOrEqual(t, hurt, 1, "byte %d", at)
	}
}

// TestContainerCut: the end of the file is missing.
func TestContainerCut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "node-a.log")
	all := writeContainer(t, path)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for n := len(whole) - 1; n > len(whole)/2; n -= 211 {
		require.NoError(t, os.Truncate(path, int64(n)))
		c, err := OpenContainer(path)
		require.NoError(t, err)
		for rank, want := range all {
			events, end := readRank(t, c, rank)
			got, _ := withoutGaps(events)
			require.Equal(t, want[:len(got)], got)
			if len(got) < len(want) {
				require.NotEmpty(t, end.Damage, "rank %d, %d bytes", rank, n)
				var missing int64
				for _, d := range end.Damage {
					missing += d.Records
				}
				require.EqualValues(t, len(want)-len(got), missing)
			}
		}
	}
}

// TestContainerTornFrame: a rank is killed while it writes a frame, and others go on
// behind what is left of it. Its records are in its ring.
func TestContainerTornFrame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "node-a.log")
	events := loop(0, 0, 400)
	a, err := Join(path, headerOf(3))
	require.NoError(t, err)
	for i := range events[:200] {
		require.NoError(t, a.Append(&events[i]))
	}
	require.NoError(t, a.Sync())
	before, err := os.Stat(path)
	require.NoError(t, err)
	m := newRingMemory(t, 0, 4096)
	for i := range events {
		require.True(t, m.put(&events[i]))
		if i < 200 {
			m.ring.Release(m.ring.Head())
		} else {
			require.NoError(t, a.Append(&events[i]))
		}
	}
	require.NoError(t, a.Sync())
	after, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(path, (before.Size()+after.Size())/2))

	b, err := Join(path, headerOf(1))
	require.NoError(t, err)
	for i := range events {
		require.NoError(t, b.Append(&events[i]))
	}
	require.NoError(t, b.SetState(Finalized))
	require.NoError(t, b.Close())
	ring := filepath.Join(t.TempDir(), "rank-00003.t000.ring")
	require.NoError(t, os.WriteFile(ring, m.mem, 0o600))
	bytes, err := ReadRingFile(ring)
	require.NoError(t, err)
	require.NoError(t, AddRing(path, 3, 0, bytes))

	c, err := OpenContainer(path)
	require.NoError(t, err)
	for _, rank := range []int{1, 3} {
		got, end := readRank(t, c, rank)
		assert.Equal(t, events, got, "rank %d", rank)
		assert.Empty(t, end.Damage, "rank %d", rank)
	}
}

// TestSalvagedRing: what was cut out of a ring before it was saved is not needed.
func TestSalvagedRing(t *testing.T) {
	for _, released := range []int{0, 10, 100, 300} {
		t.Run(fmt.Sprint(released), func(t *testing.T) {
			dir := t.TempDir()
			m := newRingMemory(t, 0, 256)
			events := loop(0, 0, 320)
			a, err := Join(filepath.Join(dir, "node-a.log"), headerOf(3))
			require.NoError(t, err)
			kept := 0
			for i := range events {
				for !m.put(&events[i]) {
					m.ring.Release(m.ring.Head())
					for ; kept < i; kept++ {
						require.NoError(t, a.Append(&events[kept]))
					}
				}
				if i == released {
					m.ring.Release(m.ring.Head())
					for ; kept <= i; kept++ {
						require.NoError(t, a.Append(&events[kept]))
					}
				}
			}
			require.NoError(t, a.Sync())
			path := filepath.Join(dir, "rank-00003.t000.ring")
			require.NoError(t, os.WriteFile(path, m.mem, 0o600))
			want, err := openRing(path)
			require.NoError(t, err)
			b, err := ReadRingFile(path)
			require.NoError(t, err)
			require.NoError(t, AddRing(filepath.Join(dir, "node-a.log"), 3, 0, b))
			c, err := OpenContainer(filepath.Join(dir, "node-a.log"))
			require.NoError(t, err)
			s, err := OpenStreamIn(c, 3, nil, true)
			require.NoError(t, err)
			assert.Equal(t, events, readAll(t, s))
			assert.Empty(t, s.End().Damage)
			next, known := s.rings[0].lastPublished()
			wantNext, wantKnown := want.lastPublished()
			assert.Equal(t, wantNext, next)
			assert.Equal(t, wantKnown, known)
			require.NoError(t, s.Close())
		})
	}
}
