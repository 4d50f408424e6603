//go:build hip

// Package check compares gomarmot's declarations of HIP with AMD's headers, library and compiler.
package check

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// run returns the output of a command that succeeds.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s %v: %s", name, args, out)
	return string(out)
}

// compile returns a program that is compiled with AMD's headers.
func compile(t *testing.T, args ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	run(t, "cc", append([]string{"-std=gnu11", "-Wall", "-Wextra", "-o", program}, args...)...)
	return program
}

// library returns the path of AMD's library.
func library(t *testing.T) string {
	t.Helper()
	return strings.TrimSpace(run(t, "cc", "-print-file-name=libamdhip64.so"))
}

// TestPrototypes: the declarations agree with AMD's headers, or check.c does not compile; and AMD's library has each
// function with the expected version, if that is not newer than the library.
func TestPrototypes(t *testing.T) {
	file, err := elf.Open(library(t))
	require.NoError(t, err)
	defer file.Close() // only read
	symbols, err := file.DynamicSymbols()
	require.NoError(t, err)
	versions, newest := map[string]string{}, ""
	for _, s := range symbols {
		if version, ok := strings.CutPrefix(s.Version, "hip_"); ok {
			versions[s.Name], newest = version, max(newest, version) // as "5.2"
		}
	}
	require.NotEmpty(t, newest)
	n := 0
	for line := range strings.Lines(run(t, compile(t, "testdata/check.c", "../code.c"))) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case version > newest:
		case name == "hipEventRecord_spt" && newest == "5.2": // ROCm 5.2.3 has forgotten it
		default:
			assert.Equal(t, version, versions[name], name)
			n++
		}
	}
	assert.Greater(t, n, 100)
}

// TestPrototypesDiffer: a wrong declaration does not compile.
func TestPrototypesDiffer(t *testing.T) {
	text, err := os.ReadFile("../functions.h")
	require.NoError(t, err)
	wrong := strings.Replace(string(text), "hipMemset, (void *at, int value,", "hipMemset, (void *at, long value,", 1)
	require.NotEqual(t, string(text), wrong)
	check, err := os.ReadFile("testdata/check.c")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "functions.h"), []byte(wrong), 0o600))
	for _, name := range []string{"layout.h", "code.h"} {
		check = bytes.ReplaceAll(check, []byte("../../"+name), []byte(filepath.Join(absolute(t, ".."), name)))
	}
	check = bytes.ReplaceAll(check, []byte("../../functions.h"), []byte("functions.h"))
	source := filepath.Join(dir, "check.c")
	require.NoError(t, os.WriteFile(source, check, 0o600))
	out, err := exec.Command("cc", "-std=gnu11", "-fsyntax-only", source).CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "conflicting types for")
	assert.Contains(t, string(out), "hipMemset")
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}

const kernels = `
#define __global__ __attribute__((global))
struct view { double *at; int n; };
__global__ void scale(double *x, const double *y, int n, double f, view v)
{
	for (int i = 0; i < n; i++)
		x[i] = y[i] * f + v.at[i];
}
__global__ void none() {}
template <typename T> __global__ void fill(T *x, T value, char c) { *x = value + c; }
template __global__ void fill<float>(float *, float, char);
`

// TestCodeObjects: the parameters of kernels are those that AMD's compiler has given them, in a code object and in a
// bundle for several GPUs.
func TestCodeObjects(t *testing.T) {
	dir, check := t.TempDir(), compile(t, "testdata/check.c", "../code.c")
	source, object, bundle := filepath.Join(dir, "k.hip"), filepath.Join(dir, "k.co"), filepath.Join(dir, "k.hipfb")
	require.NoError(t, os.WriteFile(source, []byte(kernels), 0o600))
	clang := func(out string, options ...string) {
		run(t, "clang-16", append([]string{"-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-O1", "-o", out,
			source}, options...)...)
	}
	clang(object, "--offload-arch=gfx906", "--no-gpu-bundle-output")
	clang(bundle, "--offload-arch=gfx906", "--offload-arch=gfx90a")
	for _, image := range []string{object, bundle} {
		assert.Equal(t, "0:8 8:8 16:4 24:8 32:16 ", run(t, check, image, "_Z5scalePdPKdid4view"), image)
		assert.Equal(t, "0:8 8:4 12:1 ", run(t, check, image, "_Z4fillIfEvPT_S0_c"), image)
		assert.Empty(t, run(t, check, image, "_Z4nonev"), image)
		assert.Empty(t, run(t, check, image, "_Z5other"), image)
	}
}

// TestRealLibrary: calls of AMD's library return the same with gomarmot's library in front of it, with and without the
// recorder.
func TestRealLibrary(t *testing.T) {
	program, build := compile(t, "testdata/real.c", "-l:"+filepath.Base(library(t))), absolute(t, "../../../build")
	alone := run(t, program)
	require.Contains(t, alone, "hipMalloc ")
	hip := filepath.Join(build, "libgomarmot-hip.so")
	for _, preload := range []string{hip, hip + ":" + filepath.Join(build, "libgomarmot.so")} {
		assert.Equal(t, alone, run(t, "env", "LD_PRELOAD="+preload, program))
	}
}
