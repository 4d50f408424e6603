package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeGo is a stand-in for the go command of Debian: it gets a toolchain.
const fakeGo = `#!/bin/sh
case $1 in
env) echo "some$2" ;;
mod) mkdir -p "$GOMODCACHE/$3/bin" "$GOMODCACHE/$3/pkg/tool/x" && echo new >"$GOMODCACHE/$3/bin/go" && echo x >"$GOMODCACHE/$3/pkg/tool/x/y" ;;
esac
`

// getGo runs go.sh with a path that has only the commands that it needs and stand-ins. It returns the output and
// the folder.
func getGo(t *testing.T, stands map[string]string) (output, to string, ok bool) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range stands {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
	}
	for _, name := range []string{"sh", "sed", "grep", "dirname", "mkdir", "mktemp", "chmod", "rm", "mv", "id", "tar", "cat"} {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(path, filepath.Join(dir, name)))
	}
	to = filepath.Join(dir, "cache", "go")
	cmd := exec.Command("/bin/sh", "go.sh", to)
	cmd.Env = []string{"PATH=" + dir}
	out, err := cmd.CombinedOutput()
	left, _ := filepath.Glob(to + ".*")
	assert.Empty(t, left, "the unpacked files are removed")
	return string(out), to, err == nil
}

// TestGo: go.sh uses an installed go command, or unpacks the command of Debian's package without installing it.
func TestGo(t *testing.T) {
	pack := filepath.Join(t.TempDir(), "package.tar")
	tree := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(tree, "usr/lib/go-9.9/bin"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(tree, "usr/lib/go-9.9/bin/go"), []byte(fakeGo), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(tree, "usr/lib/go-9.9/VERSION"), nil, 0o644))
	require.NoError(t, exec.Command("tar", "-C", tree, "-cf", pack, "./usr").Run())
	debian := map[string]string{
		"apt-get":   "#!/bin/sh\necho \"apt-get $*\"\n[ \"$1\" != download ] || : >some.deb\n",
		"apt-cache": "#!/bin/sh\necho '  Depends: golang-9.9-go'\n",
		"dpkg-deb":  "#!/bin/sh\ncat " + pack + "\n",
		"sudo":      "#!/bin/sh\nexec \"$@\"\n",
	}
	for name, stands := range map[string]map[string]string{"installed": {"go": fakeGo}, "of Debian": debian} {
		t.Run(name, func(t *testing.T) {
			out, to, ok := getGo(t, stands)
			require.True(t, ok, out)
			assert.NotContains(t, out, "install")
			info, err := os.Stat(filepath.Join(to, "bin", "go"))
			require.NoError(t, err, out)
			assert.NotZero(t, info.Mode()&0o100)
		})
	}
	out, _, ok := getGo(t, nil)
	assert.False(t, ok)
	assert.Equal(t, "go.sh: there is neither Go nor apt-get: install Go 1.21 or later\n", out)
}

// TestDemoDepsFirst: make demo first names the packages that it installs.
func TestDemoDepsFirst(t *testing.T) {
	assert.Regexp(t, `^sh packaging/deps\.sh .*\bopenmpi-bin=`, dryMake(t, "--no-print-directory", "demo"))
}
