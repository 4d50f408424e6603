package objects

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOneWay(t *testing.T) {
	for name, c := range map[string]struct {
		index, edges []int64
		from, to     int64
		found        bool
	}{
		"empty":         {nil, nil, 0, 0, false},
		"pair":          {[]int64{1, 2}, []int64{1, 0}, 0, 0, false},
		"one way":       {[]int64{1, 1}, []int64{1}, 0, 1, true},
		"other way":     {[]int64{0, 1}, []int64{0}, 1, 0, true},
		"itself":        {[]int64{2, 3}, []int64{0, 1, 0}, 0, 0, false},
		"twice":         {[]int64{2, 4}, []int64{1, 1, 0, 0}, 0, 0, false},
		"more one way":  {[]int64{2, 3}, []int64{1, 1, 0}, 0, 1, true},
		"first of many": {[]int64{1, 1, 2, 2}, []int64{3, 1}, 0, 3, true},
		"beyond":        {[]int64{3, 3}, []int64{1}, 0, 0, false},
		"descending":    {[]int64{1, 0}, []int64{1}, 0, 0, false},
	} {
		x := Topology{Kind: Graph, Index: c.index, Edges: c.edges}
		for range 2 { // the second time it is known
			from, to, ok := x.OneWay()
			assert.Equal(t, c.found, ok, name)
			assert.Equal(t, [2]int64{c.from, c.to}, [2]int64{from, to}, name)
		}
	}
}
