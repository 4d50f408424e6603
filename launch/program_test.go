package launch

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// compile builds a C program or library, and returns its path.
func compile(t *testing.T, dir, name, source string, flags ...string) string {
	t.Helper()
	file := filepath.Join(dir, name+".c")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	path := filepath.Join(dir, name)
	out, err := exec.Command("cc", append([]string{"-o", path, file}, flags...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

const nothing = "int main(void) { return 0; }\n"

// TestInspect finds each property of a program that keeps a library from being preloaded, or calls from being
// recorded.
func TestInspect(t *testing.T) {
	dir := t.TempDir()
	plain := compile(t, dir, "plain", nothing, "-g")
	p, err := Inspect(plain)
	require.NoError(t, err)
	assert.Contains(t, p.Loader, "ld-linux")
	assert.True(t, p.Debug)
	assert.False(t, p.Privileged || p.OwnMPI)
	assert.Empty(t, p.MPI)
	assert.Empty(t, p.Absent)

	p, err = Inspect(compile(t, dir, "static", nothing, "-static"))
	require.NoError(t, err)
	assert.Empty(t, p.Loader)

	p, err = Inspect(compile(t, dir, "nolines", nothing))
	require.NoError(t, err)
	assert.False(t, p.Debug)

	p, err = Inspect(compile(t, dir, "own", "int PMPI_Init(void) { return 0; }\n"+nothing))
	require.NoError(t, err)
	assert.True(t, p.OwnMPI)

	require.NoError(t, os.Chmod(plain, 0o755|os.ModeSetuid))
	p, err = Inspect(plain)
	require.NoError(t, err)
	assert.True(t, p.Privileged)

	lib := compile(t, dir, "libmpi.so.40.1.2", "int PMPI_Init(void) { return 0; }\n", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.40")
	require.NoError(t, os.Symlink(lib, filepath.Join(dir, "libmpi.so.40")))
	other := compile(t, dir, "libother.so", "int other(void) { return 0; }\n", "-shared", "-fPIC", "-Wl,-soname,libother.so")
	linked := compile(t, dir, "linked", "int PMPI_Init(void), other(void); int main(void) { return PMPI_Init() + other(); }\n",
		lib, other, "-Wl,-rpath,"+dir)
	p, err = Inspect(linked)
	require.NoError(t, err)
	real, err := filepath.EvalSymlinks(lib)
	require.NoError(t, err)
	assert.Equal(t, []string{real}, p.MPI)
	assert.False(t, p.OwnMPI)
	require.NoError(t, os.Remove(other))
	p, err = Inspect(linked)
	require.NoError(t, err)
	assert.Len(t, p.Absent, 1)

	_, err = Inspect(filepath.Join(dir, "none"))
	assert.ErrorContains(t, err, "inspect the program: ")
	_, err = Inspect(filepath.Join(dir, "plain.c"))
	assert.ErrorContains(t, err, "inspect the program "+dir)
}

func TestFindProgram(t *testing.T) {
	dir := t.TempDir()
	app := compile(t, dir, "app", nothing)
	script := program(t, dir, "run.sh", "")
	for _, c := range []struct {
		want     string
		launcher bool
		command  []string
	}{
		{app, true, []string{"mpiexec", "-n", "4", "--map-by", "core", app, "sh"}},
		{app, false, []string{app, "-n"}},
		{"", false, []string{script, app}},
		{"", true, []string{"mpiexec", "-n", "4", script}},
		{"", true, []string{"mpiexec"}},
	} {
		assert.Equal(t, c.want, FindProgram(c.command, c.launcher), "%v", c.command)
	}
}

func TestFamily(t *testing.T) {
	for file, want := range map[string]Kind{
		"/usr/lib/libmpi.so.40.30.4": openMPI, "/opt/libmpich.so.12.2.2": hydra, "/opt/intel/libmpi.so.12.0": hydra,
	} {
		got, sure := Family(file)
		assert.True(t, sure)
		assert.Equal(t, want, got, file)
	}
	_, sure := Family("libmpi_abi.so.1")
	assert.False(t, sure)
}

// TestLoads: the complaints of the loader are returned.
func TestLoads(t *testing.T) {
	dir := t.TempDir()
	assert.Empty(t, Loads(compile(t, dir, "good.so", "int x;\n", "-shared", "-fPIC")))
	assert.Contains(t, Loads(filepath.Join(dir, "none.so")), "cannot be preloaded")
	bad := compile(t, dir, "bad.so", "int absent(void); int x(void) { return absent(); }\n", "-shared", "-fPIC")
	assert.Contains(t, Loads(bad), "absent")
}
