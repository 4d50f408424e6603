package segment

import (
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// steady is the loop of an application that puts and flushes: times vary a
// little, like real ones.
func steady(thread uint16, n int) []event.Event {
	out := make([]event.Event, n)
	noise := uint64(88172645463325252 + int(thread))
	now := uint64(1 << 40)
	for i := range out {
		noise ^= noise << 13
		noise ^= noise >> 7
		noise ^= noise << 17
		now += 300 + noise%4000
		e := event.Event{Kind: calls.WinFlush, Phase: event.Enter, N: 2, PC: 0x401250, A: [event.MaxWords]int64{1, 77}}
		switch i % 3 {
		case 0:
			addr := int64(0x7ffd00000000 + i%512*4096)
			e = event.Event{Kind: calls.Put, N: 8, PC: 0x401234, A: [event.MaxWords]int64{addr, 512, 7, 1, int64(i % 512), 512, 7, 77}}
		case 2:
			e.Phase, e.N, e.A = event.Leave, 1, [event.MaxWords]int64{}
		}
		e.Thread, e.Seq, e.Time = thread, uint32(i), now
		out[i] = e
	}
	return out
}

// BenchmarkDrain is the path of a record from the ring to the segment.
func BenchmarkDrain(b *testing.B) {
	for _, threads := range []int{1, 4} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			const each = 3 * 1024 // 4 slots per 3 records
			var m Merger
			var rings []*Ring
			for t := range threads {
				mem := newRingMemory(b, t, 8*1024)
				for _, e := range steady(uint16(t), each) {
					require.True(b, mem.put(&e))
				}
				rings = append(rings, mem.ring)
				m.Add(mem.ring)
			}
			w, err := Create(filepath.Join(b.TempDir(), "a.seg"), testHeader())
			require.NoError(b, err)
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; {
				for _, r := range rings { // again from the start
					r.pos, r.whole = 0, 0
					r.refresh()
				}
				m.Final()
				for e := m.Next(); e != nil; e = m.Next() {
					_ = w.Append(e)
					done++
				}
				_ = w.Sync()
			}
			b.StopTimer()
			b.ReportMetric(float64(w.Size())/float64(w.Records()), "bytes/record")
			require.NoError(b, w.Close())
		})
	}
}

// BenchmarkAppend is the writer alone, compression included.
func BenchmarkAppend(b *testing.B) {
	events := steady(0, 30000)
	w, err := Create(filepath.Join(b.TempDir(), "a.seg"), testHeader())
	require.NoError(b, err)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		_ = w.Append(&events[i])
		if i++; i == len(events) {
			i = 0
		}
	}
	b.ReportMetric(float64(w.Size())/float64(w.Records()+1), "bytes/record")
	require.NoError(b, w.Close())
}

// BenchmarkNext is a reader, decompression included.
func BenchmarkNext(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.seg")
	writeSegment(b, path, steady(0, 300000), 1<<30)
	var e event.Event
	b.ReportAllocs()
	for i := 0; i < b.N; {
		r, err := Open(path)
		require.NoError(b, err)
		for ; err == nil && i < b.N; i++ {
			err = r.Next(&e)
		}
		if err != nil {
			require.Equal(b, io.EOF, err)
		}
		require.NoError(b, r.Close())
	}
}
