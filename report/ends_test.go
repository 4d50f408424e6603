package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

func TestNewEnds(t *testing.T) {
	ends := newEnds([]fact.RankEnd{
		{Rank: 0, How: fact.EndedFinalized},
		{Rank: 1, How: fact.EndedStuck, In: call(1, calls.WinFence, 0x20), Waiting: &fact.Waiting{For: []fact.Stand{{Rank: 0}}}},
	}, sampleProgram)
	assert.Equal(t, RankEnd{Rank: 0, How: Finalized}, ends[0])
	assert.Equal(t, "MPI_Win_fence", ends[1].In.Call)
	assert.Equal(t, 112, ends[1].In.Line)
	assert.Equal(t, "waits for a lock that rank 0 holds", ends[1].Waiting)
}

// TestEveryEndHasWords, for the JSON and for the text.
func TestEveryEndHasWords(t *testing.T) {
	for s := fact.EndedFinalized; s <= fact.EndedNoLog; s++ {
		assert.NotEmpty(t, endWords[s], s)
		assert.NotEmpty(t, endPhrases[endWords[s]], s)
	}
}

// TestEndsOnHosts: hosts are reported if they differ, in the text only for
// ranks that did not end well.
func TestEndsOnHosts(t *testing.T) {
	ends := func() []RankEnd {
		return []RankEnd{{Rank: 0, How: Finalized}, {Rank: 1, How: Killed}, {Rank: 2, How: Killed}, {Rank: 3, How: NoLog}}
	}
	one := Report{Ends: ends()}
	one.placeEnds([]string{"n1", "n1", "", "n1"})
	assert.Equal(t, ends(), one.Ends)

	two := Report{Ranks: 4, Ends: ends()}
	two.placeEnds([]string{"n1", "n1", "n2", ""})
	assert.Equal(t, "n2", two.Ends[2].Host)
	var b strings.Builder
	assert.NoError(t, must(FormatByName("text")).Write(&b, &two, Options{}))
	assert.Contains(t, b.String(), "rank 0  reached MPI_Finalize\n  rank 1  killed on n1\n  rank 2  killed on n2\n  rank 3  left no log\n")
}

// A rank that was killed when MPI_Init had returned, in no other call.
func TestEndTextAfterInit(t *testing.T) {
	e := RankEnd{How: Killed, Signal: "SIGSEGV", After: &Site{Call: "MPI_Init", Place: source.Place{File: "app.c", Line: 7, Func: "main"}}}
	assert.Equal(t, "killed by SIGSEGV after MPI_Init, app.c:7 in main, before any other recorded call", endText(e))
}
