package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// TestShortPathThroughLinks: the compiler may have seen another path to the
// same file than the user does.
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
		"a.c:7":     {Sites: []Site{{File: "/src/a.c", Line: 7, Module: "/bin/app"}, {File: "b.c", Line: 1}}},
		"app+0x1f0": {Sites: []Site{{Module: "/bin/app", Offset: 0x1f0}}},
		"":          {},
	} {
		assert.Equal(t, want, f.Where())
	}
}
