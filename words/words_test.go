package words

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSpans(t *testing.T) {
	for want, ranks := range map[string][]int{
		"":           {},
		"3":          {3},
		"0,1":        {0, 1},
		"0-3,7":      {0, 1, 2, 3, 7},
		"0,2,4,5,9":  {0, 2, 4, 5, 9},
		"5-7,99-101": {5, 6, 7, 99, 100, 101},
	} {
		assert.Equal(t, want, Spans(ranks))
	}
	assert.Equal(t, "rank 3", RankSpans([]int{3}))
	assert.Equal(t, "ranks 0-2", RankSpans([]int{0, 1, 2}))
}

func TestRanks(t *testing.T) {
	assert.Equal(t, "rank 3", Ranks([]int{3}))
	assert.Equal(t, "ranks 0, 2", Ranks([]int32{0, 2}))
	assert.Equal(t, "ranks 0, 1, 2, 3, 4, 5, 6, 7", Ranks([]int{0, 1, 2, 3, 4, 5, 6, 7}))
	assert.Equal(t, "ranks 0, 1, 2, 3, 4, 5, 6, 7 and 1 more", Ranks([]int{0, 1, 2, 3, 4, 5, 6, 7, 8}))
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000"} {
		assert.Equal(t, want, Thousands(n))
	}
	for n, want := range map[int]string{0: "0 calls", 1: "1 call", 2: "2 calls", 1000: "1,000 calls"} {
		assert.Equal(t, want, Count(n, "call"))
	}
	for want, n := range map[string]int64{"0 bytes": 0, "1 byte": 1, "1,023 bytes": 1023, "1 KiB": 1024, "0.999 MiB": 1023 << 10,
		"1.5 GiB": 3 << 29, "1 TiB": 1 << 40, "1 PiB": 1 << 50, "8 EiB": 1<<63 - 1} {
		assert.Equal(t, want, Bytes(n))
	}
}

func TestJoin(t *testing.T) {
	assert.Equal(t, "", Join(nil, 2, ", "))
	assert.Equal(t, "a, b", Join([]string{"a", "b"}, 2, ", "))
	assert.Equal(t, "a, b, and 1 more", Join([]string{"a", "b", "c"}, 2, ", "))
	assert.Equal(t, "a; and 1,999 more", Join(append([]string{"a"}, make([]string, 1999)...), 1, "; "))
}
