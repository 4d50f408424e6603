package event

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func blobOf(words ...int64) []byte {
	var b []byte
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	return b
}

func blobString(b []byte, s string) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(len(s)))
	b = append(b, s...)
	return append(b, make([]byte, (8-len(s)%8)%8)...)
}

func TestStacks(t *testing.T) {
	var s Stacks
	const pc = 7<<48 | 0x7f0000001000
	assert.Equal(t, uint64(0x7f0000001000), Address(pc))
	assert.Equal(t, uint16(7), stackOf(pc))
	assert.True(t, HasStack(pc) && !HasStack(Address(pc)))
	assert.Empty(t, s.Callers(pc))

	native := Event{Kind: Stack, N: 1, PC: Address(pc), Blob: blobOf(2, 0x7f0000002000, 0x401234, 0)}
	native.A[0] = 7
	s.Take(&native)
	assert.Equal(t, []Frame{{PC: 0x7f0000002000}, {PC: 0x401234}}, s.Callers(pc))
	assert.Empty(t, s.Callers(Address(pc)), "a call without a stack")

	code := Event{Kind: Python, N: 1, Blob: blobString(blobString(nil, "/home/me/heat.py"), "exchange")}
	code.A[0] = 3
	s.Take(&code)
	python := Event{Kind: Stack, N: 1, Blob: blobOf(1, 0x7f0000002000, 4, 3, 25, 9, 1)}
	python.A[0] = 8
	s.Take(&python)
	assert.Equal(t, []Frame{{PC: 0x7f0000002000}, {File: "/home/me/heat.py", Func: "exchange", Line: 25}},
		s.Callers(8<<48|1), "the second place has no record")
}

// TestStacksRoundTrip: both records come through ring slots and the log.
func TestStacksRoundTrip(t *testing.T) {
	e := Event{Kind: Stack, N: 1, PC: 0x7f0000001000, Blob: blobOf(1, 0x401234, 0)}
	e.A[0] = 0xffff
	put := Event{Kind: 283, N: 1, Seq: 1, PC: 0xffff<<48 | 0x7f0000001000}
	requireDecoded(t, encode([]Event{e, put}), []Event{e, put})
	requireParsed(t, []Event{e, put})
}

// FuzzStacks gives arbitrary blobs to the reader of stacks.
func FuzzStacks(f *testing.F) {
	f.Add(blobOf(2, 1, 2, 2, 3, 4), true)
	f.Add(blobString(blobString(nil, "a.py"), "f"), false)
	f.Add(blobOf(-1, 1<<62), true)
	f.Fuzz(func(t *testing.T, b []byte, isStack bool) {
		var s Stacks
		e := Event{Kind: Python, N: 1, Blob: b}
		if isStack {
			e.Kind = Stack
		}
		e.A[0] = 1
		s.Take(&e)
		require.LessOrEqual(t, len(s.Callers(1<<48)), len(b))
	})
}
