package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		figure sample
		budget budget
		noisy  bool
		want   string
	}{
		{sample{1.9, 2, 9}, atLeast(2), false, "met"},
		{sample{1.9, 1.99, 9}, atLeast(2), false, "missed"},
		{sample{1.05, 2, 0}, atMost(1.05), false, "met"},
		{sample{1.06, 2, 0}, atMost(1.05), false, "missed"},
		{sample{1.06}, atMost(1.05), true, "noise"},
		{sample{1.06}, budget{}, true, ""},
		{sample{0.5}, budget{}, false, ""},
		{sample{math.NaN()}, atLeast(2), false, "missed"},
		{sample{math.NaN()}, atMost(2), false, "missed"},
	} {
		assert.Equal(t, c.want, row{figure: c.figure, budget: c.budget, noisy: c.noisy}.verdict(), "%v %v", c.figure, c.budget)
	}
	assert.Equal(t, []string{"≥ 2.00", "≤ 1.05", ""}, []string{atLeast(2).String(), atMost(1.05).String(), budget{}.String()})
}

func TestRow(t *testing.T) {
	r := row{label: "report, 2 ranks", figure: sample{2, 3, 1}, budget: atLeast(2), detail: "2 → 1 s"}
	assert.Regexp(t, `^  met +report, 2 ranks +2.00 \(1.00–3.00\) +≥ 2.00 +2 → 1 s$`, r.String())
}

func TestSample(t *testing.T) {
	s := sample{5, 1, 4, 2, 3}
	assert.Equal(t, []float64{3, 1, 5}, []float64{s.median(), s.min(), s.max()})
	assert.Equal(t, 4.0, sample{1, 4}.median(), "the upper of two")
	assert.Equal(t, "3.00 (1.00–5.00)", s.String())
	assert.Equal(t, "0.0012", sample{0.00123}.String())
	assert.Equal(t, sample{2, 4}, sample{4, 4}.over(sample{2, 1}), "repeat by repeat")
	assert.Zero(t, sample(nil).median())
}

func TestParseBenchmark(t *testing.T) {
	r, ok := parseBenchmark("BenchmarkDrain/halo_by_PSCW-2 \t 50 \t 1230 ns/op \t 0.002 allocs/record \t 99.5 ns/record")
	assert.True(t, ok)
	assert.Equal(t, benchmark{"halo by PSCW-2", map[string]float64{"ns/op": 1230, "allocs/record": 0.002, "ns/record": 99.5}}, r)
	for _, line := range []string{"", "PASS", "goos: linux", "BenchmarkDrain/x", "BenchmarkDrain/x 1 x ns/op", "ok  github.com 1.0s x"} {
		_, ok := parseBenchmark(line)
		assert.False(t, ok, line)
	}
}
