package acceptance

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newCache is an empty cache of some bytes.
func newCache(t *testing.T, most int64) *runCache { return &runCache{dir: t.TempDir(), max: most} }

func keyOf(t *testing.T, from any) string {
	t.Helper()
	key, err := cacheKey(from)
	require.NoError(t, err)
	return key
}

// put adds an entry with one file.
func put(t *testing.T, c *runCache, key, text string) string {
	t.Helper()
	dir, err := c.put(key, func(dir string) error { return os.WriteFile(filepath.Join(dir, "log"), []byte(text), 0o600) })
	require.NoError(t, err)
	return dir
}

// TestCacheDamage: a changed entry counts as missing, and can be added again.
func TestCacheDamage(t *testing.T) {
	damages := map[string]func(dir string) error{
		"changed":     func(dir string) error { return os.WriteFile(filepath.Join(dir, "log"), []byte("xbc"), 0o600) },
		"cut":         func(dir string) error { return os.Truncate(filepath.Join(dir, "log"), 1) },
		"file gone":   func(dir string) error { return os.Remove(filepath.Join(dir, "log")) },
		"sum gone":    func(dir string) error { return os.Remove(filepath.Join(dir, sumFile)) },
		"sum damaged": func(dir string) error { return os.WriteFile(filepath.Join(dir, sumFile), nil, 0o600) },
		"one more":    func(dir string) error { return os.WriteFile(filepath.Join(dir, "more"), nil, 0o600) },
	}
	for name, damage := range damages {
		c, key := newCache(t, 1<<20), keyOf(t, name)
		dir := put(t, c, key, "abc")
		_, ok := c.get(key)
		require.True(t, ok, name)
		require.NoError(t, damage(dir))
		_, ok = c.get(key)
		require.False(t, ok, name)
		put(t, c, key, "abc")
		_, ok = c.get(key)
		require.True(t, ok, name)
	}
}

// TestCacheWithoutKey: an invalid key names no entry, and nothing is removed.
func TestCacheWithoutKey(t *testing.T) {
	c := newCache(t, 1<<20)
	dir := put(t, c, keyOf(t, 1), "abc")
	for _, key := range []string{"", ".", "..", "new-1"} {
		_, ok := c.get(key)
		require.False(t, ok)
		_, err := c.put(key, func(string) error { return nil })
		require.Error(t, err)
	}
	require.DirExists(t, dir)
	var none *runCache
	_, ok := none.get(keyOf(t, 1))
	require.False(t, ok)
	require.NoError(t, none.trim())
}

// TestCacheTrim: the least recently used entries are removed, but neither entries in use nor files that do not belong
// to the cache.
func TestCacheTrim(t *testing.T) {
	c := newCache(t, 300<<10)
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "mine"), nil, 0o600))
	var dirs []string
	for i := range 4 {
		dir := put(t, c, keyOf(t, i), strings.Repeat("x", 100<<10))
		used := time.Now().Add(-time.Duration(10-i) * 24 * time.Hour)
		require.NoError(t, os.Chtimes(filepath.Join(dir, sumFile), used, used))
		dirs = append(dirs, dir)
	}
	_, ok := c.get(keyOf(t, 0)) // now it is in use
	require.True(t, ok)
	require.NoError(t, c.trim())
	assert.DirExists(t, dirs[0])
	assert.NoDirExists(t, dirs[1])
	assert.NoDirExists(t, dirs[2])
	assert.DirExists(t, dirs[3])
	assert.FileExists(t, filepath.Join(c.dir, "mine"))
	c.max = 0
	require.NoError(t, c.trim())
	assert.DirExists(t, dirs[0], "used within the hour")
	assert.NoDirExists(t, dirs[3])
}

// TestCacheFailure: a folder that could not be filled does not become an entry.
func TestCacheFailure(t *testing.T) {
	c, failed := newCache(t, 1<<20), errors.New("failed")
	_, err := c.put(keyOf(t, 1), func(string) error { return failed })
	require.ErrorIs(t, err, failed)
	entries, err := os.ReadDir(c.dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// TestCopySparse: a copy has the same bytes, and no more blocks than it needs.
func TestCopySparse(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	text := make([]byte, 3<<20+5)
	text[1<<20], text[3<<20] = 1, 2
	require.NoError(t, os.WriteFile(from, text, 0o600))
	require.NoError(t, copySparse(from, to))
	copied, err := os.ReadFile(to)
	require.NoError(t, err)
	require.Equal(t, text, copied)
	require.Less(t, sizeOf(to), int64(1<<20))
}

// TestRecorderSources: each package of the project that the library contains either determines the contents of a log,
// or only checks them.
func TestRecorderSources(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	const module = "github.com/gomarmot/gomarmot/"
	out, err := exec.Command("go", "list", "-deps", module+"runtime").Output()
	require.NoError(t, err)
	under := func(pkg string, folders []string) bool {
		return slices.ContainsFunc(folders, func(f string) bool { return pkg == f || strings.HasPrefix(pkg, f+"/") })
	}
	files, err := recorderSources(root)
	require.NoError(t, err)
	for dep := range strings.Lines(string(out)) {
		pkg, ours := strings.CutPrefix(strings.TrimSpace(dep), module)
		if !ours {
			continue
		}
		assert.True(t, under(pkg, recorders) != under(pkg, judges), "%s must be in one of the lists recorders and judges", pkg)
		inList := slices.ContainsFunc(files, func(f string) bool { return filepath.Dir(f) == filepath.Join(root, pkg) })
		assert.Equal(t, under(pkg, recorders), inList, pkg)
	}
}

// TestInputs: files that a program includes, and links by its directives, are inputs.
func TestInputs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.c": "#include \"sub/b.h\"\n#include <stdio.h>\n", "sub/b.h": "# include \"c.h\"\n", "inc/c.h": "#include \"none.h\"\n",
		"d.f90": "      include 'e.inc'\n", "e.inc": "", "lib.so": "#include \"a.c\"\n",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	found := inputs("-O1", "-I"+in("inc"), in("a.c"), in("d.f90"), "-o", in("lib.so"), "-lm", in("gone.c"))
	require.ElementsMatch(t, []string{in("a.c"), in("sub/b.h"), in("inc/c.h"), in("d.f90"), in("e.inc")}, found)
	require.Equal(t, []string{in("lib.so")}, inputs(in("lib.so")))
}

// TestGoKnowsInputs: Go's test cache treats a C source, and the files that it includes, as inputs of a test that
// compiles it.
func TestGoKnowsInputs(t *testing.T) {
	if os.Getenv("GOMARMOT_TEST_CHILD") != "" {
		root, err := Root()
		require.NoError(t, err)
		silent := filepath.Join(root, "examples", "silent")
		require.NoError(t, Compiler("cc", "-fsyntax-only", filepath.Join(silent, "parts", "writer.c")).Err)
		return
	}
	log := filepath.Join(t.TempDir(), "log")
	cmd := exec.Command(os.Args[0], "-test.run=^TestGoKnowsInputs$", "-test.testlogfile="+log)
	cmd.Env = append(os.Environ(), "GOMARMOT_TEST_CHILD=1", cacheVar+"=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	for _, name := range []string{"writer.c", "writer.h"} {
		require.Regexp(t, `(?m)^open .*/examples/silent/parts/`+name+`$`, string(text))
	}
}

// TestCompilersAreKnown: tests start compilers only through Compiler.
func TestCompilersAreKnown(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	for _, dir := range []string{"acceptance", "pmpi/wrappertest"} {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			assert.NotRegexp(t, `exec\.Command\((?:"cc"|cc,|armCC|\w+\.(?:cc|CC)\b)`, string(text), f)
		}
	}
}

// TestRetries: more retries than the limit fail.
func TestRetries(t *testing.T) {
	r := Retries{Most: 2}
	require.True(t, r.allow("a"))
	require.True(t, r.allow("a"))
	require.False(t, r.exceeded())
	require.False(t, r.allow("b"))
	require.True(t, r.exceeded())
	var text strings.Builder
	r.tell(&text)
	require.Equal(t, "run again: 2 of at most 2; 1 more were not allowed, which fails the tests\n  2 x a\n", text.String())
}

// TestJudgeAsCommand: a check in this process has the same result as the command,
// for runs that end well, badly, and not at all, for faults of one rank and of
// several, under each MPI.
func TestJudgeAsCommand(t *testing.T) {
	t.Parallel()
	root, _, gomarmot := setup(t)
	var ps []*Program
	for _, name := range []string{"buggy/LOCK003/bug.c", "buggy/RMA005/bug.c", "buggy/PSCW001/bug.c", "buggy/SPLIT008/bug.c", "buggy/WIN013/bug.c", "correct/halo_fence.c"} {
		ps = append(ps, programs(t, root, name)...)
	}
	forEach(t, ps, func(t *testing.T, m *MPI, p *Program) {
		j := launch(t, m, p)
		r, _, err := ReadReport(gomarmot, "--source-root", root, j.log())
		require.NoError(t, err)
		j.report.Fingerprint(root)
		text, err := json.Marshal(j.report)
		require.NoError(t, err)
		want, err := json.Marshal(r)
		require.NoError(t, err)
		require.JSONEq(t, string(want), string(text))
	})
}
