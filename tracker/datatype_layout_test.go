package tracker

import (
	"math"
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// TestConstructors builds each kind of datatype and compares the bytes of one
// element with what the standard's definition gives.
func TestConstructors(t *testing.T) {
	w := newTypeWorld(t)
	i, d, c := w.h("MPI_INT"), w.h("MPI_DOUBLE"), w.h("MPI_CHAR")
	// MPI_DOUBLE at 0, MPI_CHAR at 8; padded to 16 as a C struct is
	padded := w.make(calls.TypeCreateStruct, numbers{9, 0, 16, 0, 9}, 2, []int64{1, 1}, []int64{0, 8}, []int64{d, c})
	tests := []struct {
		name string
		kind calls.Kind
		n    numbers
		args []any
		want []int64
	}{
		{"contiguous", calls.TypeContiguous, plain(12, 0, 12), []any{3, i}, []int64{0, 12}},
		{"contiguous padded", calls.TypeContiguous, numbers{27, 0, 48, 0, 41}, []any{3, padded},
			[]int64{0, 9, 16, 25, 32, 41}},
		{"no elements", calls.TypeContiguous, plain(0, 0, 0), []any{0, i}, nil},
		{"vector", calls.TypeVector, plain(24, 0, 40), []any{3, 2, 4, i}, []int64{0, 8, 16, 24, 32, 40}},
		{"vector without gaps", calls.TypeVector, plain(24, 0, 24), []any{3, 2, 2, i}, []int64{0, 24}},
		{"vector down", calls.TypeVector, plain(12, -16, 20), []any{3, 1, -2, i}, []int64{0, 4, -8, -4, -16, -12}},
		{"vector of one block", calls.TypeVector, plain(20, 0, 20), []any{1, 5, -7, i}, []int64{0, 20}},
		{"vector stride 0", calls.TypeVector, plain(8, 0, 4), []any{2, 1, 0, i}, []int64{0, 4, 0, 4}},
		{"vector of padded", calls.TypeVector, numbers{36, 0, 80, 0, 73}, []any{2, 2, 3, padded},
			[]int64{0, 9, 16, 25, 48, 57, 64, 73}},
		{"hvector", calls.TypeCreateHvector, plain(8, 0, 9), []any{2, 1, 5, i}, []int64{0, 4, 5, 9}},
		{"removed hvector", calls.TypeHvector, plain(8, -5, 9), []any{2, 1, -5, i}, []int64{0, 4, -5, -1}},
		{"indexed", calls.TypeIndexed, plain(16, 0, 28), []any{2, []int64{3, 1}, []int64{4, 0}, i},
			[]int64{16, 28, 0, 4}},
		{"indexed with empty block", calls.TypeIndexed, plain(12, 8, 16),
			[]any{3, []int64{2, 0, 1}, []int64{2, 90, 5}, i}, []int64{8, 16, 20, 24}},
		{"indexed that touch", calls.TypeIndexed, plain(16, 4, 16),
			[]any{2, []int64{3, 1}, []int64{1, 4}, i}, []int64{4, 20}},
		{"hindexed", calls.TypeCreateHindexed, plain(12, -6, 13),
			[]any{2, []int64{1, 2}, []int64{3, -6}, i}, []int64{3, 7, -6, 2}},
		{"removed hindexed", calls.TypeHindexed, plain(8, 1, 10),
			[]any{2, []int64{1, 1}, []int64{1, 7}, i}, []int64{1, 5, 7, 11}},
		{"indexed block", calls.TypeCreateIndexedBlock, plain(24, 0, 40),
			[]any{3, 2, []int64{0, 3, 8}, i}, []int64{0, 8, 12, 20, 32, 40}},
		{"indexed block, regular", calls.TypeCreateIndexedBlock, plain(16, -8, 24),
			[]any{4, 1, []int64{4, 2, 0, -2}, i}, []int64{16, 20, 8, 12, 0, 4, -8, -4}},
		{"hindexed block", calls.TypeCreateHindexedBlock, plain(16, 1, 18),
			[]any{2, 2, []int64{11, 1}, i}, []int64{11, 19, 1, 9}},
		{"struct", calls.TypeCreateStruct, plain(29, 0, 40),
			[]any{3, []int64{2, 1, 2}, []int64{0, 16, 24}, []int64{i, padded, i}}, []int64{0, 8, 16, 32}},
		{"struct of nothing", calls.TypeCreateStruct, plain(0, 0, 0), []any{0, []int64{}, []int64{}, []int64{}}, nil},
		{"removed struct", calls.TypeStruct, numbers{4, -4, 20, 0, 4},
			[]any{3, []int64{1, 1, 1}, []int64{-4, 0, 16}, []int64{w.h("MPI_LB"), i, w.h("MPI_UB")}}, []int64{0, 4}},
		// rows 1..2, columns 2..4 of a 4 x 6 array: bytes 4*(6*1+2) and 4*(6*2+2)
		{"subarray, C order", calls.TypeCreateSubarray, numbers{24, 0, 96, 32, 36},
			[]any{2, []int64{4, 6}, []int64{2, 3}, []int64{1, 2}, 56, i}, []int64{32, 44, 56, 68}},
		{"subarray, Fortran order", calls.TypeCreateSubarray, numbers{24, 0, 96, 36, 40},
			[]any{2, []int64{4, 6}, []int64{2, 3}, []int64{1, 2}, 1, i},
			[]int64{36, 44, 52, 60, 68, 76}},
		{"subarray, three dimensions", calls.TypeCreateSubarray, numbers{32, 0, 240, 84, 104},
			[]any{3, []int64{3, 4, 5}, []int64{2, 2, 2}, []int64{1, 0, 1}, 0, i},
			[]int64{84, 92, 104, 112, 164, 172, 184, 192}},
		{"subarray, whole rows", calls.TypeCreateSubarray, numbers{48, 0, 96, 24, 48},
			[]any{2, []int64{4, 6}, []int64{2, 6}, []int64{1, 0}, 0, i}, []int64{24, 72}},
		{"resized", calls.TypeCreateResized, numbers{9, -8, 40, 0, 9}, []any{padded, -8, 40}, []int64{0, 9}},
		{"dup", calls.TypeDup, numbers{9, 0, 16, 0, 9}, []any{padded}, []int64{0, 9}},
	}
	for _, tt := range tests {
		got := w.known(tt.kind, tt.n, tt.args...)
		if tt.name == "struct" { // 8 bytes of ints, a gap, 9 bytes, a gap, 8 bytes
			tt.want = []int64{0, 8, 16, 25, 24, 32}
			if s := segments(t, got, 1); !equal(s, 0, 8, 16, 25, 24, 32) {
				t.Errorf("struct: %v", s)
			}
			continue
		}
		if s := segments(t, got, 1); !equal(s, tt.want...) {
			t.Errorf("%s: %v, want %v", tt.name, s, tt.want)
		}
		if l := got.layout; l.size > 0 && (l.lo != got.TrueLB || l.hi != got.TrueUB()) {
			t.Errorf("%s: hull %d..%d, want %d..%d", tt.name, l.lo, l.hi, got.TrueLB, got.TrueUB())
		}
	}
}
