package wrappertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// withSources builds a program of testdata together with sources of
// libgomarmot.so, whose inner functions it calls.
func withSources(t *testing.T, cc, program string, sources []string, flags ...string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "prog")
	args := slices.Concat([]string{"-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-I../../pmpi", "-o", exe,
		"-Wl,--no-as-needed", // the program itself may call nothing of the MPI library

		filepath.Join("testdata", program)}, sources, flags, []string{"-ldl", "-lpthread"})
	run(t, acceptance.Compiler(cc, args...))
	return exe
}

// librarySources lists the sources of libgomarmot.so in the folders of pmpi.
func librarySources(t *testing.T) []string {
	t.Helper()
	sources, err := filepath.Glob("../*/*.c")
	require.NoError(t, err)
	sources = slices.DeleteFunc(sources, func(s string) bool { return filepath.Dir(s) == "../stubmpi" })
	require.NotEmpty(t, sources)
	return sources
}

// isWrappers reports whether a source holds the functions that programs call instead of MPI's.
func isWrappers(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, "zz_wrap_") || name == "zz_fortran.c"
}

// recorder compiles the sources of libgomarmot.so but for its wrappers, which need no mpi.h, to
// objects.
func recorder(t *testing.T) []string {
	t.Helper()
	args := []string{"-std=gnu11", "-O1", "-g", "-fPIC", "-c"}
	for _, source := range slices.DeleteFunc(librarySources(t), isWrappers) {
		source, err := filepath.Abs(source)
		require.NoError(t, err)
		args = append(args, source)
	}
	cmd := acceptance.Compiler("cc", args...)
	cmd.Dir = t.TempDir()
	run(t, cmd)
	objects, err := filepath.Glob(filepath.Join(cmd.Dir, "*.o"))
	require.NoError(t, err)
	return objects
}

// The digest changes with any byte of the memory, and is not taken of memory that
// cannot be read.
func TestDigestOfBytes(t *testing.T) {
	program := withSources(t, "cc", "digest_bytes.c", []string{"../base/note.c"})
	r := launch(t, t.TempDir(), nil, program)
	require.Zero(t, r.exit, r.stderr+r.signal)
	assert.Equal(t, "done\n", r.stdout)
	assert.Empty(t, r.stderr)
}

// The digest covers the bytes that MPI_Pack takes, and no others.
func TestDigestOfDatatypes(t *testing.T) {
	t.Parallel()
	objects := recorder(t)
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			var flags []string
			if mpi.name == "mpich" {
				flags = []string{"-DLARGE"} // it has the large-count constructors
			}
			program := withSources(t, mpi.cc, "digest_types.c", objects, flags...)
			r := launchOne(t, mpi.run, mpi.env, program)
			var bytes int
			_, err := fmt.Sscanf(r.stdout, "%d bytes\n", &bytes)
			require.NoError(t, err, r.stdout+r.stderr)
			assert.Greater(t, bytes, 10_000)
		})
	}
}

// Active split collectives are remembered by file handle until their end.
func TestActiveSplits(t *testing.T) {
	t.Parallel()
	objects := recorder(t)
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			program := withSources(t, mpi.cc, "split_table.c", objects)
			assert.Equal(t, "done\n", launchOne(t, mpi.run, mpi.env, program).stdout)
		})
	}
}

// Each MPI's constants for datatype constructors are equal to its mpi.h.
func TestConstantsOfDatatypes(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			program := withSources(t, mpi.cc, "typefacts.c", nil)
			r := launch(t, t.TempDir(), mpi.env, program, mpi.name)
			require.Zero(t, r.exit, r.stderr)
			assert.Equal(t, "22 constants\n", r.stdout)
		})
	}
}

// launchOne runs a program as the only rank. Recording is off: the program
// starts the tested parts by itself.
func launchOne(t *testing.T, mpiexec, env []string, program string) result {
	t.Helper()
	env = append([]string{"GOMARMOT_DISABLE=1"}, env...)
	args := append(slices.Clone(mpiexec[:len(mpiexec)-1]), "1", program)
	r := launch(t, t.TempDir(), env, args...)
	require.Zero(t, r.exit, r.stderr+r.stdout)
	return r
}

func TestDigestSetting(t *testing.T) {
	program := withSources(t, "cc", "digest_bytes.c", []string{"../base/note.c"})
	for _, c := range []struct {
		value string
		limit string
		bad   bool
	}{
		{"", "65536", false},
		{"off", "0", false},
		{"0", "0", false},
		{"1", "1", false},
		{"1000000", "1000000", false},
		{"64K", "65536", false},
		{"4M", "4194304", false},
		{"1G", "1073741824", false},
		{"on", "65536", true},
		{"-5", "65536", true},
		{"64KB", "65536", true},
		{"4 M", "65536", true},
		{"K", "65536", true},
		{"99999999999999999999", "65536", true},
	} {
		t.Run(c.value, func(t *testing.T) {
			r := launch(t, t.TempDir(), []string{"GOMARMOT_DIGEST=" + c.value}, program, "limit")
			assert.Equal(t, c.limit+"\n", r.stdout)
			says := ""
			if c.bad {
				says = "gomarmot: GOMARMOT_DIGEST=" + c.value + " is neither off nor a number of bytes such as 65536 or 64K; " +
					"using the default\n"
			}
			assert.Equal(t, says, r.stderr)
		})
	}
}

// TestNotesArePrintable: names and settings may hold anything; a note is one
// line of characters that a terminal shows.
func TestNotesArePrintable(t *testing.T) {
	program := withSources(t, "cc", "digest_bytes.c", []string{"../base/note.c"})
	for given, want := range map[string]string{
		"\x1b[31m\a\x7f":       "?[31m??",
		"a\n::error::x\r\t":    "a?::error::x??",
		"\u202eb\u2066\u200f":  "???b??????",
		"\u009b1m\u00ad\ufeff": "??1m?????",
		"\xff\x9b\xc0\x80\xe2": "?????",
		"Grüße 世界 👍":           "Grüße 世界 👍",
		"\U000e0041":           "????",
	} {
		r := launch(t, t.TempDir(), []string{"GOMARMOT_DIGEST=" + given}, program, "limit")
		assert.Contains(t, r.stderr, "GOMARMOT_DIGEST="+want+" is neither", "%q", given)
	}
}

// If operations have the same handle, as MPICH gives to all operations that are complete at once, their data is not
// compared: it is unknown which of them a wait completes.
func TestOneHandle(t *testing.T) {
	for _, mpi := range mpis {
		t.Run(mpi.name, func(t *testing.T) {
			dir := t.TempDir()
			program := filepath.Join(dir, "one_handle")
			run(t, acceptance.Compiler(mpi.cc, "-g", "-o", program, "../../examples/silent/RACE006_one_handle.c"))
			r := launch(t, dir, slices.Concat(preload(t), mpi.env, []string{"GOMARMOT_DIGEST=64K"}), append(slices.Clone(mpi.run), program)...)
			require.Zero(t, r.exit, r.stderr)
			for rank := range 2 {
				list, _ := events(t, dir, rank)
				assert.False(t, slices.ContainsFunc(list, func(e event.Event) bool { return e.Kind == event.Changed }), "rank %d", rank)
			}
		})
	}
}
