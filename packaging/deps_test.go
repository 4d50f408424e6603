package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// deps runs deps.sh with a path that has only the commands that it needs, a command "here", and stand-ins:
// dpkg-query knows only the package "installed", and apt-get, if wanted, prints its arguments.
func deps(t *testing.T, apt bool, args ...string) (output string, ok bool) {
	t.Helper()
	dir := t.TempDir()
	stand := func(name, script string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	stand("here", "")
	stand("sudo", `exec "$@"`)
	stand("dpkg-query", `[ "$3" = installed ] && printf installed`)
	if apt {
		stand("apt-get", `echo "apt-get $*"`)
	}
	for _, name := range []string{"env", "id", "sh"} {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(path, filepath.Join(dir, name)))
	}
	cmd := exec.Command("/bin/sh", append([]string{"deps.sh"}, args...)...)
	cmd.Env = []string{"PATH=" + dir}
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// TestDeps: deps.sh is silent if no package is missing; otherwise it first names the missing packages, and installs
// only these.
func TestDeps(t *testing.T) {
	there := []string{"installed", "a=here", "b=/bin/sh"}
	out, ok := deps(t, true, there...)
	assert.True(t, ok)
	assert.Empty(t, out)

	out, ok = deps(t, true, append(there, "absent", "c=gone", "d=/no/such/file")...)
	assert.True(t, ok)
	assert.Equal(t, []string{
		"make installs with apt-get: absent c d", "apt-get update -q", "apt-get install -qy --no-install-recommends absent c d",
	}, strings.Split(strings.TrimSpace(out), "\n"))

	out, ok = deps(t, true, append([]string{"-also", "Go into x"}, there...)...)
	assert.True(t, ok)
	assert.Equal(t, "make gets Go into x\n", out)

	out, ok = deps(t, true, "-also", "Go into x", "absent")
	assert.True(t, ok)
	assert.Equal(t, "make installs with apt-get: absent; and gets Go into x", strings.Split(out, "\n")[0])

	out, ok = deps(t, false, "absent", "c=gone")
	assert.False(t, ok)
	assert.Equal(t, "deps.sh: this system has no apt-get; install what Debian has in absent c\n", out)
	out, ok = deps(t, false, there...)
	assert.True(t, ok, "whoever has everything needs no apt-get: %s", out)
}

// TestDepsComeFirst: make test first names all packages that it installs, in one line.
func TestDepsComeFirst(t *testing.T) {
	first, _, _ := strings.Cut(dryMake(t, "--no-print-directory", "test"), "\n")
	require.True(t, strings.HasPrefix(first, "sh packaging/deps.sh "), first)
	for _, name := range []string{"gcc", "openmpi-bin", "mpich", "gfortran", "chromium", "python3-mpi4py", "clang-format", "libjemalloc2"} {
		assert.Regexp(t, `[ =]`+name+`\b`, first)
	}
	assert.Regexp(t, ` gcc-\d+-plugin-dev=/\S*/include/gcc-plugin\.h$`, first)
}
