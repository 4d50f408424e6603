//go:build mpi

package datatype

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// TestDatatypesAgainstMPI creates random datatypes in both MPI libraries and compares the model with their numbers and
// with the bytes that MPI_Pack reads.
func TestDatatypesAgainstMPI(t *testing.T) {
	for _, mpi := range []string{"openmpi", "mpich"} {
		t.Run(mpi, func(t *testing.T) {
			packed := 0
			r := &typeReader{w: &typeWorld{t: t}}
			r.w.Flavour = calls.FlavourByName(mpi)
			for n, line := range strings.Split(strings.TrimSpace(runDatatypes(t, mpi)), "\n") {
				parts := strings.Split(line, ";")
				if len(parts) != 3 {
					t.Fatalf("line %d: %q", n, line)
				}
				d := r.read(strings.Fields(parts[0]), ints(parts[1]))
				if r.check(d, parts[2], line) {
					packed++
				}
			}
			if packed < 150 {
				t.Errorf("only %d datatypes compared with MPI_Pack", packed)
			}
		})
	}
}

func runDatatypes(t *testing.T, mpi string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "datatypes")
	cc := exec.Command("mpicc."+mpi, "-Wall", "-Wextra", "-Werror", "-o", exe, "testdata/datatypes.c")
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("compile: %v\n%s", err, out)
	}
	run := exec.Command("timeout", "-k", "2", "30", exe)
	run.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("run: %v\n%s", err, &stderr)
	}
	return string(out)
}

// typeReader replays the program's lines into a table.
type typeReader struct {
	w          *typeWorld
	predefined []int64
	derived    []int64
}

func (r *typeReader) read(how []string, n []int64) *Type {
	row := calls.ByName(how[0])
	if row == nil {
		r.w.predef(how[0], n...)
		r.predefined = append(r.predefined, r.w.h(how[0]))
		return r.w.get(how[0])
	}
	var args []any
	for i := 1; i < len(how); i++ {
		if how[i] != "[" {
			args = append(args, r.word(how[i]))
			continue
		}
		array := []int64{}
		for i++; how[i] != "]"; i++ {
			array = append(array, r.word(how[i]))
		}
		args = append(args, array)
	}
	h := r.w.make(row.Kind, numbers(n), args...)
	r.derived = append(r.derived, h)
	return r.w.Lookup(h)
}

// word reads a number, or a datatype such as t5 or t-1.
func (r *typeReader) word(s string) int64 {
	v, err := strconv.ParseInt(strings.TrimPrefix(s, "t"), 10, 64)
	if err != nil {
		r.w.t.Fatal(err)
	}
	switch {
	case s[0] != 't':
		return v
	case v < 0:
		return r.predefined[-1-v]
	}
	return r.derived[v]
}

// check compares the model of d with the library's answers and reports
// whether there were packed bytes.
func (r *typeReader) check(d *Type, packed, line string) bool {
	if d.Unknown {
		r.w.t.Errorf("not modeled: %s", line)
		return false
	}
	if l := d.layout; d.Size > 0 && (l.lo != d.TrueLB || l.hi != d.TrueUB()) {
		r.w.t.Errorf("hull %d..%d: %s", l.lo, l.hi, line)
	}
	if d.Predef != nil || strings.TrimSpace(packed) == "-" {
		return false
	}
	var got []int64
	Segments(d, 2, 1<<20, func(lo, hi int64) {
		for b := lo; b < hi; b++ {
			got = append(got, b)
		}
	})
	want := ints(packed)
	if !slices.Equal(got, want) {
		r.w.t.Errorf("bytes %v: %s", got, line)
	}
	for count := int64(1); count <= 4; count++ {
		if Overlaps(d, count) != overlapsByCounting(d, count) {
			r.w.t.Errorf("overlap of %d is %v: %s", count, Overlaps(d, count), line)
		}
	}
	if lo, hi := Span(d, 2); lo != slices.Min(want) || hi != slices.Max(want)+1 {
		r.w.t.Errorf("span %d..%d: %s", lo, hi, line)
	}
	return true
}

func ints(s string) []int64 {
	var out []int64
	for _, f := range strings.Fields(s) {
		v, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return nil
		}
		out = append(out, v)
	}
	return out
}
