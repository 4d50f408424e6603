//go:build threads

package wrappertest

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// compileRaces builds libgomarmot.so, the stub library, a drain in C and
// testdata/race.c for ThreadSanitizer, and returns the program.
func compileRaces(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cc := func(args ...string) {
		cmd := acceptance.Compiler("cc", append([]string{"-std=gnu11", "-O1", "-g", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"}, args...)...)
		cmd.Dir = dir
		run(t, cmd)
	}
	absolute := func(list []string) []string {
		for i, source := range list {
			path, err := filepath.Abs(source)
			require.NoError(t, err)
			list[i] = path
		}
		return list
	}
	sources := func(pattern string) []string {
		list, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		return absolute(list)
	}
	// ThreadSanitizer starts with calls of sigaction, too early to watch them.
	early := slices.Concat(sources("../guest/action.c"), sources("../guest/fault.c"), sources("../guest/signals.c"))
	cc(append(early, "-c")...)
	library := slices.DeleteFunc(absolute(librarySources(t)), func(s string) bool { return slices.Contains(early, s) })
	watched := []string{"-fsanitize=thread", "-ldl", "-lpthread"}
	cc(slices.Concat([]string{"-shared", "-o", "libgomarmot.so", "action.o", "fault.o", "signals.o"}, library, watched)...)
	cc(slices.Concat([]string{"-shared", "-o", "libstubmpi.so"}, sources("../stubmpi/*stub.c"), watched)...)
	cc(slices.Concat([]string{"-shared", "-o", "libgomarmot-core.so"}, sources("testdata/race_core.c"), watched)...)
	cc(slices.Concat([]string{"-o", "race"}, sources("testdata/race.c"), []string{"-L.", "-lgomarmot", "-lstubmpi", "-Wl,-rpath," + dir}, watched)...)
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
			r := launch(t, t.TempDir(), []string{"GOMARMOT_RING_SLOTS=2048", "GOMARMOT_LIVE=0", "GOMARMOT_SUMMARY=0"}, program, model)
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
			brief := 0 // threads, each with one call
			if model == "world" {
				brief = 8 * 51
			}
			assert.Equal(t, strconv.Itoa(waves*8*1500+brief), got[strconv.Itoa(int(calls.InfoSet))])
		})
	}
}
