package event

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// FuzzDecoder gives arbitrary bytes to the decoder.
func FuzzDecoder(f *testing.F) {
	f.Add(encode(putFlush(20)))
	f.Add(encode(halo(10, 3)))
	f.Add(encode(accesses(5)))
	f.Add(encode([]Event{{Kind: calls.CommDup, N: 13, Blob: members(9)}}))
	f.Fuzz(func(t *testing.T, frame []byte) {
		var d Decoder
		var e Event
		d.Reset(frame)
		n := 0
		for d.Next(&e) {
			n++
			require.LessOrEqual(t, int(e.N), MaxWords)
			require.LessOrEqual(t, e.Phase, Leave)
			require.LessOrEqual(t, len(e.Blob), 8*len(frame)+8)
		}
		require.LessOrEqual(t, n, len(frame), "every record takes a byte")
		require.LessOrEqual(t, len(d.templates), maxTemplates)
		require.LessOrEqual(t, cap(d.blob), 32*len(frame)+64, "memory in proportion to the input")
	})
}

// events makes valid records out of arbitrary bytes.
func fuzzEvents(b []byte) []Event {
	var out []Event
	take := func() uint64 {
		if len(b) == 0 {
			return 0
		}
		n := int(b[0]&7) + 1 // 1 to 8 bytes
		var t [8]byte
		copy(t[:], b[1:min(1+n, len(b))])
		b = b[min(1+n, len(b)):]
		return binary.LittleEndian.Uint64(t[:])
	}
	for len(b) > 0 && len(out) < 5000 {
		e := Event{Kind: calls.Kind(take()), Phase: Phase(take() % 3), Thread: uint16(take())}
		if e.Kind == 0 || e.Kind == Blob || e.Kind == Pad {
			e.Kind = calls.Put
		}
		x := take()
		e.N, e.Large = uint8(x%(MaxWords+1)), x&64 != 0
		e.Seq, e.Time, e.PC = uint32(take()), take(), take()
		for i := range e.N {
			e.A[i] = int64(take())
		}
		if x&32 != 0 {
			e.Blob = append(e.Blob, b[:min(len(b), int(x>>8%64))]...)
		}
		out = append(out, e)
	}
	return out
}

// FuzzRoundTrip checks that both codecs give back exactly the events they are given.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte("0123456789 some bytes to start with"))
	f.Add(bytes.Repeat([]byte{1, 2, 3, 255, 40}, 200))
	f.Fuzz(func(t *testing.T, b []byte) {
		events := fuzzEvents(b)
		requireDecoded(t, encode(events), events)
		requireParsed(t, events)
	})
}

// FuzzParse gives arbitrary bytes to the reader of ring slots.
func FuzzParse(f *testing.F) {
	f.Add(Put(nil, &putFlush(1)[0]))
	f.Add(Put(nil, &Event{Kind: calls.CommDup, Blob: members(9)}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var a Assembler
		var e Event
		for len(b) > 0 {
			n, err := Parse(b, &e)
			if err != nil {
				return
			}
			require.Positive(t, n)
			require.Zero(t, n%SlotSize)
			b = b[n:]
			a.Take(&e)
			require.LessOrEqual(t, int(e.N), MaxWords)
			require.LessOrEqual(t, len(a.buf), MaxBlob)
		}
	})
}
