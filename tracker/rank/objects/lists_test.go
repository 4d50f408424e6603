package objects

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
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

// ofConfig are the objects of a rank that is read so.
func ofConfig(c reading.Config) *Objects {
	d := reading.New(c)
	o := &Objects{}
	o.Begin(&d)
	return o
}

func TestLists(t *testing.T) {
	lists := reading.NewLists(nil)
	shared := reading.Config{Size: 100, Lists: lists}
	ranks := []*Objects{ofConfig(shared), ofConfig(shared), ofConfig(reading.Config{Size: 100})}
	for name, members := range map[string][]int64{
		"none": {}, "all": from(0, 1, 100), "reversed": from(99, -1, 100), "even": from(0, 2, 50), "few": {3, 1}, "some beyond": from(90, 1, 30),
		"irregular": {9, 2, 50, 4, 77, 21, 22, 5, 90, 1, 33, 8, 60, 12, 47, 2, 18}, "more than all": from(0, 1, 101), "negative": from(20, -1, 40),
	} {
		var of [][]int32
		for _, o := range ranks {
			list := o.list(ranksOf(t, members...))
			require.Len(t, list, len(members), name)
			for i, v := range members {
				if v < 0 || v >= 100 {
					v = -1
				}
				require.Equal(t, int32(v), list[i], name)
			}
			of = append(of, list)
			want := slices.Sorted(slices.Values(list))
			assert.Equal(t, reading.ListFacts{Sum: object.HashID(want), Beyond: slices.Contains(list, -1)}, o.reading.Lists.FactsOf(list), name)
			assert.Equal(t, o.reading.Lists.FactsOf(list), o.reading.Lists.FactsOf(list), name)
		}
		if len(members) >= reading.ShortList {
			assert.Same(t, &of[0][0], &of[1][0], "%s: shared", name)
		}
	}
}

// The same members have the same sum, in whatever order ranks have them.
func TestListSums(t *testing.T) {
	o := ofConfig(reading.Config{Size: 100, Lists: reading.NewLists(nil)})
	up := o.reading.Lists.FactsOf(o.list(ranksOf(t, from(0, 1, 50)...)))
	down := o.reading.Lists.FactsOf(o.list(ranksOf(t, from(49, -1, 50)...)))
	assert.Equal(t, up, down)
	assert.NotEqual(t, up, o.reading.Lists.FactsOf(o.list(ranksOf(t, from(0, 1, 51)...))))
}
