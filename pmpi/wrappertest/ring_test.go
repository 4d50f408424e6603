package wrappertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Rings that are far too small make the program wait; nothing is lost.
func TestFullRingsLoseNothing(t *testing.T) {
	const threads, n = 5, 20000
	got, end := record(t, []string{"GOMARMOT_RING_SLOTS=1"}, compileStub(t, "flood.c"), "5", "20000")
	next := map[uint16]uint32{}
	puts := map[uint16]int64{}
	var last uint64
	for _, e := range got {
		assert.GreaterOrEqual(t, e.Time, last, "merged by time")
		last = e.Time
		if e.Thread != 0 { // thread 0 has the predefined handles
			require.Equal(t, next[e.Thread], e.Seq, "thread %d", e.Thread)
			next[e.Thread]++
		}
		if e.Kind == calls.Put {
			require.Equal(t, puts[e.Thread], e.A[4], "thread %d", e.Thread)
			puts[e.Thread]++
		}
	}
	require.Len(t, puts, threads)
	for thread, count := range puts {
		assert.Equal(t, int64(n), count, "thread %d", thread)
	}
	assert.Zero(t, end.Lost)
	assert.Empty(t, end.Damage)
}

// Arrays longer than the ring come whole.
func TestLongBlobs(t *testing.T) {
	const n = 500_000
	got, end := record(t, []string{"GOMARMOT_RING_SLOTS=2048"}, compileStub(t, "blob.c"), "500000")
	i := 0
	for i < len(got) && got[i].Kind != calls.TypeIndexed {
		i++
	}
	require.Less(t, i, len(got))
	words := blobWords(got[i])
	require.Len(t, words, 2+2*n)
	assert.Equal(t, int64(n), words[0])
	assert.Equal(t, int64(n), words[n+1])
	assert.Equal(t, int64(1-n), words[2*n+1])
	assert.Equal(t, event.End, got[len(got)-1].Kind)
	assert.Zero(t, end.Lost)
}

// Threads that come and go leave no ring behind.
func TestShortLivedThreads(t *testing.T) {
	got, end := record(t, nil, compileStub(t, "flood.c"), "60", "10")
	threads := map[uint16]bool{}
	for _, e := range got {
		threads[e.Thread] = true
	}
	assert.Len(t, threads, 61)
	assert.Zero(t, end.Lost)
}
