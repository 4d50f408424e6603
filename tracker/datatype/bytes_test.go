package datatype

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBits compares the runs of datatypes that are made from bits with these bits.
func TestBits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		words := make([]int64, 1+rnd.IntN(8))
		for i := range words {
			switch rnd.IntN(4) {
			case 0:
				words[i] = -1
			case 1:
				words[i] = rnd.Int64() & rnd.Int64() & rnd.Int64()
			case 2:
				words[i] = int64(rnd.Uint64())
			}
		}
		unit := int64(1) << rnd.IntN(4)
		want := map[int64]bool{}
		for i := range int64(64 * len(words)) {
			for b := range unit {
				if uint64(words[i/64])>>(i%64)&1 == 1 {
					want[i*unit+b] = true
				}
			}
		}
		d := Bits(unit, words)
		got := map[int64]bool{}
		require.True(t, Segments(d, 1, 1<<20, func(lo, hi int64) {
			for ; lo < hi; lo++ {
				got[lo] = true
			}
		}))
		require.Equal(t, want, got)
		assert.Equal(t, int64(len(want)), d.Size)
		data := slices.Sorted(maps.Keys(want))
		from := rnd.IntN(len(data) + 1)
		to := from + rnd.IntN(len(data)+1-from)
		var part []int64
		d.layout.shifted(3).walkData(4, int64(from), int64(to), func(lo, hi int64) bool {
			for ; lo < hi; lo++ {
				part = append(part, lo-7)
			}
			return true
		})
		require.True(t, slices.Equal(data[from:to], part), "%v, %v", data[from:to], part)
		lo, hi := Span(d, 1)
		if len(want) > 0 {
			assert.True(t, want[lo] && want[hi-1])
		}
	}
}

// TestClip compares the bytes of clipped runs with bytes that are clipped one by one.
func TestClip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		g := Regular{At: rnd.Int64N(40), Width: 1 + rnd.Int64N(6), N: 1 + rnd.Int64N(8)}
		if g.N > 1 {
			g.Stride = g.Width + 1 + rnd.Int64N(5)
		}
		lo := rnd.Int64N(100) - 10
		hi := lo + rnd.Int64N(60)
		want, got := map[int64]bool{}, map[int64]int{}
		for i := range g.N {
			for b := range g.Width {
				if at := g.At + i*g.Stride + b; lo <= at && at < hi {
					want[at] = true
				}
			}
		}
		g.Clip(lo, hi, func(x Regular) {
			require.True(t, x.N == 1 && x.Stride == 0 || x.N > 1 && x.Stride > 0, "%v", x)
			for i := range x.N {
				for b := range x.Width {
					got[x.At+i*x.Stride+b]++
				}
			}
		})
		require.Len(t, got, len(want), "%v in %d to %d", g, lo, hi)
		for at, n := range got {
			require.True(t, want[at] && n == 1, "%v in %d to %d", g, lo, hi)
		}
	}
}
