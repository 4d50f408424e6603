package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostRetries bounds the repeated runs in a test run of this package, which has about 2,000 programs, and 22 pairs of
// runs whose output is not the same each time.
const mostRetries = 10

var (
	recorder *programRecorder
	again    = Retries{Most: mostRetries}
	passes   passedTests
)

func TestMain(m *testing.M) {
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// runTests runs the tests, and prints which runs were repeated.
func runTests(m *testing.M) (int, error) {
	env, err := take()
	if err != nil {
		return 1, err
	}
	dir, err := os.MkdirTemp("", "gomarmot-programs-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir) // a folder for temporary files
	recorder = newRecorder(env.root, dir, env.cache)
	passes.cache = env.cache
	passes.depends = sync.OnceValues(func() (string, error) { return recorder.surroundings("acceptance", "examples/correct") })
	code := m.Run()
	var text strings.Builder
	recorder.tell(&text)
	passes.tell(&text)
	again.tell(&text)
	if again.exceeded() {
		code = 1
	}
	if err := env.note("acceptance", text.String()); err != nil {
		return 1, err
	}
	return code, env.cache.trim()
}

// setup returns the repository's root and fails if the build is missing.
func setup(t *testing.T) (root, preload, gomarmot string) {
	t.Helper()
	_ = os.Getenv(cacheVar) // makes the variable an input of Go's test cache; reads in TestMain do not count
	root, err := Root()
	require.NoError(t, err)
	preload = filepath.Join(root, "build", "libgomarmot.so")
	gomarmot = filepath.Join(root, "build", "gomarmot")
	for _, f := range []string{preload, filepath.Join(root, "build", "libgomarmot-core.so"), gomarmot} {
		require.FileExists(t, f, "run make build first")
	}
	return root, preload, gomarmot
}

// ofRecorder begins a test of the recorder, see Passes. The test runs in parallel with others.
func ofRecorder(t *testing.T) {
	t.Helper()
	passes.skip(t)
	t.Parallel()
}
