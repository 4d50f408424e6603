package memory

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Buffers come and go in any order, and near finds the same buffers as a search of all.
func TestExtents(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var s extents
	var all []*InUse
	hits := 0
	for range 20000 {
		if len(all) > 0 && rng.IntN(5) < 2 {
			i := rng.IntN(len(all))
			s.remove(all[i])
			all = slices.Delete(all, i, i+1)
			continue
		}
		lo := rng.Int64N(5000)
		u := &InUse{Memory: call.Memory{Lo: lo, Hi: lo + 1 + rng.Int64N(20)}}
		s.add(u)
		all = append(all, u)
		if rng.IntN(3) > 0 {
			continue
		}
		lo = rng.Int64N(5000)
		hi := lo + rng.Int64N(10)
		want := 0
		for _, u := range all {
			if u.Lo < hi && lo < u.Hi {
				want++
			}
		}
		got := s.near(lo, hi, make([]*InUse, 0, 4096))
		assert.Len(t, got, want)
		for _, u := range got {
			assert.True(t, u.Lo < hi && lo < u.Hi && u.under)
		}
		hits += want
	}
	assert.Equal(t, len(all), s.n)
	assert.Greater(t, hits, 1000)
	assert.Len(t, s.near(0, 6000, make([]*InUse, 0, 7)), 7, "no more than there is room for")
}

// An iteration searches n buffers, removes a buffer and adds a buffer.
func BenchmarkExtents(b *testing.B) {
	for _, n := range []int{8, 1 << 10, 1 << 14, 1 << 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var s extents
			all := make([]*InUse, n)
			for i, k := range rand.New(rand.NewPCG(5, 6)).Perm(n) {
				all[i] = &InUse{Memory: call.Memory{Lo: int64(k) * 100, Hi: int64(k)*100 + 90}}
				s.add(all[i])
			}
			out := make([]*InUse, 0, 8)
			b.ResetTimer()
			for i := range b.N {
				u := all[i%n]
				out = s.near(u.Lo, u.Hi, out[:0])
				s.remove(u)
				s.add(u)
			}
		})
	}
}
