package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program creates an executable shell script.
func program(t *testing.T, dir, name, script string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	return path
}

// TestDetect by the name, by what a link leads to, by what --version says.
func TestDetect(t *testing.T) {
	dir := t.TempDir()
	never := func(path string) string { t.Errorf("%s was run", path); return "" }
	for name, want := range map[string]Launcher{
		"mpiexec.openmpi": openMPI, "/usr/bin/orterun": openMPI, "prterun": openMPI, "mpiexec.hydra": hydra,
		"mpirun.mpich": hydra, "srun": names["srun"], "/opt/bin/jsrun": names["jsrun"], "flux": names["flux"],
		"./run.sh": {}, "./app": {}, "python3": {},
	} {
		assert.Equal(t, want, Detect(name, never), name)
	}
	real := program(t, dir, "orterun", "")
	link := filepath.Join(dir, "mpiexec")
	require.NoError(t, os.Symlink(real, link))
	assert.Equal(t, openMPI, Detect(link, never))
	t.Setenv("PATH", dir)
	assert.Equal(t, openMPI, Detect("mpiexec", never), "from PATH")

	for said, want := range map[string]Launcher{
		"mpirun (Open MPI) 5.0.3\n":                                         openMPI,
		"HYDRA build details:\n    Version:  4.0.2":                         hydra,
		"Intel(R) MPI Library for Linux* OS, Version 2021.5 Build 20211102": {Hydra, "mpiexec of Intel MPI (Hydra)"},
		"slurm 23.02.7": names["srun"],
		"something":     {}, "": {},
	} {
		other := program(t, dir, "mpirun", "")
		got := Detect("mpirun", func(path string) string { assert.Equal(t, other, path); return said })
		assert.Equal(t, want, got, said)
	}
	assert.Equal(t, Launcher{}, Detect("mpiexec-is-nowhere", never))
}

func TestVersion(t *testing.T) {
	dir := t.TempDir()
	assert.Equal(t, "mine --version\n", Version(program(t, dir, "a", `echo mine "$@"`)))
	assert.Equal(t, "", Version(program(t, dir, "b", "echo no; exit 3")))
}

// TestCommand: the library goes to the ranks and nowhere else, and the user's
// own preloaded libraries stay.
func TestCommand(t *testing.T) {
	vars := []Var{{"GOMARMOT_LOG", "/l og"}}
	for _, c := range []struct {
		l              Launcher
		command        string
		inherited      string
		argv, variable string
	}{
		{openMPI, "mpiexec -n 4 ./app -x y", "",
			"mpiexec -x LD_PRELOAD=/g/libgomarmot.so -x GOMARMOT_LOG=/l_og -n 4 ./app -x y", ""},
		{openMPI, "mpiexec -n 1 ./a : -n 2 ./b", "/u/liba.so",
			"mpiexec -x LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -x GOMARMOT_LOG=/l_og -n 1 ./a : " +
				"-x LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -x GOMARMOT_LOG=/l_og -n 2 ./b", ""},
		{openMPI, "mpiexec -x LD_PRELOAD=/u/liba.so -n 4 ./app", "",
			"mpiexec -x GOMARMOT_LOG=/l_og -x LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -n 4 ./app", ""},
		{hydra, "mpiexec -n 4 ./app", "/u/liba.so /old/libgomarmot.so",
			"mpiexec -genv LD_PRELOAD /u/liba.so:/g/libgomarmot.so -genv GOMARMOT_LOG /l_og -n 4 ./app", ""},
		{hydra, "mpiexec -genv LD_PRELOAD /u/liba.so -env LD_PRELOAD=/u/libb.so -n 4 ./app", "",
			"mpiexec -genv LD_PRELOAD /g/libgomarmot.so -genv GOMARMOT_LOG /l_og -genv LD_PRELOAD /u/liba.so:/g/libgomarmot.so " +
				"-env LD_PRELOAD=/u/libb.so:/g/libgomarmot.so -n 4 ./app", ""},
		{names["srun"], "srun -n 4 ./app", "/u/liba.so", "srun -n 4 ./app", "LD_PRELOAD=/u/liba.so:/g/libgomarmot.so GOMARMOT_LOG=/l_og"},
		{names["flux"], "flux run -n 4 ./app", "", "flux run -n 4 ./app", "LD_PRELOAD=/g/libgomarmot.so GOMARMOT_LOG=/l_og"},
		{Launcher{}, "./run.sh", "", "./run.sh", "LD_PRELOAD=/g/libgomarmot.so GOMARMOT_LOG=/l_og"},
	} {
		command := strings.Fields(c.command)
		argv, env := c.l.Command(command, c.inherited, "/g/libgomarmot.so", vars)
		var set []string
		for _, v := range env {
			set = append(set, v.Name+"="+v.Value)
		}
		assert.Equal(t, c.argv, strings.ReplaceAll(strings.Join(argv, " "), "/l og", "/l_og"))
		assert.Equal(t, c.variable, strings.ReplaceAll(strings.Join(set, " "), "/l og", "/l_og"))
		assert.Equal(t, c.command, strings.Join(command, " "), "the command given is not changed")
	}
}

// TestHeapFirst: the library that watches the heap comes before all others.
func TestHeapFirst(t *testing.T) {
	const both = "/g/libgomarmot-heap.so:/g/libgomarmot.so"
	assert.Equal(t, both, Join("", both))
	assert.Equal(t, "/g/libgomarmot-heap.so:/u/libjemalloc.so:/g/libgomarmot.so", Join("/u/libjemalloc.so /old/libgomarmot-heap.so:/old/libgomarmot.so", both))
	assert.Equal(t, "/u/liba.so:/g/libgomarmot.so", Join("/old/libgomarmot-heap.so:/u/liba.so", "/g/libgomarmot.so"))
	argv, _ := openMPI.Command([]string{"mpiexec", "-x", "LD_PRELOAD=/u/liba.so", "./app"}, "", both, nil)
	assert.Equal(t, "mpiexec -x LD_PRELOAD=/g/libgomarmot-heap.so:/u/liba.so:/g/libgomarmot.so ./app", strings.Join(argv, " "))
}

func TestWithHeap(t *testing.T) {
	dir := t.TempDir()
	library := filepath.Join(dir, LibraryName)
	_, err := WithHeap(library)
	require.ErrorContains(t, err, "libgomarmot-heap.so is missing beside")
	require.NoError(t, os.WriteFile(filepath.Join(dir, HeapName), nil, 0o600))
	both, err := WithHeap(library)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, HeapName)+":"+library, both)
}

func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		l                  Launcher
		command, env, want string
	}{
		{openMPI, "mpiexec ./app", "", ""},
		{Launcher{}, "./app", "", ""},
		{Launcher{}, "mpiexec ./app", "", "cannot tell which MPI mpiexec belongs to: the ranks get the library only if it passes on its environment"},
		{names["srun"], "srun --export=ALL,A=1 ./app", "ALL", ""},
		{names["srun"], "srun --export=NONE ./app", "", "--export=NONE keeps LD_PRELOAD from the ranks: for srun it must include ALL"},
		{names["srun"], "srun ./app", "PATH,HOME", "SLURM_EXPORT_ENV=PATH,HOME keeps LD_PRELOAD from the ranks: set it to ALL"},
	} {
		assert.Equal(t, c.want, c.l.Doubt(strings.Fields(c.command), func(string) string { return c.env }), c.command)
	}
}

// TestQuote: a shell reads back what was written.
func TestQuote(t *testing.T) {
	assert.Equal(t, `A='b c' mpiexec -n 4 ./app 'it'\''s' '' '$HOME' a=b`,
		Quote([]Var{{"A", "b c"}}, []string{"mpiexec", "-n", "4", "./app", "it's", "", "$HOME", "a=b"}))
}

func TestLookUp(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "text"), nil, 0o600))
	for name, want := range map[string]string{
		"no-such-program": "cannot start no-such-program: executable file not found in $PATH",
		dir + "/none":     "cannot start " + dir + "/none: no such file or directory",
		dir + "/text":     "cannot start " + dir + "/text: permission denied",
	} {
		_, err := LookUp(name)
		assert.EqualError(t, err, want)
	}
}

// TestLookUpMPI: who has no MPI loaded is told so.
func TestLookUpMPI(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for _, name := range []string{"mpiexec", "mpirun.mpich", "srun"} {
		_, err := LookUp(name)
		assert.EqualError(t, err, "cannot start "+name+": it is not in the PATH; load the environment module of the MPI, or install one")
	}
	for _, name := range []string{"app", dir + "/mpiexec"} {
		_, err := LookUp(name)
		assert.ErrorContains(t, err, "cannot start "+name+": ")
		assert.NotContains(t, err.Error(), "module")
	}
	path := program(t, dir, "mpiexec", "")
	got, err := LookUp("mpiexec")
	require.NoError(t, err)
	assert.Equal(t, path, got)
}

// TestFindLibrary in the places that the help names.
func TestFindLibrary(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	put := func(dir string, names ...string) string {
		dir = filepath.Join(root, dir)
		require.NoError(t, os.MkdirAll(dir, 0o700))
		for _, n := range names {
			require.NoError(t, os.WriteFile(filepath.Join(dir, n), nil, 0o600))
		}
		return dir
	}
	installed := put("installed/lib", LibraryName, CoreName)
	put("installed/bin", "gomarmot")
	require.NoError(t, os.Symlink(filepath.Join(root, "installed/bin/gomarmot"), filepath.Join(root, "link")))
	installed64 := put("installed64/lib64", LibraryName, CoreName)
	put("installed64/bin", "gomarmot")
	beside := put("beside", LibraryName, CoreName)
	tree := put("tree/build", LibraryName, CoreName)
	put("tree/bin")
	half := put("half", LibraryName)
	blank := put("a blank", LibraryName, CoreName)
	empty := put("empty")
	for _, c := range []struct{ executable, named, want, fails string }{
		{"installed/bin/gomarmot", "", installed, ""},
		{"link", "", installed, ""},
		{"installed64/bin/gomarmot", "", installed64, ""},
		{"beside/gomarmot", "", beside, ""},
		{"tree/gomarmot", "", tree, ""},
		{"tree/bin/gomarmot", "", tree, ""},
		{"empty/gomarmot", beside, beside, ""},
		{"empty/gomarmot", beside + "/" + LibraryName, beside, ""},
		{"empty/gomarmot", "", "", "libgomarmot.so is neither in " + empty},
		{"half/gomarmot", "", "", "libgomarmot-core.so is missing beside " + half},
		{"beside/gomarmot", empty, "", "GOMARMOT_LIB names " + empty + "/libgomarmot.so, but there is no such file"},
		{"empty/gomarmot", blank, "", "has a blank or a colon, which LD_PRELOAD cannot contain"},
	} {
		got, err := FindLibrary(filepath.Join(root, c.executable), c.named)
		if c.fails != "" {
			assert.ErrorContains(t, err, c.fails)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, filepath.Join(c.want, LibraryName), got)
	}
}
