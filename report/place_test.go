package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/source"
)

func TestShortPath(t *testing.T) {
	for _, c := range []struct{ file, dir, want string }{
		{"/home/ada/halo/src/a.c", "/home/ada/halo", "src/a.c"},
		{"/home/ada/halo/src/../b.c", "/home/ada/halo/", "b.c"},
		{"/home/ada/halo2/a.c", "/home/ada/halo", "/home/ada/halo2/a.c"},
		{"/home/ada/a.c", "/home/ada/halo", "/home/ada/a.c"},
		{"/home/ada/a.c", "/", "home/ada/a.c"},
		{"/home/ada/a.c", "", "/home/ada/a.c"},
		{"./src/a.c", "/home/ada/halo", "src/a.c"},
		{"../lib/a.c", "/home/ada/halo", "../lib/a.c"},
		{"", "/home/ada/halo", ""},
	} {
		assert.Equal(t, c.want, shortPath(c.file, c.dir), "%+v", c)
	}
}

// TestSitePath: a file that is not in the source root is named by its path in
// the tree that it was compiled in, if there is such a tree.
func TestSitePath(t *testing.T) {
	for _, c := range []struct{ file, compiled, dir, want string }{
		{"/home/ada/halo/src/a.c", "/home/ada/halo", "/home/bob", "src/a.c"},
		{"/home/ada/halo/src/a.c", "/home/ada/halo/src", "/home/bob", "a.c"},
		{"/home/ada/halo/src/a.c", "/home/ada/halo/build", "/home/bob", "src/a.c"},
		{"/home/ada/halo/src/a.c", "/home/ada/halo/build/src/", "", "src/a.c"},
		{"/home/ada/halo/src/a.c", "/home/ada/halo/build", "/home/ada", "halo/src/a.c"},
		{"/src/a.c", "/src", "/home/bob", "a.c"},
		{"/home/ada/a.c", "/home/bob", "/", "home/ada/a.c"},
		{"/home/ada/a.c", "/home/bob/build", "/home/eve", "/home/ada/a.c"},
		{"/usr/include/x.h", "/home/ada", "/home/bob", "/usr/include/x.h"},
		{"/a.c", "/", "/home/bob", "/a.c"},
		{"/home/ada/a.c", "", "/home/bob", "/home/ada/a.c"},
		{"/home/ada/a.c", "./build", "/home/bob", "/home/ada/a.c"},
		{"a.c", "/home/ada", "/home/bob", "a.c"},
		{"", "/home/ada", "/home/bob", ""},
	} {
		assert.Equal(t, c.want, sitePath(source.Place{File: c.file, Dir: c.compiled}, c.dir), "%+v", c)
	}
	s := Site{Call: "MPI_Put", Place: source.Place{File: "/home/ada/halo/a.c", Dir: "/home/ada/halo", Line: 7, Func: "put"}}
	s.Callers[0] = source.Place{File: "/home/ada/halo/b.c", Dir: "/home/ada/halo/", Line: 9, Func: "main"}
	assert.Equal(t, "MPI_Put, a.c:7 in put, from b.c:9 in main", callPlace(s.from("/home/bob")))
}

// TestShortPathThroughLinks: the compiler may have used a different path to
// the same file than the user.
func TestShortPathThroughLinks(t *testing.T) {
	tmp, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	real, link := filepath.Join(tmp, "real"), filepath.Join(tmp, "link")
	require.NoError(t, os.Mkdir(real, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(real, "a.c"), nil, 0o600))
	require.NoError(t, os.Symlink(real, link))
	assert.Equal(t, "a.c", shortPath(filepath.Join(real, "a.c"), link))
	assert.Equal(t, "a.c", shortPath(filepath.Join(link, "a.c"), real))
	assert.Equal(t, "gone.c", shortPath(filepath.Join(real, "gone.c"), link))
}

func TestWhere(t *testing.T) {
	for want, f := range map[string]Finding{
		"a.c:7":     {Sites: []Site{{Place: source.Place{File: "/src/a.c", Line: 7, Module: "/bin/app"}}, {Place: source.Place{File: "b.c", Line: 1}}}},
		"app+0x1f0": {Sites: []Site{{Place: source.Place{Module: "/bin/app", Offset: 0x1f0}}}},
		"":          {},
	} {
		assert.Equal(t, want, f.where())
	}
}
