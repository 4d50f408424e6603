package datatype

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func (g Regular) bytes() map[int64]bool {
	out := map[int64]bool{}
	for i := range g.N {
		for k := range g.Width {
			out[g.At+i*g.Stride+k] = true
		}
	}
	return out
}

func TestRegularMeets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(stride int64) Regular {
		g, _ := Regular{At: rng.Int64N(40) - 20, Width: 1 + rng.Int64N(stride), Stride: stride, N: 1 + rng.Int64N(5)}.ascending()
		return g
	}
	met := 0
	for range 20000 {
		stride := 1 + rng.Int64N(9)
		a, b := draw(stride), draw(stride)
		want := false
		other := b.bytes()
		for at := range a.bytes() {
			want = want || other[at]
		}
		got, known := a.meets(b)
		if !assert.True(t, known) || !assert.Equal(t, want, got, "%+v %+v", a, b) {
			return
		}
		if got {
			met++
		}
	}
	assert.Greater(t, met, 1000)
}

func TestRegularOf(t *testing.T) {
	run := newRun(0, 8)
	typeOf := func(l *layout, extent int64) *Type { return &Type{layout: l, Extent: extent, Size: l.size} }
	column := newVector(run, 8, 4, 1, 80, 16)
	tests := []struct {
		d     *Type
		count int64
		want  Regular
		ok    bool
	}{
		{typeOf(run, 8), 5, Regular{0, 40, 0, 1}, true},
		{typeOf(run, 24), 3, Regular{0, 8, 24, 3}, true},
		{typeOf(run, -24), 3, Regular{-48, 8, 24, 3}, true},
		{typeOf(run, 4), 3, Regular{0, 8, 4, 3}, false},
		{typeOf(column, 248), 1, Regular{16, 8, 80, 4}, true},
		{typeOf(column, 320), 2, Regular{16, 8, 80, 8}, true},
		{typeOf(column, 248), 2, Regular{}, false},
		{typeOf(newVector(column, 8, 2, 1, 1000, 0), 1400), 1, Regular{}, false},
		{typeOf(opaqueOf(8, 0, 8), 8), 1, Regular{}, false},
		{nil, 1, Regular{}, false},
	}
	for _, tt := range tests {
		got, ok := regularOf(tt.d, tt.count)
		assert.Equal(t, tt.ok, ok)
		if ok {
			assert.Equal(t, tt.want, got)
		}
	}
}
