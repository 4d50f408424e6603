//go:build threads

package wrappertest

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// compileRaces builds libgomarmot.so, the stub library, a drain in C and
// testdata/race.c for ThreadSanitizer, and returns the program.
func compileRaces(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cc := func(name string, args ...string) {
		cmd := exec.Command("cc", append([]string{"-std=gnu11", "-O1", "-g", "-fsanitize=thread", "-Wall", "-Wextra", "-Werror",
			"-o", filepath.Join(dir, name)}, args...)...)
		run(t, cmd)
	}
	sources := func(pattern string) []string {
		list, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		return append(list, "-fPIC", "-shared", "-fvisibility=hidden", "-ldl", "-lpthread")
	}
	cc("libgomarmot.so", sources("../*.c")...)
	cc("libstubmpi.so", sources("../stubmpi/*stub.c")...)
	cc("libgomarmot-core.so", sources("testdata/race_core.c")...)
	cc("race", "testdata/race.c", "-L"+dir, "-lgomarmot", "-lstubmpi", "-Wl,-rpath,"+dir, "-lpthread")
	return filepath.Join(dir, "race")
}

// ThreadSanitizer sees no data race between eight threads and the drain, and
// the drain reads a record of every call.
func TestNoDataRaces(t *testing.T) {
	program := compileRaces(t)
	const perWave = 8 * (1500 + 94) // puts of eight threads
	for model, waves := range map[string]int{"world": 4, "sessions": 1} {
		t.Run(model, func(t *testing.T) {
			// Small rings: threads wait for room.
			r := launch(t, t.TempDir(), []string{"GOMARMOT_RING_SLOTS=2048", "GOMARMOT_LIVE=0"}, program, model)
			require.Zero(t, r.exit, r.stderr)
			assert.Empty(t, r.stderr)
			got := map[string]string{}
			for line := range strings.Lines(r.stdout) {
				key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
				got[key] = value
			}
			assert.Equal(t, "1", got["reason"], "MPI has been finalised")
			assert.Equal(t, strconv.Itoa(waves*perWave), got[strconv.Itoa(int(calls.Put))])
			assert.Equal(t, strconv.Itoa(2*waves*8*1500), got[strconv.Itoa(int(calls.WinFlush))])
			assert.Equal(t, strconv.Itoa(waves*8*1500), got[strconv.Itoa(int(calls.InfoSet))])
		})
	}
}
