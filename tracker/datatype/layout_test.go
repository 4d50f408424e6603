package datatype

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// TestConstructors builds each kind of datatype and compares the bytes of an element with the standard's definition.
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
		{"indexed block, regular", calls.TypeCreateIndexedBlock, plain(16, -8, 28),
			[]any{4, 1, []int64{4, 2, 0, -2}, i}, []int64{16, 20, 8, 12, 0, 4, -8, -4}},
		{"hindexed block", calls.TypeCreateHindexedBlock, plain(16, 1, 18),
			[]any{2, 2, []int64{11, 1}, i}, []int64{11, 19, 1, 9}},
		{"struct", calls.TypeCreateStruct, plain(25, 0, 36),
			[]any{3, []int64{2, 1, 2}, []int64{0, 16, 28}, []int64{i, padded, i}},
			[]int64{0, 8, 16, 25, 28, 36}},
		{"struct that touches", calls.TypeCreateStruct, plain(21, 0, 21),
			[]any{3, []int64{2, 1, 1}, []int64{0, 8, 17}, []int64{i, padded, i}}, []int64{0, 21}},
		{"struct of nothing", calls.TypeCreateStruct, plain(0, 0, 0), []any{0, []int64{}, []int64{}, []int64{}}, nil},
		{"removed struct", calls.TypeStruct, numbers{4, -4, 20, 0, 4},
			[]any{3, []int64{1, 1, 1}, []int64{-4, 0, 16}, []int64{w.h("MPI_LB"), i, w.h("MPI_UB")}}, []int64{0, 4}},
		// rows 1..2, columns 2..4 of a 4 x 6 array: bytes 4*(6*1+2) and 4*(6*2+2)
		{"subarray, C order", calls.TypeCreateSubarray, numbers{24, 0, 96, 32, 36},
			[]any{2, []int64{4, 6}, []int64{2, 3}, []int64{1, 2}, 0, i}, []int64{32, 44, 56, 68}},
		{"subarray, Fortran order", calls.TypeCreateSubarray, numbers{24, 0, 96, 36, 40},
			[]any{2, []int64{4, 6}, []int64{2, 3}, []int64{1, 2}, 1, i},
			[]int64{36, 44, 52, 60, 68, 76}},
		{"subarray, three dimensions", calls.TypeCreateSubarray, numbers{32, 0, 240, 84, 108},
			[]any{3, []int64{3, 4, 5}, []int64{2, 2, 2}, []int64{1, 0, 1}, 0, i},
			[]int64{84, 92, 104, 112, 164, 172, 184, 192}},
		{"subarray, whole rows", calls.TypeCreateSubarray, numbers{48, 0, 96, 24, 48},
			[]any{2, []int64{4, 6}, []int64{2, 6}, []int64{1, 0}, 0, i}, []int64{24, 72}},
		{"resized", calls.TypeCreateResized, numbers{9, -8, 40, 0, 9}, []any{padded, -8, 40}, []int64{0, 9}},
		{"dup", calls.TypeDup, numbers{9, 0, 16, 0, 9}, []any{padded}, []int64{0, 9}},
	}
	for _, tt := range tests {
		got := w.known(tt.kind, tt.n, tt.args...)
		if s := segments(t, got, 1); !equal(s, tt.want...) {
			t.Errorf("%s: %v, want %v", tt.name, s, tt.want)
		}
		if l := got.layout; l.size > 0 && (l.lo != got.TrueLB || l.hi != got.TrueUB()) {
			t.Errorf("%s: hull %d..%d, want %d..%d", tt.name, l.lo, l.hi, got.TrueLB, got.TrueUB())
		}
	}
}

func TestDupTakesOverCommit(t *testing.T) {
	w := newTypeWorld(t)
	old := w.make(calls.TypeContiguous, plain(8, 0, 8), 2, w.h("MPI_INT"))
	if w.known(calls.TypeDup, plain(8, 0, 8), old).Committed {
		t.Error("copy of a datatype that is not committed is committed")
	}
	w.Commit(old, tracker.Site{Seq: 5})
	if !w.known(calls.TypeDup, plain(8, 0, 8), old).Committed {
		t.Error("copy of a committed datatype is not committed")
	}
	if w.known(calls.TypeCreateResized, numbers{8, 0, 16, 0, 8}, old, 0, 16).Committed {
		t.Error("resized datatype is committed")
	}
}

func TestBoundsOfEmptyParts(t *testing.T) {
	w := newTypeWorld(t)
	empty := w.make(calls.TypeContiguous, plain(0, 0, 0), 0, w.h("MPI_INT"))
	args := []any{2, []int64{1, 1}, []int64{8, -40}, []int64{w.h("MPI_INT"), empty}}
	d := w.known(calls.TypeCreateStruct, plain(4, -40, 52), args...)
	if lo, hi := Span(d, 1); lo != 8 || hi != 12 || d.LB != -40 {
		t.Errorf("library counts an empty part: span %d..%d", lo, hi)
	}
	if d := w.Lookup(w.make(calls.TypeCreateStruct, plain(4, 0, 4), args...)); !d.Unknown {
		t.Error("library's bounds leave out data, and the model is believed")
	}
}

func TestUnknownArrayOrder(t *testing.T) {
	w := newTypeWorld(t)
	h := w.make(calls.TypeCreateSubarray, numbers{4, 0, 16, 0, 4}, 1, []int64{4}, []int64{1}, []int64{0}, 4711, w.h("MPI_INT"))
	if !w.Lookup(h).Unknown {
		t.Error("subarray of an order that no library has")
	}
}

func TestDarray(t *testing.T) {
	w := newTypeWorld(t)
	d := w.known(calls.TypeCreateDarray, numbers{24, 0, 48, 8, 40}, 2, 1, 1,
		[]int64{12}, []int64{1}, []int64{2}, []int64{2}, 0, w.h("MPI_INT"))
	if ok, why := matches(d, 2, w.get("MPI_INT"), 12); !ok {
		t.Error(why)
	}
	if ok, _ := matches(d, 2, w.get("MPI_INT"), 11); ok {
		t.Error("12 MPI_INT fit into 11")
	}
	if lo, hi := Span(d, 2); lo != 8 || hi != 96 {
		t.Errorf("span %d %d", lo, hi)
	}
	if got := segments(t, d, 1); !equal(got, 8, 16, 24, 32, 40, 48) { // pairs of ints
		t.Errorf("bytes: %v", got)
	}
	wrong := w.known(calls.TypeCreateDarray, numbers{24, 0, 48, 8, 40}, 2, 1, 1,
		[]int64{12}, []int64{1}, []int64{1}, []int64{2}, 0, w.h("MPI_INT"))
	if Overlaps(wrong, 3) || Segments(wrong, 1, 100, func(_, _ int64) {}) {
		t.Error("the library has other bytes, and the model is believed")
	}
	part := w.known(calls.TypeContiguous, numbers{48, 0, 96, 8, 88}, 2, w.next)
	if Overlaps(part, 1) || Segments(part, 1, 100, func(_, _ int64) {}) {
		t.Error("the bytes of what holds it are modeled all the same")
	}
}

// The parts of an array that processes compute are the parts that MPI defines.
func TestDarrayParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		w := newTypeWorld(t)
		f := &calls.Flavours[i%len(calls.Flavours)]
		w.Flavour = f
		names := []int64{f.DistributeBlock, f.DistributeCyclic, f.DistributeNone}
		n := 1 + rng.IntN(3)
		var sizes, kinds, lengths, procs [3]int64
		count := int64(1)
		for i := range n {
			sizes[i], kinds[i], procs[i], lengths[i] = 1+rng.Int64N(9), names[rng.IntN(3)], 1+rng.Int64N(3), f.DistributeArg
			switch {
			case kinds[i] == f.DistributeNone:
				procs[i] = 1
			case rng.IntN(2) == 0 && kinds[i] == f.DistributeBlock:
				lengths[i] = (sizes[i]+procs[i]-1)/procs[i] + rng.Int64N(3)
			case rng.IntN(2) == 0:
				lengths[i] = 1 + rng.Int64N(4)
			}
			count *= procs[i]
		}
		order, rank := []int64{f.OrderC, f.OrderFortran}[rng.IntN(2)], rng.Int64N(count)
		mine := darrayBytes(f, n, sizes, kinds, lengths, procs, order, rank)
		whole := 4 * sizes[0] * max(sizes[1], 1) * max(sizes[2], 1)
		if len(mine) == 0 {
			continue
		}
		d := w.known(calls.TypeCreateDarray, numbers{int64(len(mine)), 0, whole, mine[0], mine[len(mine)-1] + 1 - mine[0]}, count, rank, int64(n),
			sizes[:n], kinds[:n], lengths[:n], procs[:n], order, w.h("MPI_INT"))
		var got []int64
		ok := Segments(d, 1, 4096, func(lo, hi int64) {
			for ; lo < hi; lo++ {
				got = append(got, lo)
			}
		})
		if !ok || !slices.Equal(got, mine) {
			t.Fatalf("sizes %v kinds %v lengths %v procs %v order %d rank %d: %v, not %v", sizes[:n], kinds[:n], lengths[:n], procs[:n], order, rank, got, mine)
		}
		from := rng.Int64N(int64(len(mine)))
		to := from + 1 + rng.Int64N(int64(len(mine))-from)
		got = nil
		p, at, k, ok := w.part(d, from, to)
		if !ok || !Segments(p, k, 4096, func(lo, hi int64) {
			for ; lo < hi; lo++ {
				got = append(got, at+lo)
			}
		}) || !slices.Equal(got, mine[from:to]) {
			t.Fatalf("bytes %d to %d of %v: %v", from, to, mine, got)
		}
	}
}

// darrayBytes returns the bytes of a process's part, by determining for each element which process owns it.
func darrayBytes(f *calls.Flavour, n int, sizes, kinds, lengths, procs [3]int64, order, rank int64) (out []int64) {
	elements := int64(1)
	for i := range n {
		elements *= sizes[i]
	}
	for e := range elements {
		left, own := e, int64(0)
		at := [3]int64{}
		for i := range n {
			dim := i
			if order == f.OrderC {
				dim = n - 1 - i
			}
			at[dim], left = left%sizes[dim], left/sizes[dim]
		}
		for i := range n {
			length := lengths[i]
			switch {
			case kinds[i] == f.DistributeNone:
				length = sizes[i]
			case length == f.DistributeArg && kinds[i] == f.DistributeBlock:
				length = (sizes[i] + procs[i] - 1) / procs[i]
			case length == f.DistributeArg:
				length = 1
			}
			own = own*procs[i] + at[i]/length%procs[i]
		}
		if own == rank {
			for b := range int64(4) {
				out = append(out, 4*e+b)
			}
		}
	}
	return out
}

// Cover finds the bytes that a data stream reaches through its filetypes.
func TestCover(t *testing.T) {
	w := newTypeWorld(t)
	v := w.known(calls.TypeVector, plain(12, 0, 20), 3, 1, 2, w.h("MPI_INT"))
	var stream []int64
	for tile := range int64(20) {
		Segments(v, 1, 100, func(lo, hi int64) {
			for b := lo; b < hi; b++ {
				stream = append(stream, tile*v.Extent+b)
			}
		})
	}
	for start := range int64(60) {
		for n := int64(1); n < 60; n++ {
			var got []int64
			ok := w.Cover(v, start, n, func(at, count int64, d *Type) {
				Segments(d, count, 4096, func(lo, hi int64) {
					for ; lo < hi; lo++ {
						got = append(got, at+lo)
					}
				})
			})
			slices.Sort(got)
			if !ok || !slices.Equal(got, stream[start:start+n]) {
				t.Fatalf("%d bytes from %d on: %v", n, start, got)
			}
		}
	}
}

func TestSegmentsOfManyElements(t *testing.T) {
	w := newTypeWorld(t)
	v := w.known(calls.TypeVector, plain(12, 0, 20), 3, 1, 2, w.h("MPI_INT"))
	if got := segments(t, v, 2); !equal(got, 0, 4, 8, 12, 16, 24, 28, 32, 36, 40) {
		t.Errorf("two vectors: %v", got)
	}
	var got []int64
	if Segments(v, 1000, 3, func(lo, hi int64) { got = append(got, lo, hi) }) {
		t.Error("more runs than asked for, and complete")
	}
	if !equal(got, 0, 4, 8, 12, 16, 20) {
		t.Errorf("first runs: %v", got)
	}
	if got := segments(t, v, 0); got != nil {
		t.Errorf("no element: %v", got)
	}
}

func TestOverlaps(t *testing.T) {
	w := newTypeWorld(t)
	i, d := w.h("MPI_INT"), w.h("MPI_DOUBLE")
	column := w.make(calls.TypeVector, numbers{80, 0, 728, 0, 728}, 10, 1, 10, d) // of a 10 x 10 matrix
	wide := w.make(calls.TypeVector, plain(8e6, 0, 1.6e7-8), int64(1e6), 1, 2, d)
	tests := []struct {
		name  string
		kind  calls.Kind
		n     numbers
		args  []any
		count int64
		want  bool
	}{
		{"contiguous", calls.TypeContiguous, plain(12, 0, 12), []any{3, i}, 1e9, false},
		{"vector", calls.TypeVector, plain(24, 0, 40), []any{3, 2, 4, i}, 1e9, false},
		{"vector, stride below block", calls.TypeVector, plain(24, 0, 16), []any{3, 2, 1, i}, 1, true},
		{"vector, stride 0", calls.TypeVector, plain(8, 0, 4), []any{2, 1, 0, i}, 1, true},
		{"one block, stride 0", calls.TypeVector, plain(8, 0, 8), []any{1, 2, 0, i}, 1, false},
		{"hvector by a byte short", calls.TypeCreateHvector, plain(8, 0, 7), []any{2, 1, 3, i}, 1, true},
		{"vector down", calls.TypeVector, plain(12, -16, 20), []any{3, 1, -2, i}, 7, false},
		{"vector down, overlapping", calls.TypeCreateHvector, plain(12, -6, 10), []any{3, 1, -3, i}, 1, true},
		{"indexed", calls.TypeIndexed, plain(16, 0, 28), []any{2, []int64{3, 1}, []int64{4, 0}, i}, 9, false},
		{"indexed, block in block", calls.TypeIndexed, plain(20, 0, 16), []any{2, []int64{4, 1}, []int64{0, 2}, i}, 1, true},
		{"indexed, last touches first", calls.TypeIndexed, plain(24, 0, 24),
			[]any{3, []int64{2, 2, 2}, []int64{4, 2, 0}, i}, 1, false},
		{"resized to the end", calls.TypeCreateResized, numbers{80, 0, 800, 0, 728}, []any{column, 0, 800}, 9, false},
		{"columns side by side", calls.TypeCreateResized, numbers{80, 0, 8, 0, 728}, []any{column, 0, 8}, 10, false},
		{"one column too many", calls.TypeCreateResized, numbers{80, 0, 8, 0, 728}, []any{column, 0, 8}, 11, true},
		{"columns, extent not a multiple", calls.TypeCreateResized, numbers{80, 0, 12, 0, 728}, []any{column, 0, 12}, 7, false},
		{"columns shifted into each other", calls.TypeCreateResized, numbers{80, 0, 12, 0, 728}, []any{column, 0, 12}, 8, true},
		{"columns half shifted", calls.TypeCreateResized, numbers{80, 0, 4, 0, 728}, []any{column, 0, 4}, 2, true},
		{"extent 0, one", calls.TypeCreateResized, numbers{80, 0, 0, 0, 728}, []any{column, 0, 0}, 1, false},
		{"extent 0, two", calls.TypeCreateResized, numbers{80, 0, 0, 0, 728}, []any{column, 0, 0}, 2, true},
		{"negative extent", calls.TypeCreateResized, numbers{80, 0, -8, 0, 728}, []any{column, 0, -8}, 10, false},
		{"negative extent, one too many", calls.TypeCreateResized, numbers{80, 0, -8, 0, 728}, []any{column, 0, -8}, 11, true},
		{"matrix by columns", calls.TypeCreateHvector, plain(800, 0, 800), []any{10, 1, 8, column}, 1, false},
		{"eleven columns", calls.TypeCreateHvector, plain(880, 0, 808), []any{11, 1, 8, column}, 1, true},
		{"real and imaginary parts", calls.TypeCreateStruct, numbers{160, 0, 736, 0, 736},
			[]any{2, []int64{1, 1}, []int64{0, 8}, []int64{column, column}}, 1, false},
		{"parts meet", calls.TypeCreateStruct, numbers{160, 0, 808, 0, 808},
			[]any{2, []int64{1, 1}, []int64{0, 80}, []int64{column, column}}, 1, true},
		{"a million blocks", calls.TypeDup, plain(8e6, 0, 1.6e7-8), []any{wide}, 1e6, false},
		{"too many runs to compare", calls.TypeCreateResized, numbers{8e6, 0, 8, 0, 1.6e7 - 8}, []any{wide, 0, 8}, 3, false},
		{"empty", calls.TypeContiguous, plain(0, 0, 0), []any{0, column}, 5, false},
	}
	for _, tt := range tests {
		got := w.known(tt.kind, tt.n, tt.args...)
		if o := Overlaps(got, tt.count); o != tt.want {
			t.Errorf("%s: overlap of %d is %v", tt.name, tt.count, o)
		}
		if Overlaps(got, tt.count) != tt.want { // from the cache
			t.Errorf("%s: asked again, another answer", tt.name)
		}
	}
	if Overlaps(w.get("MPI_SHORT_INT"), 100) || Overlaps(w.Lookup(column), 0) || Overlaps(nil, 1) {
		t.Error("overlap where there is none")
	}
}

// TestOverlapsAgainstCounting compares with counting every byte, for many
// small datatypes.
func TestOverlapsAgainstCounting(t *testing.T) {
	w := newTypeWorld(t)
	sh := w.get("MPI_SHORT")
	for a := int64(-4); a <= 4; a++ {
		for b := int64(-4); b <= 4; b++ {
			l := newBlocks(sh.layout, 2, []layoutBlock{{at: 0, n: 2}, {at: a + 4, n: 1}, {at: a*b + 3, n: 2}})
			for extent := int64(-7); extent <= 13; extent++ {
				d := &Type{Size: l.size, Extent: extent, layout: l}
				for count := int64(1); count <= 6; count++ {
					if got, want := Overlaps(d, count), overlapsByCounting(d, count); got != want {
						t.Fatalf("%d %d extent %d count %d: %v, want %v", a, b, extent, count, got, want)
					}
				}
			}
		}
	}
}

func overlapsByCounting(d *Type, count int64) bool {
	seen, twice := map[int64]bool{}, false
	Segments(d, count, math.MaxInt64, func(lo, hi int64) {
		for b := lo; b < hi; b++ {
			twice = twice || seen[b]
			seen[b] = true
		}
	})
	return twice
}

func TestRegularBlocksBecomeVectors(t *testing.T) {
	w := newTypeWorld(t)
	at := make([]int64, 100000)
	for i := range at {
		at[i] = int64(3 * i)
	}
	d := w.known(calls.TypeCreateIndexedBlock, plain(400000, 0, 12*99999+4), len(at), 1, at, w.h("MPI_INT"))
	if d.layout.kind != vectorLayout || d.layout.blocks != nil {
		t.Errorf("layout %+v", d.layout)
	}
}

func TestSharedPartsAreLookedAtOnce(t *testing.T) {
	w := newTypeWorld(t)
	h, size, hull := w.h("MPI_INT"), int64(4), int64(4)
	for range 40 { // 2^40 paths lead to the innermost datatype
		second := hull + 4
		size, hull = 2*size, second+hull
		h = w.make(calls.TypeCreateStruct, numbers{size, 0, hull, 0, hull}, 2,
			[]int64{1, 1}, []int64{0, second}, []int64{h, h})
	}
	if Overlaps(w.Lookup(h), 1) {
		t.Error("overlap where there is none")
	}
}
