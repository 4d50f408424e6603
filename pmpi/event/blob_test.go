package event

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRanks(t *testing.T) {
	for _, x := range []struct {
		members []int64
		words   int
		first   bool
	}{
		{nil, 1, true},
		{[]int64{0}, 2, true},
		{[]int64{7}, 2, false},
		{[]int64{0, 1, 2}, 4, true},
		{[]int64{0, 1, 2, 3}, 4, true},
		{[]int64{1, 2, 3, 4}, 4, false},
		{[]int64{0, 2, 4, 6}, 4, false},
		{[]int64{3, 2, 1, 0}, 4, false},
		{[]int64{5, 5, 5, 5}, 4, false},
		{[]int64{-1, -1, -1, 0, 1, 2, 3}, 7, false},
		{[]int64{0, 1, 2, 3, 8, 9, 10, 11}, 7, false},
		{[]int64{4, 1, 9, 2, 7}, 6, false},
	} {
		blob := AppendRanks(nil, x.members)
		assert.Len(t, blob, 8*x.words, x.members)
		blob = AppendRanks(blob, []int64{9, 8, 7, 6, 5}) // the remote group
		for k, want := range [][]int64{x.members, {9, 8, 7, 6, 5}} {
			r, ok := RanksOf(blob, k)
			require.True(t, ok)
			assert.Equal(t, len(want), r.Len())
			assert.Equal(t, slices.Clone(want), slices.Collect(r.All()))
		}
		r, _ := RanksOf(blob, 0)
		assert.Equal(t, x.first, r.First(), x.members)
		_, ok := RanksOf(blob, 2)
		assert.False(t, ok)
	}
}

// Damaged members are none.
func TestRanksDamaged(t *testing.T) {
	words := func(w ...int64) (blob []byte) {
		for _, v := range w {
			blob = AppendRanks(blob, nil)
			for i := range 8 {
				blob[len(blob)-8+i] = byte(uint64(v) >> (8 * i))
			}
		}
		return blob
	}
	for _, w := range [][]int64{{-1}, {-2, 0, 1, 5}, {-1, 0, 1, 0}, {-1, 0, 1, -4}, {-1, 0, 1, MostRanks + 1},
		{-2, 0, 1, MostRanks, 0, 1, 1}, {-1 << 63, 0, 1, 1}, {5, 1, 2}, {1 << 62, 1}} {
		_, ok := RanksOf(words(w...), 0)
		assert.False(t, ok, w)
		assert.Empty(t, ArrayOf(words(w...), 0), w)
	}
	r, ok := RanksOf(words(-1, 0, 1, MostRanks), 0)
	assert.True(t, ok)
	assert.Equal(t, MostRanks, r.Len())
}
