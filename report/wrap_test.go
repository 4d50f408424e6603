package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRankList(t *testing.T) {
	for want, ranks := range map[string][]int{
		"":           {},
		"3":          {3},
		"0,1":        {0, 1},
		"0-3,7":      {0, 1, 2, 3, 7},
		"0,2,4,5,9":  {0, 2, 4, 5, 9},
		"5-7,99-101": {5, 6, 7, 99, 100, 101},
	} {
		assert.Equal(t, want, rankList(ranks))
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000"} {
		assert.Equal(t, want, thousands(n))
	}
}

func TestWrap(t *testing.T) {
	assert.Equal(t, []string{"one two", "three"}, wrap("one two three", 8))
	assert.Equal(t, []string{"a", "/long/path/stays/whole", "b"}, wrap("a /long/path/stays/whole b", 8))
	assert.Equal(t, []string{"first", "", "second"}, wrap(" first\n\nsecond\n", 20))
	assert.Equal(t, []string{"größer"}, wrap("größer", 6))
	assert.Equal(t, []string{""}, wrap("", 6))
}
