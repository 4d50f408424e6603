package wrappertest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// ioRun is a run of testdata/io.c: rank 0's events, and its output.
type ioRun struct {
	result
	events []event.Event
	end    segment.End
	passed map[string]int64
}

// runIO runs testdata/io.c; how and name are its arguments.
func runIO(t *testing.T, mpi int, how, name string, env ...string) ioRun {
	t.Helper()
	program := filepath.Join(t.TempDir(), "io")
	run(t, acceptance.Compiler(mpis[mpi].cc, "-O1", "-g", "-Wall", "-Wextra", "-o", program, filepath.Join("testdata", "io.c")))
	dir := t.TempDir()
	r := ioRun{passed: map[string]int64{}}
	env = append(append(preload(t), mpis[mpi].env...), env...)
	r.result = launch(t, dir, env, append(append([]string{}, mpis[mpi].run...), program, how, name)...)
	for _, line := range strings.Split(strings.TrimSpace(r.stdout), "\n") {
		var key string
		var value int64
		n, err := fmt.Sscanf(line, "%s %d", &key, &value)
		require.Equal(t, 2, n, "%q: %v\n%s", line, err, r.stderr)
		r.passed[key] = value
	}
	r.events, r.end = events(t, dir, 0)
	return r
}

// of returns the words of the records of a kind, in order.
func (r ioRun) of(kind calls.Kind) [][]int64 {
	var words [][]int64
	for _, e := range r.events {
		if e.Kind == kind {
			words = append(words, append([]int64(nil), e.Words()...))
		}
	}
	return words
}

func TestCallsOnFiles(t *testing.T) {
	for i, mpi := range mpis {
		for _, name := range []string{"data", "ufs:data"} {
			t.Run(mpi.name+"/"+name, func(t *testing.T) {
				r := runIO(t, i, "known", name)
				require.Zero(t, r.exit, r.stderr)
				p := r.passed
				require.NotZero(t, p["ino"])
				const a = anyAddress
				large := mpi.name == "mpich"
				send := func(tag int64) wanted {
					return wanted{calls.Send, event.Enter, false, []int64{p["out"], 1, p["int"], p["proc_null"], tag, p["world"]}, nil}
				}
				sent := wanted{calls.Send, event.Leave, false, []int64{0}, nil}
				want := []wanted{
					{calls.CommRank, event.Once, false, []int64{p["world"], a}, nil},
					{calls.FileGetErrhandler, event.Enter, false, []int64{p["null"], a}, nil},
					{calls.FileGetErrhandler, event.Leave, false, []int64{0, a}, nil},
					{calls.FileOpen, event.Enter, false, []int64{p["world"], a, 9, p["info"], a}, stringWords(name)},
					{calls.FileOpen, event.Leave, false, []int64{0, p["file"], p["dev"], p["ino"]}, nil},
					{calls.FileSetView, event.Enter, false, []int64{p["file"], 8, p["int"], p["int"], a, p["info"]}, stringWords("native")},
					{calls.FileSetView, event.Leave, false, []int64{0}, nil},
					send(1), sent,
					{calls.FileWriteAtAllBegin, event.Enter, large, []int64{p["file"], 0, p["out"], 4, p["int"], a}, nil},
					{calls.FileWriteAtAllBegin, event.Leave, large, []int64{0}, nil},
					send(2), sent,
					{calls.Recv, event.Enter, false, []int64{p["in"], 1, p["int"], p["proc_null"], 3, p["world"], a}, nil},
					{calls.Recv, event.Leave, false, []int64{0, p["proc_null"], p["any_tag"], 0}, nil},
					{calls.FileWriteAtAllEnd, event.Enter, false, []int64{p["file"], p["out"], a, 1, a}, nil},
					{calls.FileWriteAtAllEnd, event.Leave, false, []int64{0}, nil},
					send(4), sent,
					{calls.FileReadAllBegin, event.Enter, false, []int64{p["file"], p["in"], -1, p["int"]}, nil},
					{calls.FileReadAllBegin, event.Leave, false, []int64{a}, nil},
					send(5), sent,
					{calls.FileReadAllBegin, event.Enter, false, []int64{p["file"], p["in"], 1, p["int"]}, nil},
					{calls.FileReadAllBegin, event.Leave, false, []int64{0}, nil},
					send(6), sent,
					{calls.FileReadAllEnd, event.Enter, false, []int64{p["file"], p["in"], a, 1, 0}, nil},
					{calls.FileReadAllEnd, event.Leave, false, []int64{0, 4}, nil},
					{calls.Wait, event.Enter, false, []int64{p["no_request"], a}, nil},
					{calls.Wait, event.Leave, false, []int64{0, p["no_request"], p["any_source"], p["any_tag"], 0}, nil},
					{calls.FileIreadAt, event.Enter, false, []int64{p["file"], 1, p["in"], 2, p["int"], a}, nil},
					{calls.FileIreadAt, event.Leave, false, []int64{0, p["request"]}, nil},
					{calls.Wait, event.Enter, false, []int64{p["request"], a}, nil},
					{calls.Wait, event.Leave, false, []int64{0, p["no_request"], anyWord, anyWord, anyWord}, nil},
					{calls.FileGetAmode, event.Once, false, []int64{p["file"], a}, nil},
					{calls.FileClose, event.Enter, false, []int64{p["file"]}, nil},
					{calls.FileClose, event.Leave, false, []int64{0, p["null"]}, nil},
				}
				r.check(t, want)
				begin, end := r.of(calls.FileWriteAtAllBegin)[0], r.of(calls.FileWriteAtAllEnd)[0]
				assert.Equal(t, begin[5], end[4], "the digest of a buffer that has not changed")
			})
		}
	}
}

// check compares the records between MPI_Init and the last barrier, except the code behind calls that failed.
func (r ioRun) check(t *testing.T, want []wanted) {
	t.Helper()
	var got []event.Event
	var kinds, wantKinds []string
	for _, e := range r.events {
		if e.Kind == calls.Barrier {
			break
		}
		if e.Kind != event.Thread && e.Kind != event.Code && e.Kind != calls.Init {
			got = append(got, e)
			kinds = append(kinds, fmt.Sprintf("%s %d", e.Kind, e.Phase))
		}
	}
	for _, w := range want {
		wantKinds = append(wantKinds, fmt.Sprintf("%s %d", w.kind, w.phase))
	}
	require.Equal(t, wantKinds, kinds)
	for i, w := range want {
		w.check(t, got[i])
	}
}

// stringWords is the blob of a captured string.
func stringWords(s string) []int64 {
	words := append([]int64{int64(len(s))}, make([]int64, (len(s)+7)/8)...)
	for i, c := range []byte(s) {
		words[1+i/8] |= int64(c) << (8 * (i % 8))
	}
	return words
}

// A file that was not created by a recorded call is looked at once, before its
// first use. MPI_FILE_NULL and files of MPI_File_open are not.
func TestFilesOfUnrecordedCalls(t *testing.T) {
	for i, mpi := range mpis {
		for _, io := range []string{"ompio", "romio321"} { // Open MPI's two, MPICH has one
			t.Run(mpi.name+"/"+io, func(t *testing.T) {
				r := runIO(t, i, "unseen", "data", "OMPI_MCA_io="+io)
				require.Zero(t, r.exit, r.stderr)
				require.NotZero(t, r.passed["other"])
				assert.Equal(t, [][]int64{{int64(calls.ClassFile), r.passed["other"], 1}}, r.of(event.Probe))
				probe := -1
				for at, e := range r.events {
					if e.Kind == event.Probe {
						probe = at
					}
				}
				next := r.events[probe+1]
				assert.Equal(t, calls.FileGetAmode, next.Kind)
				assert.Equal(t, r.passed["other"], next.A[0])
			})
		}
	}
}

// A handle that is not a file is noticed before the MPI library crashes on it.
func TestHandleThatIsNoFile(t *testing.T) {
	for i, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			r := runIO(t, i, "garbage", "data")
			require.NotZero(t, r.passed["garbage"], r.stderr)
			assert.Equal(t, [][]int64{{int64(calls.ClassFile), r.passed["garbage"], 0}}, r.of(event.Probe))
			amode := r.of(calls.FileGetAmode)
			assert.Equal(t, r.passed["garbage"], amode[len(amode)-1][0])
		})
	}
}
