package calls

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// splitNames returns the C names of the split collectives, as the standard
// composes them: the begin and end of each.
func splitNames() [][2]string {
	var names [][2]string
	for _, access := range []string{"read", "write"} {
		for _, position := range []string{"all", "at_all", "ordered"} {
			name := "MPI_File_" + access + "_" + position
			names = append(names, [2]string{name + "_begin", name + "_end"})
		}
	}
	return names
}

// argNames returns the names of a row's arguments.
func argNames(r *Row) []string {
	var names []string
	for _, a := range r.Args() {
		names = append(names, a.Name)
	}
	return names
}

// Both halves of every split collective are in the table, recorded, with the
// arguments that the standard gives.
func TestNoHalfOfASplitCollectiveIsMissing(t *testing.T) {
	all := map[string]bool{}
	for _, pair := range splitNames() {
		begin, end := ByName(pair[0]), ByName(pair[1])
		require.NotNil(t, begin, pair[0])
		require.NotNil(t, end, pair[1])
		want := []string{"fh", "buf", "count", "datatype"}
		if strings.Contains(pair[0], "_at_") {
			want = []string{"fh", "offset", "buf", "count", "datatype"}
		}
		assert.Equal(t, want, argNames(begin), pair[0])
		assert.Equal(t, []string{"fh", "buf", "status"}, argNames(end), pair[1])
		assert.True(t, begin.HasLarge(), "%s has no large-count variant", pair[0])
		assert.False(t, end.HasLarge(), pair[1])
		for _, r := range []*Row{begin, end} {
			assert.Equal(t, Both, r.Rec, r.Name())
			assert.Equal(t, "fh", r.Over, "%s is collective", r.Name())
			buf := r.Args()[slices.Index(argNames(r), "buf")]
			assert.Equal(t, Of(r.Kind).IO.Write, buf.Dir == In, "direction of the buffer of %s", r.Name())
			all[r.Name()] = true
		}
		assert.True(t, Of(begin.Kind).IO.Half == SplitBegin, pair[0])
		assert.True(t, Of(end.Kind).IO.Half == SplitEnd, pair[1])
	}
	require.Len(t, all, 12)
	for i := range Table {
		r := &Table[i]
		assert.Equal(t, all[r.Name()], (Of(r.Kind).IO.Half == SplitBegin) || (Of(r.Kind).IO.Half == SplitEnd), r.Name())
	}
}

// Every call on a file is recorded, except for conversions between C and Fortran,
// which have no file to record.
func TestEveryCallOnAFileIsRecorded(t *testing.T) {
	no := []string{"MPI_File_c2f", "MPI_File_f2c"}
	seen := 0
	for i := range Table {
		r := &Table[i]
		onFile := slices.ContainsFunc(r.Args(), func(a Arg) bool { return a.Type == "MPI_File" })
		if !onFile && !strings.HasPrefix(r.Name(), "MPI_File_") {
			continue
		}
		seen++
		recorded := r.Rec == Both || r.Rec == Local
		assert.Equal(t, !slices.Contains(no, r.Name()), recorded, r.Name())
	}
	assert.Equal(t, 61, seen)
}

// While FamilyMessages is switched off, a transfer that may touch the buffer of an active split collective is still
// recorded. The generator recognizes such calls by their buffers, so every call that moves a message must have a
// buffer.
func TestPointToPointHasBuffers(t *testing.T) {
	var got []string
	for i := range Table {
		r := &Table[i]
		s := Of(r.Kind)
		if s.Family != FamilyMessages || len(s.Buffers) == 0 || s.Persistent {
			continue
		}
		got = append(got, strings.TrimPrefix(r.Name(), "MPI_"))
	}
	assert.ElementsMatch(t, []string{
		"Send", "Bsend", "Ssend", "Rsend", "Isend", "Ibsend", "Issend", "Irsend",
		"Recv", "Irecv", "Mrecv", "Imrecv", "Sendrecv", "Sendrecv_replace", "Isendrecv", "Isendrecv_replace",
		"Buffer_attach", "Comm_attach_buffer", "Session_attach_buffer",
	}, got)
}
