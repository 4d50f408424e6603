package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/provoke"
)

func TestHitsWithTheSameDifferenceAreOneFinding(t *testing.T) {
	kinds := map[string]provoke.Kind{"fill": provoke.Fill, "match": provoke.Match}
	hitAt := func(number int, kind, rule, where string) hit {
		h := hit{number: number, Difference: provoke.Difference{Rule: rule, Where: where}}
		h.trial.Set = make([]provoke.Candidate, 1)
		h.trial.Set[0].Kind = kinds[kind]
		return h
	}
	s := &session{survey: &provoke.Survey{}}
	got := s.merged([]hit{hitAt(2, "match", "PROV003", "sum 3"), hitAt(3, "match", "PROV001", "HANG001 a.c:7"),
		hitAt(5, "match", "PROV003", "sum 3"), hitAt(6, "match", "PROV003", "max 9"),
		hitAt(8, "match", "PROV003", "sum 3")})
	require.Len(t, got, 3)
	assert.Equal(t, []int{2, 3, 6}, []int{got[0].number, got[1].number, got[2].number})
	require.Len(t, got[0].also, 2)
	assert.Equal(t, []int{5, 8}, []int{got[0].also[0].number, got[0].also[1].number})
	assert.Empty(t, got[1].also)
	assert.Empty(t, got[2].also)

	got = s.merged([]hit{hitAt(2, "match", "PROV003", "sum 3"), hitAt(3, "fill", "PROV003", "sum 3")})
	assert.Len(t, got, 2, "a warning does not hide an error")
	got = s.merged([]hit{hitAt(2, "match", "PROV001", "SIGSEGV"), hitAt(3, "fill", "PROV001", "SIGSEGV")})
	assert.Len(t, got, 1, "both are errors")
}
