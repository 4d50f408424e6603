package datatype

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// typeWorld is a table with the predefined datatypes of a 64-bit machine. Handles are 1000 + the predefined ID; handles
// of derived datatypes count up from 1.
type typeWorld struct {
	Table
	t    *testing.T
	next int64
}

// predefSizes gives the size of each predefined datatype used here, and its extent if that is another.
var predefSizes = map[string][2]int64{
	"MPI_CHAR": {1}, "MPI_SIGNED_CHAR": {1}, "MPI_BYTE": {1}, "MPI_PACKED": {1}, "MPI_C_BOOL": {1},
	"MPI_SHORT": {2}, "MPI_INT": {4}, "MPI_UNSIGNED": {4}, "MPI_INT32_T": {4}, "MPI_UINT32_T": {4},
	"MPI_INTEGER": {4}, "MPI_REAL": {4}, "MPI_FLOAT": {4}, "MPI_LONG": {8}, "MPI_AINT": {8},
	"MPI_DOUBLE": {8}, "MPI_DOUBLE_PRECISION": {8}, "MPI_LONG_DOUBLE": {16},
	"MPI_C_FLOAT_COMPLEX": {8}, "MPI_2INT": {8}, "MPI_FLOAT_INT": {8}, "MPI_SHORT_INT": {6, 8},
	"MPI_DOUBLE_INT": {12, 16}, "MPI_LONG_DOUBLE_INT": {20, 32}, "MPI_LB": {0}, "MPI_UB": {0},
	"MPI_DATATYPE_NULL": {0},
}

func newTypeWorld(t *testing.T) *typeWorld {
	w := &typeWorld{t: t}
	for name, s := range predefSizes {
		extent := max(s[0], s[1])
		w.predef(name, s[0], 0, extent, 0, extent)
	}
	return w
}

func (w *typeWorld) predef(name string, numbers ...int64) {
	p := calls.PredefByName(name)
	e := event.Event{Kind: event.Predef, N: 8}
	copy(e.A[:], append([]int64{int64(calls.ClassDatatype), w.h(name), int64(p.ID)}, numbers...))
	w.Predef(&e)
}

// h returns the handle of a predefined datatype.
func (w *typeWorld) h(name string) int64 { return 1000 + int64(calls.PredefByName(name).ID) }

func (w *typeWorld) get(name string) *Type { return w.Lookup(w.h(name)) }

// numbers are the numbers that the MPI library returns: size, lb, extent, true lb, true extent.
type numbers [5]int64

// plain returns the numbers of a datatype without gaps at its ends.
func plain(size, lb, extent int64) numbers { return numbers{size, lb, extent, lb, extent} }

// make calls a constructor. args are the arguments of its prototype; []int64 is an array.
func (w *typeWorld) make(kind calls.Kind, n numbers, args ...any) int64 {
	w.t.Helper()
	var in, blob []int64
	for _, a := range args {
		switch v := a.(type) {
		case int:
			in = append(in, int64(v))
		case int64:
			in = append(in, v)
		case []int64:
			in = append(in, 0x7ffc0000)
			blob = append(append(blob, int64(len(v))), v...)
		}
	}
	in = append(in, 0x7ffd0000) // newtype
	w.next++
	d := w.Create(kind, in, blobOf(blob), append([]int64{w.next}, n[:]...), tracker.Site{Call: kind, Seq: uint32(w.next)})
	if d == nil || w.Lookup(w.next) != d {
		w.t.Fatalf("%s: no datatype under its handle", kind)
	}
	return w.next
}

// known is like make, for constructors that must be modeled.
func (w *typeWorld) known(kind calls.Kind, n numbers, args ...any) *Type {
	w.t.Helper()
	d := w.Lookup(w.make(kind, n, args...))
	if d.Unknown {
		w.t.Fatalf("%s%v: unknown", kind, args)
	}
	return d
}

func blobOf(v []int64) []byte {
	b := make([]byte, 0, 8*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, uint64(x))
	}
	return b
}

// segments returns the runs of count elements as a flat list lo, hi, lo, hi.
func segments(t *testing.T, d *Type, count int64) []int64 {
	t.Helper()
	var out []int64
	if !Segments(d, count, 1000, func(lo, hi int64) { out = append(out, lo, hi) }) {
		t.Fatalf("%s: segments incomplete", d)
	}
	return out
}

func equal(a []int64, b ...int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestPredefinedDatatypes(t *testing.T) {
	w := newTypeWorld(t)
	d := w.get("MPI_DOUBLE")
	if d.Size != 8 || d.Extent != 8 || !d.Committed || d.String() != "MPI_DOUBLE" || d.Null() {
		t.Errorf("MPI_DOUBLE: %+v", d)
	}
	if n := w.get("MPI_DATATYPE_NULL"); !n.Null() || n.Committed {
		t.Errorf("MPI_DATATYPE_NULL: %+v", n)
	}
	if w.Lookup(12345) != nil {
		t.Error("a handle that was never created is known")
	}
	if got := segments(t, w.get("MPI_SHORT_INT"), 2); !equal(got, 0, 2, 4, 10, 12, 16) {
		t.Errorf("two MPI_SHORT_INT: %v", got)
	}
	if got := segments(t, w.get("MPI_LONG_DOUBLE_INT"), 1); !equal(got, 0, 20) {
		t.Errorf("MPI_LONG_DOUBLE_INT: %v", got)
	}
	if got := segments(t, w.get("MPI_DOUBLE"), 1e15); !equal(got, 0, 8e15) {
		t.Errorf("many MPI_DOUBLE: %v", got)
	}
}

func TestPredefinedHandleOfTwoNames(t *testing.T) {
	w := newTypeWorld(t)
	int32T := w.h("MPI_INT32_T")
	e := event.Event{Kind: event.Predef, N: 8}
	copy(e.A[:], []int64{int64(calls.ClassDatatype), int32T, int64(calls.PredefByName("MPI_INTEGER4").ID), 4, 0, 4, 0, 4})
	w.Predef(&e)
	if got := w.Lookup(int32T).Name; got != "MPI_INT32_T" {
		t.Errorf("the second name of a handle replaced the first: %s", got)
	}
}

func TestDatatypeLife(t *testing.T) {
	w := newTypeWorld(t)
	made := w.make(calls.TypeContiguous, plain(40, 0, 40), 10, w.h("MPI_INT"))
	d := w.Lookup(made)
	if d.Committed || !d.Alive() || d.Made.Call != calls.TypeContiguous {
		t.Fatalf("new datatype: %+v", d)
	}
	w.Commit(made, tracker.Site{Call: calls.TypeCommit, Seq: 7})
	w.Commit(made, tracker.Site{Call: calls.TypeCommit, Seq: 8})
	if !d.Committed || d.CommittedAt.Seq != 7 {
		t.Errorf("committed at %+v, want the first commit", d.CommittedAt)
	}
	w.SetName(made, "row")
	if d.String() != `"row"` {
		t.Errorf("named datatype: %s", d)
	}
	part := w.known(calls.TypeVector, numbers{80, 0, 120, 0, 120}, 2, 1, 2, made)
	w.Free(made, tracker.Site{Call: calls.TypeFree, Seq: 9}, math.MaxUint64)
	if d.Alive() || d.Freed.Seq != 9 || w.Lookup(made) != d {
		t.Errorf("freed datatype: %+v", d)
	}
	if got := segments(t, part, 1); !equal(got, 0, 40, 80, 120) {
		t.Errorf("datatype derived from a freed one: %v", got)
	}
	w.next = made - 1 // MPI gives the handle value away again
	reused := w.make(calls.TypeContiguous, plain(8, 0, 8), 1, w.h("MPI_DOUBLE"))
	if n := w.Lookup(reused); reused != made || n == d || !n.Alive() || n.Committed || n.Name != "" {
		t.Errorf("reused handle: %+v", n)
	}
	w.Free(w.h("MPI_INT"), tracker.Site{Call: calls.TypeFree, Seq: 10}, math.MaxUint64)
	if !w.get("MPI_INT").Alive() {
		t.Error("a predefined datatype was freed")
	}
}

func TestContentsAreFurtherReferences(t *testing.T) {
	w := newTypeWorld(t)
	inner := w.make(calls.TypeContiguous, plain(8, 0, 8), 2, w.h("MPI_INT"))
	outer := w.make(calls.TypeContiguous, plain(24, 0, 24), 3, inner)
	got := w.Contents(outer, []int64{inner, 999}, tracker.Site{})
	if len(got) != 1 || got[0] != w.Lookup(inner) {
		t.Errorf("contents of a datatype: %v", got)
	}
	w.Free(inner, tracker.Site{Call: calls.TypeFree, Seq: 1}, math.MaxUint64)
	if !w.Lookup(inner).Alive() {
		t.Error("freeing the reference from get_contents freed the original")
	}
	w.Free(inner, tracker.Site{Call: calls.TypeFree, Seq: 2}, math.MaxUint64)
	if w.Lookup(inner).Alive() {
		t.Error("the original is not freed")
	}
	w.Contents(outer, []int64{inner}, tracker.Site{})
	if !w.Lookup(inner).Alive() {
		t.Error("get_contents gave the handle back, and it counts as freed")
	}
}

func TestContentsMayBeCopies(t *testing.T) {
	w := newTypeWorld(t)
	inner := w.make(calls.TypeContiguous, plain(8, 0, 8), 2, w.h("MPI_INT"))
	outer := w.make(calls.TypeContiguous, plain(24, 0, 24), 3, inner)
	copied, version := inner+500, w.Version()
	got := w.Contents(outer, []int64{copied}, tracker.Site{Call: calls.TypeGetContents, Seq: 7})
	if len(got) != 1 || got[0] != w.Lookup(copied) || got[0].Made.Seq != 7 || !SameBasic(got[0], w.Lookup(inner)) || got[0].Size != 8 {
		t.Errorf("a copy: %+v", got)
	}
	if w.Version() == version {
		t.Error("the handle of a copy leads to another datatype, and the version is the same")
	}
	w.Free(inner, tracker.Site{Call: calls.TypeFree, Seq: 8}, math.MaxUint64)
	if w.Lookup(inner).Alive() || !w.Lookup(copied).Alive() {
		t.Error("the copy and the original are one")
	}
	version = w.Version()
	w.Drop(func(d *Type) bool { return d == got[0] })
	if w.Lookup(copied) != nil || w.Version() == version {
		t.Error("a dropped datatype is still known, or the version is the same")
	}
}

func TestDatatypeUnknown(t *testing.T) {
	w := newTypeWorld(t)
	d := w.Lookup(w.make(calls.TypeContiguous, plain(30, 0, 30), 10, int64(999)))
	if !d.Unknown || d.Size != 30 {
		t.Fatalf("made of an unknown datatype: %+v", d)
	}
	if lo, hi := Span(d, 2); lo != 0 || hi != 60 {
		t.Errorf("span %d %d", lo, hi)
	}
	if p, ok := BasicType(d); p != nil || !ok {
		t.Errorf("basic %v %v", p, ok)
	}
	if Overlaps(d, 5) || Segments(d, 1, 10, func(_, _ int64) {}) {
		t.Error("layout of an unknown datatype")
	}
	if ok, _ := matches(d, 1, w.get("MPI_INT"), 8); !ok {
		t.Error("30 bytes of something fit into 32")
	}
	if ok, why := matches(d, 1, w.get("MPI_INT"), 7); ok || !strings.Contains(why, "30 bytes") {
		t.Errorf("30 bytes into 28: %v %q", ok, why)
	}
	again := w.Lookup(w.make(calls.TypeContiguous, plain(60, 0, 60), 2, int64(1)))
	if !again.Unknown {
		t.Error("made of an unknown datatype, and known")
	}
	if w.Lookup(w.make(calls.TypeContiguous, plain(41, 0, 41), 10, w.h("MPI_INT"))).Unknown != true {
		t.Error("the MPI library's size is another, and the model is believed")
	}
	if w.Lookup(w.make(calls.TypeIndexed, plain(4, 0, 4), 1, []int64{1}, 5, w.h("MPI_INT"))).Unknown != true {
		t.Error("an array is missing")
	}
}

func TestParametrizedDatatype(t *testing.T) {
	w := newTypeWorld(t)
	d := w.known(calls.TypeCreateF90Real, plain(8, 0, 8), 15, 307)
	if !d.Committed || d.Predef == nil || d.Predef.Name != "MPI_REAL8" || d.String() != "MPI_Type_create_f90_real(15, 307)" {
		t.Errorf("%+v", d)
	}
	if any := w.known(calls.TypeCreateF90Real, plain(8, 0, 8), 12, -32766); any.String() != "MPI_Type_create_f90_real(12, MPI_UNDEFINED)" {
		t.Error(any)
	}
	d = w.known(calls.TypeCreateF90Real, plain(8, 0, 8), 15, 307)
	if ok, why := matches(d, 3, w.get("MPI_DOUBLE"), 3); !ok {
		t.Error(why)
	}
	w.next-- // the same arguments give the same handle
	if w.Lookup(w.make(calls.TypeCreateF90Real, plain(8, 0, 8), 15, 307)) != d {
		t.Error("the second call made a new datatype")
	}
	if i := w.known(calls.TypeCreateF90Integer, plain(4, 0, 4), 9); i.Predef.Name != "MPI_INTEGER4" {
		t.Errorf("%+v", i)
	}
	if c := w.known(calls.TypeCreateF90Complex, plain(16, 0, 16), 15, 307); c.Predef.Name != "MPI_COMPLEX16" {
		t.Errorf("%+v", c)
	}
}

func TestMatchSizeGivesPredefined(t *testing.T) {
	w := newTypeWorld(t)
	d := w.Create(calls.TypeMatchSize, []int64{1, 8, 0}, nil, []int64{w.h("MPI_DOUBLE")}, tracker.Site{})
	if d != w.get("MPI_DOUBLE") || d.Unknown {
		t.Errorf("got %+v", d)
	}
	other := w.Create(calls.TypeMatchSize, []int64{1, 2, 0}, nil, []int64{4711}, tracker.Site{})
	if !other.Unknown || !other.Committed {
		t.Errorf("a handle not seen before: %+v", other)
	}
}

func TestSpan(t *testing.T) {
	w := newTypeWorld(t)
	column := w.known(calls.TypeVector, plain(32, 0, 8*25), 4, 1, 8, w.h("MPI_DOUBLE"))
	narrow := w.known(calls.TypeCreateResized, numbers{32, 0, 8, 0, 200}, w.next, 0, 8)
	down := w.known(calls.TypeVector, plain(24, -16, 24), 3, 2, -2, w.h("MPI_INT"))
	tests := []struct {
		d      *Type
		count  int64
		lo, hi int64
	}{
		{w.get("MPI_INT"), 0, 0, 0},
		{w.get("MPI_INT"), -3, 0, 0},
		{w.get("MPI_INT"), 10, 0, 40},
		{w.get("MPI_UB"), 10, 0, 0},
		{w.get("MPI_SHORT_INT"), 2, 0, 16},
		{column, 1, 0, 200},
		{column, 2, 0, 400},
		{narrow, 4, 0, 224},
		{down, 1, -16, 8},
		{down, 3, -16, 56},
		{w.get("MPI_LONG_DOUBLE"), math.MaxInt64, 0, math.MaxInt64},
	}
	for _, tt := range tests {
		if lo, hi := Span(tt.d, tt.count); lo != tt.lo || hi != tt.hi {
			t.Errorf("Span(%s, %d) = %d, %d, want %d, %d", tt.d, tt.count, lo, hi, tt.lo, tt.hi)
		}
	}
	backward := &Type{Size: 4, Extent: -8, TrueExtent: 4}
	if lo, hi := Span(backward, 3); lo != -16 || hi != 4 {
		t.Errorf("negative extent: %d, %d", lo, hi)
	}
}

func TestBasicType(t *testing.T) {
	w := newTypeWorld(t)
	rows := w.make(calls.TypeVector, plain(48, 0, 80), 2, 3, 7, w.h("MPI_DOUBLE"))
	same := w.known(calls.TypeCreateStruct, numbers{52, 0, 88, 0, 84}, 2, []int64{1, 1}, []int64{0, 80}, []int64{rows, w.h("MPI_INT")})
	if p, ok := BasicType(w.Lookup(rows)); p.Name != "MPI_DOUBLE" || !ok {
		t.Errorf("vector of MPI_DOUBLE: %v %v", p, ok)
	}
	if p, ok := BasicType(same); p.Name != "MPI_DOUBLE" || ok {
		t.Errorf("MPI_DOUBLE and MPI_INT: %v %v", p, ok)
	}
	if o := OtherBasic(same); o == nil || o.Name != "MPI_INT" || OtherBasic(w.Lookup(rows)) != nil {
		t.Errorf("the other basic type: %v", o)
	}
	twice := w.known(calls.TypeContiguous, numbers{104, 0, 176, 0, 172}, 2, w.next)
	if _, ok := BasicType(twice); ok || OtherBasic(twice).Name != "MPI_INT" {
		t.Errorf("derived from a mixed datatype: %v %v", ok, OtherBasic(twice))
	}
	if !SameBasic(same, w.get("MPI_DOUBLE_PRECISION")) || SameBasic(same, w.get("MPI_INT")) || !SameBasic(nil, same) {
		t.Error("same basic type")
	}
	pairs := w.known(calls.TypeContiguous, plain(16, 0, 16), 2, w.h("MPI_2INT"))
	if p, ok := BasicType(pairs); p.Name != "MPI_2INT" || !ok {
		t.Errorf("MPI_2INT twice: %v %v", p, ok)
	}
	ints := func(second string) *Type {
		return w.known(calls.TypeCreateStruct, plain(8, 0, 8), 2, []int64{1, 1}, []int64{0, 4}, []int64{w.h("MPI_INT"), w.h(second)})
	}
	for second, want := range map[string]bool{"MPI_INT32_T": true, "MPI_INTEGER": true, "MPI_UNSIGNED": false, "MPI_REAL": false} {
		if _, ok := BasicType(ints(second)); ok != want {
			t.Errorf("MPI_INT and %s: homogeneous %v", second, ok)
		}
	}
	bounded := w.known(calls.TypeStruct, numbers{4, 0, 16, 0, 4}, 3, []int64{1, 1, 1}, []int64{0, 0, 16},
		[]int64{w.h("MPI_LB"), w.h("MPI_INT"), w.h("MPI_UB")})
	if p, ok := BasicType(bounded); p.Name != "MPI_INT" || !ok {
		t.Errorf("MPI_INT between markers: %v %v", p, ok)
	}
	empty := w.known(calls.TypeContiguous, plain(0, 0, 0), 0, w.h("MPI_INT"))
	if p, ok := BasicType(empty); p != nil || !ok {
		t.Errorf("nothing: %v %v", p, ok)
	}
}

func BenchmarkLookup(b *testing.B) {
	var tt Table
	for h := int64(0); h < 100; h++ {
		tt.types.Put(0x5500_0000_1000+h*512, &Type{})
	}
	b.Run("same", func(b *testing.B) {
		for b.Loop() {
			tt.Lookup(0x5500_0000_1000)
		}
	})
	b.Run("many", func(b *testing.B) {
		i := int64(0)
		for b.Loop() {
			tt.Lookup(0x5500_0000_1000 + i%100*512)
			i++
		}
	})
}

func BenchmarkCreate(b *testing.B) {
	w := &typeWorld{t: &testing.T{}}
	w.predef("MPI_DOUBLE", 8, 0, 8, 0, 8)
	in := []int64{100, 1, 100, w.h("MPI_DOUBLE"), 0}
	out := []int64{77, 800, 0, 79208, 0, 79208}
	b.Run("vector", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			w.Create(calls.TypeVector, in, nil, out, tracker.Site{})
			w.Commit(77, tracker.Site{})
			w.Free(77, tracker.Site{Call: calls.TypeFree}, math.MaxUint64)
		}
	})
	lengths, displs := make([]int64, 1000), make([]int64, 1000)
	for i := range displs {
		lengths[i], displs[i] = 1, int64(2*i+i%2)
	}
	blob := blobOf(append(append([]int64{1000}, lengths...), append([]int64{1000}, displs...)...))
	in, out = []int64{1000, 0, 0, w.h("MPI_DOUBLE"), 0}, []int64{78, 8000, 0, 16000, 0, 16000}
	b.Run("indexed of 1000 blocks", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if w.Create(calls.TypeIndexed, in, blob, out, tracker.Site{}).Unknown {
				b.Fatal("unknown")
			}
		}
	})
}
