package datatype

import (
	"strings"
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

func TestCompareSignatures(t *testing.T) {
	w := newTypeWorld(t)
	i, d, c := w.h("MPI_INT"), w.h("MPI_DOUBLE"), w.h("MPI_CHAR")
	// {int, double}: alone, and the same sequence in other forms
	pair := w.known(calls.TypeCreateStruct, plain(12, 0, 16), 2, []int64{1, 1}, []int64{0, 8}, []int64{i, d})
	pairHandle := w.next
	four := w.known(calls.TypeCreateStruct, plain(24, 0, 32), 4, []int64{1, 1, 1, 1}, []int64{0, 8, 16, 24}, []int64{i, d, i, d})
	nested := w.known(calls.TypeVector, plain(72, 0, 192), 3, 2, 5, pairHandle)
	billion := w.known(calls.TypeContiguous, plain(12e9, 0, 16e9), int64(1e9), pairHandle)
	ends := w.known(calls.TypeCreateStruct, numbers{12e9 + 4, 0, 16e9 + 8, 0, 16e9 + 4}, 2,
		[]int64{1, 1}, []int64{0, 16e9}, []int64{w.next, i})
	ints := w.known(calls.TypeVector, plain(24, 0, 40), 3, 2, 4, i)
	mixed := w.known(calls.TypeCreateStruct, plain(13, 0, 16), 3, []int64{1, 1, 1}, []int64{0, 4, 8}, []int64{i, c, d})
	bounded := w.known(calls.TypeStruct, numbers{4, 0, 16, 0, 4}, 2, []int64{1, 1}, []int64{0, 16}, []int64{i, w.h("MPI_UB")})
	empty := w.known(calls.TypeContiguous, plain(0, 0, 0), 0, i)
	floatInt := w.known(calls.TypeCreateStruct, plain(8, 0, 8), 2, []int64{1, 1}, []int64{0, 4}, []int64{w.h("MPI_FLOAT"), i})

	p := w.get
	tests := []struct {
		name   string
		origin *Type
		ocount int64
		target *Type
		tcount int64
		why    string // part of the reason; empty: they match
	}{
		{"equal", p("MPI_INT"), 5, p("MPI_INT"), 5, ""},
		{"less than there is room for", p("MPI_INT"), 4, p("MPI_INT"), 5, ""},
		{"more than there is room for", p("MPI_INT"), 6, p("MPI_INT"), 5, "origin data is 24 bytes, the target datatype and count have room for 20 bytes"},
		{"no room", p("MPI_INT"), 1, p("MPI_INT"), 0, "room for 0 bytes"},
		{"nothing sent", p("MPI_INT"), 0, p("MPI_DOUBLE"), 1, ""},
		{"empty datatype", empty, 9, p("MPI_DOUBLE"), 0, ""},
		{"into an empty datatype", p("MPI_INT"), 1, empty, 9, "room for 0 bytes"},
		{"other class", p("MPI_INT"), 1, p("MPI_FLOAT"), 1, "basic element 0 is MPI_INT (4 bytes) at the origin and MPI_FLOAT (4 bytes) at the target"},
		{"other size", p("MPI_INT"), 2, p("MPI_LONG"), 1, "MPI_LONG (8 bytes) at the target"},
		{"names of one C type", p("MPI_INT"), 2, p("MPI_INT32_T"), 2, ""},
		{"C and Fortran", p("MPI_DOUBLE"), 2, p("MPI_DOUBLE_PRECISION"), 2, ""},
		{"address and long", p("MPI_AINT"), 2, p("MPI_LONG"), 2, ""},
		{"bytes", p("MPI_BYTE"), 8, p("MPI_BYTE"), 8, ""},
		{"bytes into doubles", p("MPI_BYTE"), 8, p("MPI_DOUBLE"), 1, "MPI_BYTE (1 byte) at the origin and MPI_DOUBLE"},
		{"doubles into bytes", p("MPI_DOUBLE"), 1, p("MPI_BYTE"), 8, "MPI_BYTE (1 byte) at the target"},
		{"chars into bytes", p("MPI_CHAR"), 1, p("MPI_BYTE"), 1, "MPI_BYTE"},
		{"packed into doubles", p("MPI_PACKED"), 8, p("MPI_DOUBLE"), 1, ""},
		{"doubles into packed", p("MPI_DOUBLE"), 2, p("MPI_PACKED"), 8, ""},
		{"packed into less", p("MPI_PACKED"), 9, p("MPI_PACKED"), 8, "9 bytes"},
		{"logical and char", p("MPI_C_BOOL"), 1, p("MPI_CHAR"), 1, "MPI_C_BOOL"},
		{"complex and two floats", p("MPI_C_FLOAT_COMPLEX"), 1, p("MPI_FLOAT"), 2, "MPI_C_FLOAT_COMPLEX"},
		{"vector and contiguous", ints, 2, p("MPI_INT"), 12, ""},
		{"contiguous into a vector", p("MPI_INT"), 7, ints, 2, ""},
		{"vector too long", ints, 2, p("MPI_INT"), 11, "48 bytes"},
		{"markers count for nothing", bounded, 3, p("MPI_INT"), 3, ""},
		{"struct written twice", pair, 2, four, 1, ""},
		{"struct in a vector", nested, 1, pair, 6, ""},
		{"part of a vector", pair, 5, nested, 1, ""},
		{"half of a struct", p("MPI_INT"), 1, pair, 1, ""},
		{"struct cut in the second round", four, 2, pair, 3, "room for 36 bytes"},
		{"other order", mixed, 1, pair, 2, "basic element 1 is MPI_CHAR"},
		{"pair as two of one", p("MPI_2INT"), 3, p("MPI_INT"), 6, ""},
		{"pair as a struct", p("MPI_FLOAT_INT"), 2, floatInt, 2, ""},
		{"pairs that differ", p("MPI_FLOAT_INT"), 1, p("MPI_SHORT_INT"), 1, "MPI_FLOAT (4 bytes) at the origin and MPI_SHORT (2 bytes) at the target"},
		{"a billion", billion, 1, pair, 1e9, ""},
		{"a billion of a billion", billion, 1e8, pair, 1e17, ""},
		{"one short of a billion", billion, 1, pair, 1e9 - 1, "room for 11,999,999,988 bytes"},
		{"different after a billion", ends, 2, billion, 3, "basic element 2000000001 is MPI_INT (4 bytes) at the origin and MPI_DOUBLE"},
		{"null", p("MPI_DATATYPE_NULL"), 1, p("MPI_INT"), 1, ""},
		{"unknown handle", nil, 1, p("MPI_INT"), 1, ""},
	}
	for _, tt := range tests {
		ok, why := matches(tt.origin, tt.ocount, tt.target, tt.tcount)
		if ok != (tt.why == "") || !strings.Contains(why, tt.why) {
			t.Errorf("%s: %v %q, want %q", tt.name, ok, why, tt.why)
		}
	}
}

func TestMismatchOfGet(t *testing.T) {
	w := newTypeWorld(t)
	m := CompareSignatures(w.get("MPI_INT"), 8, w.get("MPI_INT"), 4)
	if got := m.Why("target", "origin"); got != "the target data is 32 bytes, the origin datatype and count have room for 16 bytes" {
		t.Error(got)
	}
}

// TestPrefixesOfSignatures compares each prefix of a tree with the sequence
// written out.
func TestPrefixesOfSignatures(t *testing.T) {
	w := newTypeWorld(t)
	i, d := w.get("MPI_INT").sig, w.get("MPI_DOUBLE").sig
	inner := concatSignatures([]*signature{repeatSignature(i, 3), d, repeatSignature(i, 2)})
	tree := concatSignatures([]*signature{repeatSignature(inner, 4), repeatSignature(d, 5), inner, i})
	var keys []uint64
	for range 4 {
		keys = append(keys, i.uniform, i.uniform, i.uniform, d.uniform, i.uniform, i.uniform)
	}
	for range 5 {
		keys = append(keys, d.uniform)
	}
	keys = append(keys, i.uniform, i.uniform, i.uniform, d.uniform, i.uniform, i.uniform, i.uniform)
	if tree.seq.n != int64(len(keys)) {
		t.Fatalf("%d elements, want %d", tree.seq.n, len(keys))
	}
	want := emptySeq
	for k, key := range keys {
		if got := tree.prefix(int64(k)); got != want {
			t.Errorf("prefix of %d: %+v, want %+v", k, got, want)
		}
		if got := basicKey(tree.at(int64(k))); got != key {
			t.Errorf("element %d: key %x, want %x", k, got, key)
		}
		want = want.then(oneElement(key))
	}
	if tree.seq != want {
		t.Errorf("all: %+v, want %+v", tree.seq, want)
	}
}

func TestSaturation(t *testing.T) {
	const top, bottom = 1<<63 - 1, -1 << 63
	for _, tt := range [][3]int64{{2, 3, 6}, {-2, 3, -6}, {0, bottom, 0}, {1 << 40, 1 << 40, top}, {-1 << 40, 1 << 40, bottom},
		{bottom, -1, top}, {-1, bottom, top}, {bottom, 1, bottom}, {top, -1, -top}} {
		if got := MulSat(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%d * %d = %d, want %d", tt[0], tt[1], got, tt[2])
		}
	}
	for _, tt := range [][3]int64{{2, 3, 5}, {top, 1, top}, {bottom, -1, bottom}, {top, bottom, -1}, {5, 0, 5}, {0, 0, 0}} {
		if got := AddSat(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%d + %d = %d, want %d", tt[0], tt[1], got, tt[2])
		}
	}
}

func BenchmarkCompareSignatures(b *testing.B) {
	w := &typeWorld{t: &testing.T{}}
	w.predef("MPI_INT", 4, 0, 4, 0, 4)
	w.predef("MPI_DOUBLE", 8, 0, 8, 0, 8)
	i, d := w.h("MPI_INT"), w.h("MPI_DOUBLE")
	pair := w.known(calls.TypeCreateStruct, plain(12, 0, 16), 2, []int64{1, 1}, []int64{0, 8}, []int64{i, d})
	four := w.known(calls.TypeCreateStruct, plain(24, 0, 32), 4, []int64{1, 1, 1, 1}, []int64{0, 8, 16, 24}, []int64{i, d, i, d})
	rows := w.known(calls.TypeVector, plain(24, 0, 40), 3, 2, 4, i)
	for _, c := range []struct {
		name string
		a, b *Type
		n, m int64
	}{
		{"predefined", w.get("MPI_INT"), w.get("MPI_INT"), 100, 100},
		{"one basic type", rows, w.get("MPI_INT"), 100, 600},
		{"structs", four, pair, 1e6, 2e6},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if CompareSignatures(c.a, c.n, c.b, c.m) != nil {
					b.Fatal("mismatch")
				}
			}
		})
	}
}

// matches reports whether the data of a put fits the target's datatype and count, and why not.
func matches(origin *Type, ocount int64, target *Type, tcount int64) (ok bool, why string) {
	if m := CompareSignatures(origin, ocount, target, tcount); m != nil {
		return false, m.Why("origin", "target")
	}
	return true, ""
}
