package segment

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// reseal corrects the checksums of the segment in b, so that readers parse fuzzed bytes.
func reseal(b []byte) []byte {
	b = bytes.Clone(b)
	if len(b) < fixedSize {
		return b
	}
	copy(b, Magic)
	le.PutUint32(b[8:], Version)
	le.PutUint32(b[offState-4:], sumOf(b[offState:offState+stateSize]))
	start := fixedSize + int(le.Uint32(b[12:])%maxHeader)
	if start > len(b) {
		return b
	}
	le.PutUint32(b[16:], sumOf(b[fixedSize:start]))
	for p := start; p+frameHeader <= len(b); {
		copy(b[p:], FrameMagic)
		payload := b[p+frameHeader:]
		stored := min(int(le.Uint32(b[p+8:])), len(payload))
		le.PutUint32(b[p+28:], sumOf(payload[:stored]))
		le.PutUint32(b[p+36:], sumOf(b[p:p+36]))
		p += frameHeader + stored
	}
	return b
}

func FuzzReader(f *testing.F) {
	b, _ := smallSegment(f)
	for _, seal := range []bool{false, true} {
		f.Add(b, seal)
		f.Add(b[:len(b)-7], seal)
		f.Add([]byte{}, seal)
	}
	path := filepath.Join(f.TempDir(), "fuzz.seg")
	f.Fuzz(func(t *testing.T, b []byte, seal bool) {
		if seal {
			b = reseal(b)
		}
		require.NoError(t, os.WriteFile(path, b, 0o600))
		r, err := Open(path)
		if err != nil {
			var fe *FileError
			require.ErrorAs(t, err, &fe)
			return
		}
		defer r.Close()
		r.onMeta = func(string, json.RawMessage) {}
		checkEvents(t, len(b), r.Next)
		for _, d := range r.damages() {
			require.NotEmpty(t, d.String())
			require.LessOrEqual(t, d.Offset, int64(len(b)))
		}
	})
}

// checkEvents reads events to the end and checks that their words are in
// bounds. n bytes cannot hold more than a few events each, compressed zeros
// aside.
func checkEvents(t *testing.T, n int, next func(*event.Event) error) {
	var e event.Event
	for range 1 << 22 {
		err := next(&e)
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
		require.LessOrEqual(t, int(e.N), event.MaxWords)
		require.LessOrEqual(t, e.Phase, event.Leave)
		require.LessOrEqual(t, len(e.Blob), event.MaxBlob)
	}
	t.Fatalf("%d bytes give events without end", n)
}

func FuzzRing(f *testing.F) {
	m := newRingMemory(f, 0, 16)
	for i := range 5 {
		require.True(f, m.put(&loop(0, i, 1)[0]))
	}
	f.Add(m.mem[:256], m.mem[RingHeaderSize:])
	f.Add(m.mem[:256], bytes.Repeat([]byte{0xff}, 1024))
	path := filepath.Join(f.TempDir(), "fuzz.ring")
	f.Fuzz(func(t *testing.T, head, slots []byte) {
		b := make([]byte, RingHeaderSize, RingHeaderSize+len(slots))
		copy(b, head)
		require.NoError(t, os.WriteFile(path, append(b, slots...), 0o600))
		r, err := openRing(path)
		if err != nil {
			var fe *FileError
			require.ErrorAs(t, err, &fe)
			return
		}
		var e event.Event
		for r.next(&e) {
			require.LessOrEqual(t, int(e.N), event.MaxWords)
		}
	})
}
