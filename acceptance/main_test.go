package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostRetries bounds what is run again in one run of this package: about 2,000
// programs, and 22 pairs of runs whose output is not the same each time.
const mostRetries = 20

var (
	recorder *Recorder
	again    = Retries{Most: mostRetries}
)

func TestMain(m *testing.M) {
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// runTests runs the tests, and tells what was run again.
func runTests(m *testing.M) (int, error) {
	root, err := Root()
	if err != nil {
		return 1, err
	}
	cache, err := OpenCache()
	if err != nil {
		return 1, err
	}
	notes := os.Getenv(notesVar)
	for _, name := range []string{cacheVar, cacheSizeVar, notesVar} {
		_ = os.Unsetenv(name) // gomarmot doctor would wonder at them
	}
	dir, err := os.MkdirTemp("", "gomarmot-programs-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir) // a folder for temporary files
	recorder = NewRecorder(root, dir, cache)
	code := m.Run()
	var text strings.Builder
	recorder.Tell(&text)
	again.Tell(&text)
	if again.Exceeded() {
		code = 1
	}
	if err := Note(notes, "acceptance", text.String()); err != nil {
		return 1, err
	}
	return code, cache.Trim()
}

// setup returns the repository's root and fails where the build is missing.
func setup(t *testing.T) (root, preload, gomarmot string) {
	t.Helper()
	root, err := Root()
	require.NoError(t, err)
	preload = filepath.Join(root, "build", "libgomarmot.so")
	gomarmot = filepath.Join(root, "build", "gomarmot")
	for _, f := range []string{preload, filepath.Join(root, "build", "libgomarmot-core.so"), gomarmot} {
		require.FileExists(t, f, "run make build first")
	}
	return root, preload, gomarmot
}
