package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

func TestNewEnds(t *testing.T) {
	ends := NewEnds([]tracker.RankEnd{
		{Rank: 0, How: tracker.EndedFinalized},
		{Rank: 1, How: tracker.EndedStuck, In: call(1, calls.WinFence, 0x20), Waiting: "waits for rank 0"},
	}, sampleProgram)
	assert.Equal(t, RankEnd{Rank: 0, How: Finalized}, ends[0])
	assert.Equal(t, "MPI_Win_fence", ends[1].In.Call)
	assert.Equal(t, 112, ends[1].In.Line)
	assert.Equal(t, "waits for rank 0", ends[1].Waiting)
}

// TestEveryEndHasWords, for the JSON and for the text.
func TestEveryEndHasWords(t *testing.T) {
	for s := tracker.EndedFinalized; s <= tracker.EndedNoLog; s++ {
		assert.NotEmpty(t, endWords[s], s)
		assert.NotEmpty(t, endPhrases[endWords[s]], s)
	}
}
