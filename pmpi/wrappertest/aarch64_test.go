//go:build aarch64

package wrappertest

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

const (
	armCC   = "aarch64-linux-gnu-gcc"
	armRoot = "/usr/aarch64-linux-gnu" // of its C library
)

// arm is a folder with the libraries and the stub for aarch64.
type arm struct{ dir string }

func newARM(t *testing.T, tags string) arm {
	t.Helper()
	a := arm{t.TempDir()}
	a.library(t, "libgomarmot.so", append(librarySources(t), "-ldl", "-lpthread")...)
	stub, err := filepath.Glob("../stubmpi/*stub.c")
	require.NoError(t, err)
	a.library(t, "libstubmpi.so", append(stub, "-Wl,-soname,libstubmpi.so")...)
	buildCore(t, a.dir, tags, "GOARCH=arm64", "CGO_ENABLED=1", "CC="+armCC)
	return a
}

func (a arm) library(t *testing.T, name string, args ...string) {
	t.Helper()
	args = append([]string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-g", "-fPIC", "-fvisibility=hidden", "-shared",
		"-o", filepath.Join(a.dir, name)}, args...)
	run(t, acceptance.Compiler(armCC, args...))
}

// program compiles a program of testdata and returns how it is run.
func (a arm) program(t *testing.T, source string) []string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "prog")
	run(t, acceptance.Compiler(armCC, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o", exe, filepath.Join("testdata", source),
		filepath.Join(a.dir, "libstubmpi.so"), "-Wl,-rpath,"+a.dir, "-lpthread"))
	return []string{"qemu-aarch64", "-L", armRoot, "-E", "LD_PRELOAD=" + filepath.Join(a.dir, "libgomarmot.so"), exe}
}

var quietEnv = []string{"GOMARMOT_SUMMARY=0", "GOMARMOT_LIVE=0"}

// TestARMRecords: on aarch64 a program leaves the same records as here.
func TestARMRecords(t *testing.T) {
	a := newARM(t, "")
	t.Setenv("GOMARMOT_DIGEST", "off") // qemu-user has no process_vm_writev
	for _, c := range []struct {
		source string
		args   []string
	}{
		{"records.c", nil}, {"blob.c", nil}, {"flood.c", []string{"4", "20000"}},
	} {
		t.Run(c.source, func(t *testing.T) {
			want, _ := record(t, nil, append([]string{compileStub(t, c.source)}, c.args...)...)
			dir := t.TempDir()
			r := launch(t, dir, quietEnv, append(a.program(t, c.source), c.args...)...)
			require.Zero(t, r.exit, r.stderr)
			require.Empty(t, r.stderr)
			got, end := events(t, dir, 0)
			assert.Empty(t, end.Damage)
			assert.Zero(t, end.Lost)
			one, other := byThread(want), byThread(got)
			require.Len(t, other, len(one))
			for thread, list := range one {
				require.Len(t, other[thread], len(list), "thread %d", thread)
				for i := range list {
					sameRecord(t, &list[i], &other[thread][i])
				}
			}
		})
	}
}

// sameRecord compares two records except for their addresses.
func sameRecord(t *testing.T, want, got *event.Event) {
	t.Helper()
	require.Equal(t, want.Kind, got.Kind)
	require.Equal(t, [3]any{want.Phase, want.Large, want.N}, [3]any{got.Phase, got.Large, got.N}, want.Kind)
	if want.Kind >= calls.MaxKind {
		return // about the process
	}
	for i, w := range want.Words() {
		if g := got.A[i]; w != g && (w < 1<<24 || g < 1<<24) {
			t.Fatalf("%s phase %d, word %d: %d, not %d", want.Kind, want.Phase, i, g, w)
		}
	}
	require.Equal(t, want.Blob, got.Blob, want.Kind)
}

// TestARMFaults: faults of the checker end the recording there too, not the
// program.
func TestARMFaults(t *testing.T) {
	program := newARM(t, "faulty").program(t, "fault.c")
	for _, f := range faults {
		if f.limit != "" {
			continue // qemu's own memory would count
		}
		t.Run(f.kind+" "+f.says, func(t *testing.T) {
			r := launch(t, t.TempDir(), quietEnv, append(program, f.kind)...)
			assert.Zero(t, r.exit, r.stderr)
			assert.Equal(t, "done\n", r.stdout)
			assert.Regexp(t, "(?m)^gomarmot: rank 0: .*"+f.says, r.stderr)
		})
	}
}
