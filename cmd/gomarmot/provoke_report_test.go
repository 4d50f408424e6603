package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/provoke"
)

func TestHitsWithTheSameDifferenceAreOneFinding(t *testing.T) {
	hitAt := func(number int, rule, where string) hit {
		return hit{number: number, Difference: provoke.Difference{Rule: rule, Where: where}}
	}
	got := merged([]hit{hitAt(2, "PROV003", "sum 3"), hitAt(3, "PROV001", "HANG001 a.c:7"),
		hitAt(5, "PROV003", "sum 3"), hitAt(6, "PROV003", "max 9"), hitAt(8, "PROV003", "sum 3")})
	require.Len(t, got, 3)
	assert.Equal(t, []int{2, 3, 6}, []int{got[0].number, got[1].number, got[2].number})
	require.Len(t, got[0].also, 2)
	assert.Equal(t, []int{5, 8}, []int{got[0].also[0].number, got[0].also[1].number})
	assert.Empty(t, got[1].also)
	assert.Empty(t, got[2].also)
}
