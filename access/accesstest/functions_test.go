package accesstest

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shared builds a shared library of testdata, and returns the options for linking with it.
func shared(t *testing.T, name string) []string {
	t.Helper()
	path := compile(t, "lib"+name+".so", "-fPIC", "-shared", filepath.Join("testdata", name+".c"))
	return []string{"-L" + filepath.Dir(path), "-Wl,-rpath," + filepath.Dir(path), "-l" + name}
}

// wrapped are the options with which gomarmot cc links code with hooks.
var wrapped = []string{"-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=mempcpy", "-Wl,--wrap=memset", "-Wl,--wrap=memcmp",
	"-Wl,--wrap=bcmp", "-Wl,--wrap=__memcpy_chk", "-Wl,--wrap=__memmove_chk", "-Wl,--wrap=__mempcpy_chk", "-Wl,--wrap=__memset_chk"}

// TestFunctions: the loads and stores of functions of the C library are recorded, byte by byte, if the program, or a
// library on its behalf, calls the functions, and not if MPI does.
func TestFunctions(t *testing.T) {
	links := append(append(library(t), "-ltsan"), append(shared(t, "library"), shared(t, "mpi")...)...)
	for name, options := range map[string][]string{
		"plain":     {"-O0", "-fno-builtin"},
		"optimized": {"-O2"},
		"fortified": {"-O2", "-D_FORTIFY_SOURCE=2"},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"-rdynamic", "-Wno-unused-result", "-Wno-stringop-truncation", "-Wno-stringop-overflow",
				"-Wno-restrict", filepath.Join("testdata", "functions.c")}, options...)
			assert.Equal(t, "ok: 52\n", run(t, compile(t, "functions", append(args, links...)...)))
			args = append(append(args, links...), wrapped...)
			assert.Equal(t, "ok: 57\n", run(t, compile(t, "functions", args...), "wrapped"))
		})
	}
}

// TestMPIInside: if MPI is in the executable, its calls cannot be told from the program's calls, and no call counts.
func TestMPIInside(t *testing.T) {
	args := append([]string{"-rdynamic", "-O1", "-fno-builtin", "-Wno-unused-result", filepath.Join("testdata", "functions.c"),
		filepath.Join("testdata", "mpi.c")}, append(append(library(t), "-ltsan"), shared(t, "library")...)...)
	out, err := exec.Command(compile(t, "functions", args...)).CombinedOutput()
	require.Error(t, err, "functions are missed")
	assert.Contains(t, string(out), "fread: byte 3: store missed\n")
	assert.NotContains(t, string(out), "not made")
}
