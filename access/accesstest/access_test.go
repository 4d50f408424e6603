package accesstest

import (
	"debug/elf"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
)

// sources returns the C files of the library.
func sources(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../*.c")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// compile builds a binary and returns its path.
func compile(t *testing.T, name string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	flags := append([]string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-o", out}, args...)
	text, err := acceptance.Compiler("gcc", flags...).CombinedOutput()
	require.NoError(t, err, "%s", text)
	return out
}

// program builds a program of testdata with the library in it.
func program(t *testing.T, name string) string {
	t.Helper()
	args := append([]string{"-rdynamic", filepath.Join("testdata", name+".c")}, sources(t)...)
	return compile(t, name, append(args, "-ldl", "-lpthread")...)
}

// library builds libgomarmot-access.so, and returns the options for a program to be
// linked with it in place of libtsan.
func library(t *testing.T) []string {
	t.Helper()
	args := append([]string{"-fPIC", "-fvisibility=hidden", "-shared", "-Wl,-soname,libtsan.so"}, sources(t)...)
	dir := filepath.Dir(compile(t, "libtsan.so", append(args, "-ldl", "-lpthread")...))
	return []string{"-L" + dir, "-Wl,-rpath," + dir, "-Wl,-z,now"}
}

func run(t *testing.T, binary string, args ...string) string {
	t.Helper()
	out, err := exec.Command(binary, args...).CombinedOutput()
	require.NoError(t, err, "%s %v: %s", filepath.Base(binary), args, out)
	return string(out)
}

// TestOracle: the bytes handed over are, byte by byte, the bytes of interest that were accessed, with series and
// bitmaps among them.
func TestOracle(t *testing.T) {
	oracle := program(t, "oracle")
	for seed := range 6 {
		out := run(t, oracle, fmt.Sprint(seed), "400")
		assert.Regexp(t, `^ok: [1-9]\d{3,} series, [1-9]\d* bitmaps\n$`, out, "seed %d", seed)
	}
}

// TestLarge: large windows leave nothing behind.
func TestLarge(t *testing.T) {
	assert.Equal(t, "ok\n", run(t, program(t, "large")))
}

func TestThreads(t *testing.T) {
	threads := program(t, "threads")
	for range 3 {
		assert.Equal(t, "ok\n", run(t, threads))
	}
}

// TestAtomics: the atomic operations of a program compiled with -fsanitize=thread have the effect that the program asks
// for.
func TestAtomics(t *testing.T) {
	args := append([]string{"-fsanitize=thread", "-Wno-tsan", "-mcx16", filepath.Join("testdata", "atomics.c")}, library(t)...)
	atomics := compile(t, "atomics", append(args, "-lpthread")...)
	f, err := elf.Open(atomics)
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.ImportedSymbols()
	require.NoError(t, err)
	calls := 0
	for _, s := range symbols {
		if strings.HasPrefix(s.Name, "__tsan_atomic") {
			calls++
		}
	}
	assert.GreaterOrEqual(t, calls, 50, "the program's operations are not calls of the library")
	assert.Equal(t, "ok\n", run(t, atomics))
}

// compilersOwn are the functions of ThreadSanitizer that compiled code calls, and functions that
// programs may call to tell it about their synchronization.
var compilersOwn = regexp.MustCompile(`^__tsan_(init|func_|vptr_|read\d+$|write\d+$|unaligned_|volatile_|read_range$|write_range$|ignore_|mem|atomic` +
	`|acquire$|release$|mutex_|.*fiber)`)

// looked matches the functions of the C library whose loads, stores or synchronization are recorded.
var looked = regexp.MustCompile(`^(__)?(` + strings.Join([]string{
	"strcpy", "stpcpy", "strncpy", "stpncpy", "strcat", "strncat", "v?sn?printf", "qsort(_r)?",
	"(fread|fwrite|fgets|fputs)(_unlocked)?", "puts", "p?(read|write)v?(64)?", "recv(from|msg)?", "send(to|msg)?",
	"sem_(post|wait|trywait|timedwait)", "pthread_barrier_wait",
	"pthread_mutex_((try|timed)?lock|unlock)", "pthread_rwlock_((try|timed)?(rd|wr)lock|unlock)",
	"pthread_spin_((try)?lock|unlock)",
}, "|") + `)(_chk)?$`)

// TestEveryFunction of libtsan that compiled code may call is there.
func TestEveryFunction(t *testing.T) {
	path, err := exec.Command("gcc", "-print-file-name=libtsan.so").Output()
	require.NoError(t, err)
	theirs, err := elf.Open(strings.TrimSpace(string(path)))
	require.NoError(t, err)
	defer theirs.Close()
	ours, err := elf.Open(filepath.Join(strings.TrimPrefix(library(t)[0], "-L"), "libtsan.so"))
	require.NoError(t, err)
	defer ours.Close()
	have := map[string]bool{}
	symbols, err := ours.DynamicSymbols()
	require.NoError(t, err)
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF {
			have[s.Name] = true
			if !looked.MatchString(s.Name) {
				assert.Regexp(t, `^(__(tsan|gomarmot|wrap)|_gfortran)_`, s.Name, "nothing else is exported")
			}
		}
	}
	symbols, err = theirs.DynamicSymbols()
	require.NoError(t, err)
	wanted := 0
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && compilersOwn.MatchString(s.Name) {
			wanted++
			assert.True(t, have[s.Name], "there is no %s", s.Name)
		}
	}
	assert.Greater(t, wanted, 100)
	for _, size := range []int{1, 2, 4, 8, 16} { // the functions of Clang
		for _, name := range []string{"volatile_read", "unaligned_volatile_write", "read_write", "unaligned_read_write"} {
			assert.True(t, have[fmt.Sprintf("__tsan_%s%d", name, size)], "there is no __tsan_%s%d", name, size)
		}
	}
}
