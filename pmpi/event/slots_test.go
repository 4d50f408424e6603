package event

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// requireParsed checks that Put and Parse return the events; Parse leaves
// Thread to the ring's header.
func requireParsed(t *testing.T, events []Event) {
	t.Helper()
	var ring []byte
	for i := range events {
		ring = Put(ring, &events[i])
	}
	var a Assembler
	var e Event
	for i := range events {
		for whole := false; !whole; {
			n, err := Parse(ring, &e)
			require.NoError(t, err)
			ring = ring[n:]
			whole = a.Take(&e)
		}
		want := events[i]
		require.True(t, bytes.Equal(want.Blob, e.Blob))
		want.Blob, e.Blob, want.Thread = nil, nil, 0
		require.Equal(t, want, e, "record %d", i)
	}
	require.Empty(t, ring)
	require.Zero(t, a.Dropped())
}

func TestSlots(t *testing.T) {
	events := append(halo(5, 1), Event{
		Kind: calls.TypeIndexed, Phase: Enter, Large: true, N: MaxWords, Seq: 77, Time: 1 << 60, PC: 1 << 47,
		Blob: bytes.Repeat([]byte("12345678"), 10000),
	}, Event{Kind: calls.GroupIncl, N: 0, Blob: []byte("x")})
	requireParsed(t, events)
}

// TestSlotLayout fixes the bytes that the C wrappers write.
func TestSlotLayout(t *testing.T) {
	e := Event{Kind: calls.Put, Phase: Enter, Large: true, N: 6, Seq: 0x01020304, Time: 0x1112131415161718, PC: 0x2122232425262728}
	for i := range 6 {
		e.A[i] = int64(i - 2)
	}
	b := Put(nil, &e)
	require.Len(t, b, 2*SlotSize)
	assert.EqualValues(t, calls.Put, binary.LittleEndian.Uint16(b))
	assert.EqualValues(t, 1|1<<2|6<<3, b[2])
	assert.EqualValues(t, 2, b[3])
	assert.Equal(t, []byte{4, 3, 2, 1}, b[4:8])
	assert.EqualValues(t, 0x18, b[8])
	assert.EqualValues(t, 0x28, b[16])
	assert.EqualValues(t, 0xfe, b[24])
	assert.EqualValues(t, 3, b[24+40], "the sixth word starts the second slot")

	e = Event{Kind: calls.GroupIncl, Seq: 9, Blob: bytes.Repeat([]byte{7}, maxPiece+65)}
	b = Put(nil, &e)
	require.Len(t, b, (255+3+1)*SlotSize)
	assert.EqualValues(t, 255, b[3])
	second := b[255*SlotSize:]
	assert.EqualValues(t, Blob, binary.LittleEndian.Uint16(second))
	assert.EqualValues(t, 2<<3, second[2])
	assert.EqualValues(t, 3, second[3])
	assert.EqualValues(t, maxPiece+65, binary.LittleEndian.Uint64(second[24:]), "length")
	assert.EqualValues(t, maxPiece, binary.LittleEndian.Uint64(second[32:]), "offset")
	assert.EqualValues(t, 7, second[64+64])
	assert.EqualValues(t, 0, second[64+65])
}

func TestParseRefuses(t *testing.T) {
	good := Put(nil, &Event{Kind: calls.Put, N: 8})
	change := func(i int, v byte) []byte {
		b := bytes.Clone(good)
		b[i] = v
		return b
	}
	var e Event
	for name, b := range map[string][]byte{
		"no kind":         append([]byte{0, 0}, good[2:]...),
		"phase 3":         change(2, 3|8<<3),
		"too many words":  change(2, 14<<3),
		"words, no slots": change(3, 1),
		"no slots":        change(3, 0),
	} {
		_, err := Parse(b, &e)
		assert.ErrorIs(t, err, errRecord, name)
	}
	for cut := range good {
		_, err := Parse(good[:cut], &e)
		assert.ErrorIs(t, err, ErrShort)
	}
	piece := Put(nil, &Event{Kind: calls.CommDup, Blob: []byte("abc")})
	piece[24+8] = 3 // offset behind the end
	_, err := Parse(piece, &e)
	assert.ErrorIs(t, err, errRecord)
}

func TestAssemblerDropsWhatDoesNotFit(t *testing.T) {
	piece := func(total, off int64, s string) *Event {
		return &Event{Kind: Blob, N: 2, A: [MaxWords]int64{total, off}, Blob: []byte(s)}
	}
	var a Assembler
	for i, pieces := range [][]*Event{
		{piece(6, 0, "abc")},                    // last piece missing
		{piece(6, 3, "def")},                    // first piece missing
		{piece(6, 0, "abc"), piece(7, 3, "d")},  // lengths differ
		{piece(6, 0, "abc"), piece(6, 4, "ef")}, // hole
		{piece(MaxBlob+1, 0, "abc")},            // too large
	} {
		for _, p := range pieces {
			assert.False(t, a.Take(p))
			assert.True(t, a.Open())
		}
		e := Event{Kind: calls.CommDup}
		assert.True(t, a.Take(&e))
		assert.Nil(t, e.Blob)
		assert.EqualValues(t, i+1, a.Dropped())
	}
	assert.False(t, a.Take(piece(6, 0, "abc")))
	assert.False(t, a.Take(&Event{Kind: Pad}))
	assert.False(t, a.Take(piece(6, 3, "def")))
	e := Event{Kind: calls.CommDup}
	assert.True(t, a.Take(&e))
	assert.Equal(t, "abcdef", string(e.Blob))
	assert.True(t, a.Take(&e))
}
