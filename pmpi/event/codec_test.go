package event

import (
	"bytes"
	"math"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// encode writes the events into a frame.
func encode(events []Event) []byte {
	x := NewEncoder()
	var b []byte
	for i := range events {
		b = x.Append(b, &events[i])
	}
	return b
}

// requireDecoded checks that frame decodes to exactly the events.
func requireDecoded(t *testing.T, frame []byte, events []Event) {
	t.Helper()
	var d Decoder
	var e Event
	d.Reset(frame)
	for i := range events {
		require.True(t, d.Next(&e), "record %d: %v", i, d.Err())
		want := events[i]
		require.True(t, bytes.Equal(want.Blob, e.Blob), "blob of record %d", i)
		want.Blob, e.Blob = nil, nil
		require.Equal(t, want, e, "record %d", i)
	}
	require.False(t, d.Next(&e))
	require.NoError(t, d.Err())
}

func TestRoundTrip(t *testing.T) {
	extreme := []Event{
		{Kind: calls.Put, N: 13, Seq: math.MaxUint32, Time: math.MaxUint64, PC: math.MaxUint64, Thread: math.MaxUint16},
		{Kind: calls.Put, N: 13, Seq: 0, Time: 0, PC: 1, Large: true, Phase: Leave},
		{Kind: math.MaxUint16, N: 0, Seq: 7, Time: 5, Blob: []byte("odd length blob")},
		{Kind: calls.Put, N: 2, Time: 4, Blob: members(1000)},
	}
	for i := range extreme[0].A {
		extreme[0].A[i], extreme[1].A[i] = math.MinInt64, math.MaxInt64
	}
	for name, events := range map[string][]Event{
		"put and flush":    putFlush(2000),
		"halo":             halo(500, 1),
		"halo, 5 threads":  halo(500, 5),
		"scatter":          scatter(5000),
		"many call sites":  manySites(5000),
		"accesses":         accesses(3000),
		"extreme values":   extreme,
		"nothing recorded": nil,
	} {
		t.Run(name, func(t *testing.T) { requireDecoded(t, encode(events), events) })
	}
}

// manySites returns more call sites and threads than the codec keeps.
func manySites(n int) []Event {
	f := newFeed()
	for i := range n {
		f.add(uint16(i%3000), calls.WinFlush, Enter, uint64(0x400000+i*16), int64(i%7), testWin)
	}
	return f.events
}

// accesses returns loads and stores of a program between its calls: rows, columns, and cells of a table.
func accesses(n int) []Event {
	f := newFeed()
	for i := range int64(n) {
		f.add(0, Access, Once, 0x404000, 0x600000000000+i%64*8192, 8184, 1, 0, 0)
		f.add(0, Access, Once, 0x404020, 0x600000000000+i%64*8, 8, 1024, 8192, int64(AccessWrites))
		f.add(0, Access, Once, 0x404020, 0x600000000000+i%64*8, 8, 1024, -8192, int64(AccessWrites|AccessAtomic))
		f.add(1, AccessBits, Once, 0x404040, 0x600000000000+i*4096, 8, int64(AccessWrites),
			f.rnd.Int64(), -f.rnd.Int64(), 0, -1, f.rnd.Int64(), 0, 0, math.MinInt64)
		if i%16 == 0 {
			f.add(0, calls.WinFence, Enter, 0x402050, 0, testWin)
			f.add(0, calls.WinFence, Leave, 0x402050, 0)
		}
	}
	return f.events
}

func TestFramesStandAlone(t *testing.T) {
	events := halo(50, 3)
	x := NewEncoder()
	var frames [][]byte
	for i := range events {
		if i%100 == 0 {
			frames = append(frames, nil)
			x.Reset()
		}
		last := &frames[len(frames)-1]
		*last = x.Append(*last, &events[i])
	}
	for i := len(frames) - 1; i >= 0; i-- {
		requireDecoded(t, frames[i], events[i*100:min(i*100+100, len(events))])
	}
}

func TestDecoderStopsAtDamage(t *testing.T) {
	events := append(halo(3, 2), Event{Kind: calls.CommDup, N: 1, Blob: members(40)})
	frame := encode(events)
	var d Decoder
	var e Event
	for cut := range frame {
		n := 0
		for d.Reset(frame[:cut]); d.Next(&e); n++ {
			assert.Equal(t, events[n].Seq, e.Seq)
		}
		assert.Less(t, n, len(events))
	}
	for _, bad := range [][]byte{
		{siteNext},                   // nothing came before
		{siteByID, 0xff},             // no such template
		{siteNew},                    // definition missing
		{0x90 | siteNew, 3, 0, 1, 1}, // 9 bytes of time
		{siteNew | wordsSame | hasBlob, 3, 0, 1, 1, 0, 0, 0, 16}, // length of the blob is cut
	} {
		d.Reset(bad)
		assert.False(t, d.Next(&e), "%x", bad)
		assert.ErrorIs(t, d.Err(), errFrame)
		assert.False(t, d.Next(&e), "the error is sticky")
	}
}

func TestVarint(t *testing.T) {
	for shift := range 64 {
		for _, v := range []uint64{1<<shift - 1, 1 << shift, 1<<shift + 1, math.MaxUint64 >> shift} {
			var b [16]byte
			end := putVarint(b[:], 0, v)
			c := cursor{b: b[:end]}
			assert.Equal(t, v, c.varint())
			assert.False(t, c.bad)
			assert.Equal(t, end, c.p)
			c = cursor{b: b[:end-1]}
			c.varint()
			assert.True(t, c.bad, "%d without its last byte", v)
		}
	}
	for _, v := range []int64{0, -1, 1, math.MinInt64, math.MaxInt64} {
		assert.Equal(t, v, unzigzag(zigzag(v)))
	}
}

// TestSize keeps the budget of bytes per record in steady loops.
func TestSize(t *testing.T) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		events []Event
		budget float64
	}{
		"put and flush":   {putFlush(5000), 4},
		"halo":            {halo(2500, 1), 4},
		"halo, 4 threads": {halo(2500, 4), 8},
		"scatter":         {scatter(5000), 20},
	} {
		frame := encode(c.events)
		packed := z.EncodeAll(frame, nil)
		n := float64(len(c.events))
		t.Logf("%-16s %5.2f bytes/record, %5.2f with zstd", name, float64(len(frame))/n, float64(len(packed))/n)
		assert.LessOrEqual(t, float64(len(packed))/n, c.budget, name)
	}
}

func TestEncoderAllocatesNothing(t *testing.T) {
	events := putFlush(100)
	x := NewEncoder()
	buf := make([]byte, 0, 1<<16)
	n := testing.AllocsPerRun(20, func() {
		x.Reset()
		b := buf
		for i := range events {
			b = x.Append(b, &events[i])
		}
	})
	assert.Zero(t, n)
}

func BenchmarkEncode(b *testing.B) {
	for _, s := range samples() {
		b.Run(s.name, func(b *testing.B) {
			x := NewEncoder()
			buf := make([]byte, 0, 1<<17)
			b.ReportAllocs()
			out := buf
			for i := range b.N {
				if len(out) > 1<<16 {
					x.Reset()
					out = buf
				}
				out = x.Append(out, &s.events[i%len(s.events)])
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, s := range samples() {
		b.Run(s.name, func(b *testing.B) {
			frame := encode(s.events)
			var d Decoder
			var e Event
			d.Reset(frame)
			b.ReportAllocs()
			for range b.N {
				if !d.Next(&e) {
					d.Reset(frame)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, s := range samples() {
		b.Run(s.name, func(b *testing.B) {
			var ring []byte
			for i := range s.events {
				ring = Put(ring, &s.events[i])
			}
			var e Event
			rest := ring
			b.ReportAllocs()
			for range b.N {
				n, err := Parse(rest, &e)
				if err != nil {
					b.Fatal(err)
				}
				if rest = rest[n:]; len(rest) == 0 {
					rest = ring
				}
			}
		})
	}
}

type sample struct {
	name   string
	events []Event
}

func samples() []sample {
	return []sample{
		{"put+flush", putFlush(2000)},
		{"halo", halo(1000, 1)},
		{"halo-4-threads", halo(1000, 4)},
		{"scatter", scatter(5000)},
	}
}
