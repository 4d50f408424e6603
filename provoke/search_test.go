package provoke

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func receiveAt(offset uint64, count, source int64) Candidate {
	return Candidate{Choice: Choice{Kind: Match, call: "MPI_Recv", Module: "app", offset: offset, count: count,
		source: source}}
}

func all(x *Search) (order []Trial) {
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		order = append(order, t)
	}
	return order
}

func allKinds(t *testing.T) []Kind {
	k, err := KindsByName("")
	require.NoError(t, err)
	return k
}

func TestOneOfEachPlaceFirst(t *testing.T) {
	suspect := receiveAt(3, 2, 2)
	suspect.Suspect = true
	s := &Survey{Candidates: []Candidate{receiveAt(1, 1, 2), receiveAt(1, 2, 2), receiveAt(2, 1, 2), suspect}}
	var order []uint64
	for _, trial := range all(NewSearch(s, allKinds(t))) {
		order = append(order, trial.Last().offset)
	}
	assert.Equal(t, []uint64{3, 1, 2, 1}, order)
}

func TestOnlyWantedKinds(t *testing.T) {
	s := &Survey{Candidates: []Candidate{receiveAt(1, 1, 2)}}
	assert.Empty(t, all(NewSearch(s, []Kind{Send})))
}

// TestPlacesFollowOnlyIfSomethingCame: all sends are forced at once; single places are forced only if that run
// differed.
func TestPlacesFollowOnlyIfSomethingCame(t *testing.T) {
	wide := Candidate{Choice: Choice{Kind: Send, Rank: every, count: every}, Wide: true}
	one := Candidate{Choice: Choice{Kind: Send, Rank: every, count: every, call: "MPI_Send", Module: "app", offset: 1}}
	s := &Survey{Candidates: []Candidate{wide, one}}
	for _, different := range []bool{false, true} {
		x := NewSearch(s, allKinds(t))
		first, ok := x.Next()
		require.True(t, ok)
		assert.True(t, first.Last().Wide)
		x.Learn(first, different, nil, s)
		next, ok := x.Next()
		assert.Equal(t, different, ok)
		if ok {
			assert.Equal(t, one, *next.Last())
		}
	}
}

// TestNewChoicesOfAnotherWay: choices that appear only after a forced choice are forced together with it.
func TestNewChoicesOfAnotherWay(t *testing.T) {
	s := &Survey{Candidates: []Candidate{receiveAt(1, 1, 2)}, way: 1}
	x := NewSearch(s, allKinds(t))
	first, _ := x.Next()
	x.Learn(first, false, &Survey{Candidates: []Candidate{receiveAt(1, 1, 1), receiveAt(1, 2, 2)}, way: 2}, s)
	second, ok := x.Next()
	require.True(t, ok)
	assert.Equal(t, []Choice{receiveAt(1, 1, 2).Choice, receiveAt(1, 2, 2).Choice}, second.Choices())
	x.Learn(second, false, &Survey{Candidates: []Candidate{receiveAt(1, 3, 2)}, way: 2}, s)
	_, ok = x.Next()
	assert.False(t, ok, "it went a way that is known")
}

// TestAPlaceThatFailedIsDone: after a difference at a place, no other choice at that place is forced.
func TestAPlaceThatFailedIsDone(t *testing.T) {
	s := &Survey{Candidates: []Candidate{receiveAt(1, 1, 2), receiveAt(1, 2, 2)}}
	x := NewSearch(s, allKinds(t))
	first, _ := x.Next()
	x.Learn(first, true, nil, s)
	_, ok := x.Next()
	assert.False(t, ok)
}

// TestTogether: choices that made no difference alone are forced together and, if that makes a difference, in pairs.
func TestTogether(t *testing.T) {
	fill := Candidate{Choice: Choice{Kind: Fill, Rank: every, count: every}, Wide: true}
	send := Candidate{Choice: Choice{Kind: Send, Rank: every, count: every}, Wide: true}
	late := Candidate{Choice: Choice{Kind: Late, call: "MPI_Bcast", Module: "app", offset: 1, count: 1}}
	s := &Survey{Candidates: []Candidate{send, fill, late}}
	x := NewSearch(s, allKinds(t))
	var sets [][]Choice
	for {
		trial, ok := x.Next()
		if !ok {
			break
		}
		sets = append(sets, trial.Choices())
		x.Learn(trial, len(trial.Set) == 3, nil, s)
	}
	assert.Equal(t, [][]Choice{
		{send.Choice}, {fill.Choice}, {late.Choice}, {send.Choice, fill.Choice}, {send.Choice, fill.Choice,
			late.Choice},
		{send.Choice, late.Choice}, {fill.Choice, late.Choice},
	}, sets)
}

func TestWithin(t *testing.T) {
	a, b := receiveAt(1, 1, 2), receiveAt(2, 1, 2)
	both, one := Trial{Set: []Candidate{a, b}}, Trial{Set: []Candidate{b}}
	assert.True(t, both.Within(&one))
	assert.False(t, one.Within(&both))
	assert.False(t, one.Within(&one))
}
