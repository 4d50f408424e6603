package event

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// wait is the record of a call that waits for some of an array of requests.
func wait(ring uint16, seq uint32, blob []byte) *Event {
	return &Event{Kind: calls.Waitany, Phase: Enter, Thread: ring, Seq: seq, Blob: blob}
}

// longArray are n handles, n at least 1, as a blob.
func longArray(n int) (blob []byte) {
	blob = appendWords(blob, int64(n))
	for i := range n {
		blob = appendWords(blob, int64(1000+i))
	}
	return blob
}

func appendWords(blob []byte, words ...int64) []byte {
	for _, v := range words {
		for i := range 8 {
			blob = append(blob, byte(v>>(8*i)))
		}
	}
	return blob
}

func TestArraysBecomeWhole(t *testing.T) {
	var w WholeArrays
	first := wait(3, 10, longArray(LongArray))
	assert.True(t, w.Take(first))
	assert.Equal(t, LongArray, ArrayOf(first.Blob, 0).Len())

	second := wait(3, 15, AppendChanges(nil, 10, 4, 7, 31, 8))
	assert.True(t, w.Take(second))
	a := ArrayOf(second.Blob, 0)
	assert.Equal(t, []int64{1003, 7, 1005, 8}, []int64{a.At(3), a.At(4), a.At(5), a.At(31)})

	third := wait(3, 20, AppendChanges(nil, 15))
	assert.True(t, w.Take(third), "nothing differs")
	assert.Equal(t, int64(7), ArrayOf(third.Blob, 0).At(4))
}

// TestShortArraysChangeNothing: a short array is always whole, and the next long array may still be written as
// differences from the last long array.
func TestShortArraysChangeNothing(t *testing.T) {
	var w WholeArrays
	assert.True(t, w.Take(wait(0, 1, longArray(LongArray))))
	short := wait(0, 2, longArray(LongArray-1))
	assert.True(t, w.Take(short))
	assert.Equal(t, LongArray-1, ArrayOf(short.Blob, 0).Len())
	all := wait(0, 3, longArray(LongArray+1))
	all.Kind = calls.Waitall
	assert.True(t, w.Take(all), "programs do not repeat MPI_Waitall")
	assert.True(t, w.Take(wait(0, 4, AppendChanges(nil, 1, 0, 5))))
}

func TestArraysThatAreUnknown(t *testing.T) {
	for name, blob := range map[string][]byte{
		"another record had the array": AppendChanges(nil, 2, 0, 5),
		"no such position":             AppendChanges(nil, 1, LongArray, 5),
		"a negative position":          AppendChanges(nil, 1, -1, 5),
	} {
		t.Run(name, func(t *testing.T) {
			var w WholeArrays
			assert.True(t, w.Take(wait(0, 1, longArray(LongArray))))
			assert.False(t, w.Take(wait(1, 2, AppendChanges(nil, 1, 0, 5))), "it is an array of another ring")
			e := wait(0, 3, blob)
			assert.False(t, w.Take(e))
			assert.Empty(t, e.Blob)
			assert.False(t, w.Take(wait(0, 4, AppendChanges(nil, 3))), "nor is what comes after it known")
			assert.True(t, w.Take(wait(0, 5, longArray(LongArray))), "up to the next whole one")
			assert.True(t, w.Take(wait(0, 6, AppendChanges(nil, 5, 0, 5))))
		})
	}
}

func TestChangesAreNoArray(t *testing.T) {
	_, some := ChangesOf(longArray(LongArray))
	assert.False(t, some)
	_, some = ChangesOf(nil)
	assert.False(t, some)
	assert.Zero(t, ArrayOf(AppendChanges(nil, 1, 0, 5), 0).Len(), "its length is not known")
	assert.Empty(t, Arrays(AppendChanges(nil, 1, 0, 5)))
}

// FuzzWholeArrays: damaged blobs do no harm.
func FuzzWholeArrays(f *testing.F) {
	f.Add(longArray(LongArray), AppendChanges(nil, 1, 0, 5, LongArray, 6), uint32(1))
	f.Add([]byte{}, AppendChanges(nil, 0), uint32(0))
	f.Add(longArray(LongArray), longArray(LongArray)[:50], uint32(1))
	f.Fuzz(func(t *testing.T, first, second []byte, base uint32) {
		var w WholeArrays
		w.Take(wait(0, base, first))
		for seq := range uint32(3) {
			e := wait(0, seq, append([]byte(nil), second...))
			if w.Take(e); len(e.Blob) > max(len(first), len(second)) {
				t.Fatalf("an array of %d bytes", len(e.Blob))
			}
		}
	})
}
