package wrappertest

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
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
	var last uint64
	for _, e := range got {
		assert.GreaterOrEqual(t, e.Time, last, "merged by time")
		last = e.Time
	}
	puts := map[int64]int64{}
	for thread, records := range byThread(got) {
		for i, e := range records {
			if thread != 0 { // thread 0 has the predefined handles
				require.Equal(t, records[0].Seq+uint32(i), e.Seq, "thread %d", thread)
			}
			if e.Kind == calls.Put {
				require.Equal(t, puts[thread], e.A[4], "thread %d", thread)
				puts[thread]++
			}
		}
	}
	require.Len(t, puts, threads)
	for thread, count := range puts {
		assert.Equal(t, int64(n), count, "thread %d", thread)
	}
	assert.Zero(t, end.Lost)
	assert.Empty(t, end.Damage)
}

// The members of a group arrive unchanged, in whichever form they are written.
func TestMembers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "members")
	got, end := record(t, nil, compileStub(t, "members.c"), file)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	groups, asRuns := 0, 0
	next := func() int64 {
		v := int32(binary.LittleEndian.Uint32(text))
		text = text[4:]
		return int64(v)
	}
	for _, e := range got {
		if e.Kind != calls.GroupIncl || e.Phase != event.Leave {
			continue
		}
		want := make([]int64, next())
		for i := range want {
			want[i] = next()
		}
		ranks, ok := event.RanksOf(e.Blob, 0)
		require.True(t, ok)
		require.Equal(t, len(want), ranks.Len())
		require.Equal(t, want, slices.AppendSeq([]int64{}, ranks.All()))
		require.Equal(t, event.AppendRanks(nil, want), e.Blob, "as it is written in Go")
		groups++
		if ranks.Runs() != nil {
			asRuns++
		}
	}
	require.Empty(t, text)
	require.Equal(t, 400, groups)
	require.Greater(t, asRuns, 100)
	require.Less(t, asRuns, 390)
	require.Zero(t, end.Lost)
}

// Arrays longer than the ring arrive whole.
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
