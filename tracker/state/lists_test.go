package state

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// ranksOf are members of a group as a log has them.
func ranksOf(t *testing.T, members ...int64) event.Ranks {
	t.Helper()
	r, ok := event.RanksOf(event.AppendRanks(nil, members), 0)
	require.True(t, ok)
	return r
}

// from returns n numbers, each step more than the one before.
func from(first, step int64, n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = first + step*int64(i)
	}
	return out
}

func TestLists(t *testing.T) {
	lists := NewLists(nil)
	shared := Config{Size: 100, Lists: lists}
	ranks := []*Rank{NewRank(shared), NewRank(shared), NewRank(Config{Size: 100})}
	for name, members := range map[string][]int64{
		"none": {}, "all": from(0, 1, 100), "reversed": from(99, -1, 100), "even": from(0, 2, 50), "few": {3, 1}, "some beyond": from(90, 1, 30),
		"irregular": {9, 2, 50, 4, 77, 21, 22, 5, 90, 1, 33, 8, 60, 12, 47, 2, 18}, "more than all": from(0, 1, 101), "negative": from(20, -1, 40),
	} {
		var of [][]int32
		for _, r := range ranks {
			list := r.objects.list(ranksOf(t, members...))
			require.Len(t, list, len(members), name)
			for i, v := range members {
				if v < 0 || v >= 100 {
					v = -1
				}
				require.Equal(t, int32(v), list[i], name)
			}
			of = append(of, list)
			want := slices.Sorted(slices.Values(list))
			assert.Equal(t, listFacts{object.HashID(want), slices.Contains(list, -1)}, r.Lists.factsOf(list), name)
			assert.Equal(t, r.Lists.factsOf(list), r.Lists.factsOf(list), name)
		}
		if len(members) >= shortList {
			assert.Same(t, &of[0][0], &of[1][0], "%s: shared", name)
		}
	}
}

// The same members have the same sum, in whatever order ranks have them.
func TestListSums(t *testing.T) {
	r := NewRank(Config{Size: 100, Lists: NewLists(nil)})
	up := r.Lists.factsOf(r.objects.list(ranksOf(t, from(0, 1, 50)...)))
	down := r.Lists.factsOf(r.objects.list(ranksOf(t, from(49, -1, 50)...)))
	assert.Equal(t, up, down)
	assert.NotEqual(t, up, r.Lists.factsOf(r.objects.list(ranksOf(t, from(0, 1, 51)...))))
}

// A set of targets against a map.
func TestTargetSet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s targetSet
	for range 50 {
		want := map[int64]bool{}
		var uses []op.TargetUse
		for range rnd.IntN(200) {
			k := rnd.Int64N(10)*targetPageSize + rnd.Int64N(80) - 3
			assert.Equal(t, k >= 0 && !want[k], s.addNew(k), k)
			if k >= 0 && !want[k] {
				want[k] = true
				uses = append(uses, op.TargetUse{Target: int32(k)})
			}
		}
		for k := int64(-5); k < 12*targetPageSize; k++ {
			if s.has(k) != want[k] {
				require.Fail(t, "differs", k)
			}
		}
		if rnd.IntN(2) == 0 {
			uses = nil
		}
		s.reset(uses)
		for k := range want {
			assert.False(t, s.has(k))
		}
	}
	assert.False(t, s.has(1<<40))
	assert.False(t, s.addNew(1<<40), "no communicator has as many ranks")
}
