package datatype

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// TestParseDeclared: notes of compilers, and text of damaged files in their place.
func TestParseDeclared(t *testing.T) {
	d, ok := parseDeclared("3 10 24 0:f8x2,16:i4x1 struct two words")
	require.True(t, ok)
	assert.Equal(t, Declared{Arg: 3, bound: 10, Size: 24, Name: "struct two words",
		scalars: []scalar{{at: 0, size: 8, count: 2, kind: 'f'}, {at: 16, size: 4, count: 1, kind: 'i'}}}, d)
	for _, bad := range []string{"", "0 1 8 0:f8x1", "x 1 8 0:f8x1 d", "200 1 8 0:f8x1 d", "0 1 0 0:f8x1 d", "0 1 8 0:f8 d", "0 1 8 0:f8x2 d",
		"0 1 8 4:f8x1 d", "0 1 8 0:f0x1 d", "0 1 8 0:f8x9223372036854775807 d", "0 1 8  d", "0 -1 8 0:f8x1 d"} {
		_, ok := parseDeclared(bad)
		assert.False(t, ok, "%q", bad)
	}
}

// TestFortranIntegers: integers of Fortran, with the kind that their notes have.
func TestFortranIntegers(t *testing.T) {
	n := ParseNoted([]string{"1 const 4", "2 const -4", "3 1 8 0:i8x1 integer(kind=8)", "4 0 4 0:i4x1 int", "5 2 8 0:i4x2 complex(kind=4)", "6 const 4 4"})
	var sizes []int64
	for arg := range int8(7) {
		sizes = append(sizes, n.Integer(arg))
	}
	assert.Equal(t, []int64{0, 4, 0, 8, 0, 0, 0}, sizes)
	n = ParseNoted([]string{"2 is mpi_status_ignore", "3 is ", "x is mpi_bottom"})
	assert.Equal(t, "mpi_status_ignore", n.MPIConstant(2))
	assert.Empty(t, n.MPIConstant(3))
	assert.Zero(t, n.Integer(2))
}

// TestOwners: objects that cannot be copied byte by byte.
func TestOwners(t *testing.T) {
	n := ParseNoted([]string{"0 owns 8 24 path vector", "2 owns 0 16 - -", "0 owns -8 24 path vector", "0 owns 8 0 path vector", "0 owns 8 24 path"})
	assert.Equal(t, []Owner{{Arg: 0, at: 8, size: 24, Member: "path", Type: "vector"}, {Arg: 2, size: 16}}, n.Owners)
	assert.Empty(t, n.Types)
	o := &n.Owners[0]
	char := &Type{Size: 1}
	char.Predef = calls.PredefByName("MPI_CHAR")
	assert.True(t, o.CopiedBy(char, 32, 0))
	assert.True(t, o.CopiedBy(char, 24, 8))
	assert.False(t, o.CopiedBy(char, 31, 0), "the member is cut")
	assert.False(t, o.CopiedBy(char, 32, 16))
	assert.False(t, o.CopiedBy(&Type{Size: 1}, 32, 0), "a derived datatype")
	assert.False(t, o.Reference())
	assert.True(t, ParseNoted([]string{"0 owns 8 8 body.value &"}).Owners[0].Reference())
}

// TestParseNoted: types and variables of the arguments of a call.
func TestParseNoted(t *testing.T) {
	n := ParseNoted([]string{"0 10 8 0:f8x1 double", "0 of 80 heat", "5 of 24 status", "0 of -8 heat", "x of 8 heat", "300 of 8 heat", "0 of 8", ""})
	assert.Len(t, n.Types, 1)
	assert.Equal(t, []Variable{{Arg: 0, Rest: 80, Name: "heat"}, {Arg: 5, Rest: 24, Name: "status"}}, n.Variables)
}

// TestCompareDeclared: scalars, structs, memory beside them, and unknown parts.
func TestCompareDeclared(t *testing.T) {
	basic := func(name string, size int64) *Type { return plainType(t, name, size) }
	integer, double, float := basic("MPI_INT", 4), basic("MPI_DOUBLE", 8), basic("MPI_FLOAT", 4)
	for _, c := range []struct {
		text  string
		d     *Type
		count int64
		at    int64 // of the misfit; -1: none
		sure  bool  // not slight
	}{
		{"0 10 8 0:f8x1 double", double, 10, -1, false},
		{"0 10 8 0:f8x1 double", integer, 10, 0, true},
		{"0 0 4 0:i4x1 int", float, 1, 0, true},
		{"0 0 4 0:u4x1 unsigned", integer, 1, 0, false},
		{"0 0 4 0:n4x1 enum", integer, 1, -1, false},
		{"0 0 4 0:b4x1 logical", integer, 1, 0, false},
		{"0 0 1 0:c1x1 char", double, 4, -1, false},
		{"0 0 8 0:p8x1 ", double, 4, 0, true},
		{"0 0 8 0:p8x1 ", basic("MPI_AINT", 8), 4, -1, false},
		{"0 0 8 0:f8x1 double", basic("MPI_BYTE", 1), 80, -1, false},
		{"0 0 8 0:f8x1 double", basic("MPI_C_DOUBLE_COMPLEX", 16), 4, -1, false},
		{"0 0 16 0:f8x2 complex", double, 4, -1, false},
		{"0 0 8 0:i8x1 long", basic("MPI_LONG_LONG_INT", 8), 4, -1, false},
		{"0 0 24 0:f8x2,16:i4x1 cell", double, 2, -1, false},
		{"0 0 24 0:f8x2,16:i4x1 cell", double, 3, 16, true},
		{"0 0 12 0:i4x1 header", double, 1, 0, true},
		{"0 1 4 0:i4x1 int", integer, 100, -1, false},
		{"0 0 16 8:f8x1 with a union", integer, 4, 8, true},
		{"0 0 16 8:f8x1 with a union", integer, 2, -1, false},
	} {
		d, ok := parseDeclared(c.text)
		require.True(t, ok, c.text)
		m := CompareDeclared(c.d, c.count, &d, 0)
		if c.at < 0 {
			assert.Nil(t, m, "%s as %s", c.text, c.d)
			continue
		}
		require.NotNil(t, m, "%s as %s", c.text, c.d)
		assert.Equal(t, c.at, m.At, "%s as %s", c.text, c.d)
		assert.Equal(t, c.sure, !m.Slight, "%s as %s", c.text, c.d)
	}
}

// TestCutDeclared: data that begins beside a scalar and covers a part of it.
func TestCutDeclared(t *testing.T) {
	basic := func(name string, size int64) *Type { return plainType(t, name, size) }
	integer, double := basic("MPI_INT", 4), basic("MPI_DOUBLE", 8)
	both, wave := basic("MPI_LONG", 8), basic("MPI_C_DOUBLE_COMPLEX", 16)
	for _, c := range []struct {
		text   string
		d      *Type
		at     int64
		begins int64 // where the cut scalar begins; -1: no scalar is cut
	}{
		{"0 1 16 0:i4x1,8:f8x1 struct rec", double, 4, 8},
		{"0 4 16 0:i4x1,8:f8x1 struct rec", double, 20, 8},
		{"0 4 16 0:i4x1,8:f8x1 struct rec", both, 4, 8},
		{"0 4 16 0:f8x1,8:i4x1 struct rec", double, 12, 0}, // the next element
		{"0 1 24 0:c1x1,4:i4x2,16:f8x1 struct rec", integer, 1, 4},
		{"0 1 24 0:c1x1,4:i4x2,16:f8x1 struct rec", double, 9, 8},
		{"0 1 24 0:c1x1,4:i4x2,16:f8x1 struct rec", wave, 13, 16},
		{"0 10 8 0:f8x1 double", integer, 12, 0}, // the second half of it
		{"0 0 8 0:f8x1 double", integer, 4, 0},

		{"0 1 16 0:i4x1,8:f8x1 struct rec", integer, 4, -1},          // padding
		{"0 1 16 0:f8x1,8:i4x1 struct rec", double, 12, -1},          // behind the only element
		{"0 0 16 0:f8x1,8:i4x1 struct rec", double, 12, -1},          // behind the first element
		{"0 0 8 0:f8x1 double", integer, 12, -1},                     // so are those of members of structs
		{"0 1 16 8:i4x1 with a union", wave, 0, -1},                  // the union may have it
		{"0 1 8 2:i2x1,4:i4x1 with bit-fields", integer, 0, -1},      // in their unit
		{"0 1 16 8:c1x8 padding before bytes", double, 4, -1},        // which may be a part of anything
		{"0 1 16 0:c1x4,8:f8x1 bytes before padding", double, 0, -1}, // of anything
		{"0 1 16 0:f8x2 complex", basic("MPI_BYTE", 1), 3, -1},       // a byte
		{"0 1 12 0:i4x1,4:f8x1 struct packed", double, 4, -1},        // declared like that
		{"0 1 16 0:f8x1,8:i4x1 struct rec", basic("MPI_INT", 4), 8, -1},
	} {
		d, ok := parseDeclared(c.text)
		require.True(t, ok, c.text)
		m := CompareDeclared(c.d, 1, &d, c.at)
		if c.begins < 0 {
			assert.Nil(t, m, "%s as %s at %d", c.text, c.d, c.at)
			continue
		}
		require.NotNil(t, m, "%s as %s at %d", c.text, c.d, c.at)
		assert.True(t, m.Cut, "%s as %s at %d", c.text, c.d, c.at)
		assert.Equal(t, []int64{c.at, c.begins}, []int64{m.At, m.DeclaredAt}, "%s as %s", c.text, c.d)
	}
}

// plainType is a predefined datatype as a log describes it.
func plainType(t *testing.T, name string, size int64) *Type {
	t.Helper()
	d := plainBasic(name, size)
	return newPredef(d.Predef, []int64{size, 0, size, 0, size})
}
