package heaptest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
)

// compile builds a binary and returns its path.
func compile(t *testing.T, name string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	flags := append([]string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-fno-builtin", "-o", out}, args...)
	text, err := acceptance.Compiler("gcc", flags...).CombinedOutput()
	require.NoError(t, err, "%s", text)
	return out
}

// library builds libgomarmot-heap.so.
func library(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../*.c")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	args := append([]string{"-fPIC", "-fexceptions", "-fvisibility=hidden", "-shared"}, files...)
	return compile(t, "libgomarmot-heap.so", append(args, "-ldl", "-lpthread")...)
}

// allocators are the libraries preloaded behind the library, "" the C library's own allocator. make deps-heap installs
// them.
var allocators = []string{"", "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2", "/usr/lib/x86_64-linux-gnu/libtcmalloc_minimal.so.4"}

// TestOracle: each address in a live block is found in that block, with the size that the program asked for, and no
// other address is; a block in use is reported once when it is freed.
func TestOracle(t *testing.T) {
	heap := library(t)
	oracle := compile(t, "oracle", "-rdynamic", filepath.Join("testdata", "oracle.c"))
	for _, a := range allocators {
		t.Run(strings.TrimSuffix(filepath.Base(a), ".so"), func(t *testing.T) {
			preload, env := heap, []string{"GLIBC=1"}
			if a != "" {
				require.FileExists(t, a, "make deps-heap installs it")
				preload, env = heap+":"+a, nil
			}
			for seed := range 3 {
				cmd := exec.Command(oracle, fmt.Sprint(seed), "4000")
				cmd.Env = append(append(os.Environ(), "LD_PRELOAD="+preload), env...)
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "seed %d: %s", seed, out)
				assert.Regexp(t, `^ok: [1-9]\d* freed\n$`, string(out))
			}
		})
	}
}
