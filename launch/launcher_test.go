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

// TestDetect by the name, by the file that a link leads to, by the output for --version.
func TestDetect(t *testing.T) {
	dir := t.TempDir()
	never := func(path string) string { t.Errorf("%s was run", path); return "" }
	for name, want := range map[string]Launcher{
		"mpiexec.openmpi": ompi, "/usr/bin/orterun": ompi, "prterun": ompi, "mpiexec.hydra": mpich,
		"mpirun.mpich": mpich, "srun": names["srun"], "/opt/bin/jsrun": names["jsrun"], "flux": names["flux"],
		"./run.sh": {}, "./app": {}, "python3": {},
	} {
		assert.Equal(t, want, Detect(name, never), name)
	}
	real := program(t, dir, "orterun", "")
	link := filepath.Join(dir, "mpiexec")
	require.NoError(t, os.Symlink(real, link))
	assert.Equal(t, ompi, Detect(link, never))
	t.Setenv("PATH", dir)
	assert.Equal(t, ompi, Detect("mpiexec", never), "from PATH")

	require.NoError(t, os.MkdirAll(filepath.Join(dir, "pals", "1.4", "bin"), 0o700))
	pals := program(t, filepath.Join(dir, "pals", "1.4", "bin"), "mpiexec", "")
	assert.Equal(t, "mpiexec of HPE Cray PALS", Detect(pals, never).Name)
	assert.Equal(t, environment, Detect(pals, never).Kind)

	for said, want := range map[string]Launcher{
		"mpirun (Open MPI) 5.0.3\n":                                         ompi,
		"HYDRA build details:\n    Version:  4.0.2":                         mpich,
		"Intel(R) MPI Library for Linux* OS, Version 2021.5 Build 20211102": {hydra, "mpiexec of Intel MPI (Hydra)"},
		"slurm 23.02.7": names["srun"],
		"mpirun (IBM Spectrum MPI) 10.4.0.03rtm4": {openMPI, "mpirun of IBM Spectrum MPI"},
		"something": {}, "": {},
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
		l                                    Launcher
		command, inherited, export, argv, is string
	}{
		{l: ompi, command: "mpiexec -n 4 ./app -x y",
			argv: "mpiexec -x LD_PRELOAD=/g/libgomarmot.so -x GOMARMOT_LOG=/l_og -n 4 ./app -x y"},
		{l: ompi, command: "mpiexec -n 1 ./a : -n 2 ./b", inherited: "/u/liba.so",
			argv: "mpiexec -x LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -x GOMARMOT_LOG=/l_og -n 1 ./a : " +
				"-x LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -x GOMARMOT_LOG=/l_og -n 2 ./b"},
		{l: ompi, command: "mpiexec -x LD_PRELOAD=/u/liba.so -n 4 ./app",
			argv: "mpiexec -x GOMARMOT_LOG=/l_og -x LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -n 4 ./app"},
		{l: mpich, command: "mpiexec -n 4 ./app", inherited: "/u/liba.so /old/libgomarmot.so",
			argv: "mpiexec -genv LD_PRELOAD /u/liba.so:/g/libgomarmot.so -genv GOMARMOT_LOG /l_og -n 4 ./app"},
		{l: mpich, command: "mpiexec -genv LD_PRELOAD /u/liba.so -env LD_PRELOAD=/u/libb.so -n 4 ./app",
			argv: "mpiexec -genv LD_PRELOAD /g/libgomarmot.so -genv GOMARMOT_LOG /l_og -genv LD_PRELOAD /u/liba.so:/g/libgomarmot.so " +
				"-env LD_PRELOAD=/u/libb.so:/g/libgomarmot.so -n 4 ./app"},

		{l: names["srun"], command: "srun -n 4 ./app", inherited: "/u/liba.so",
			argv: "srun --export=ALL,LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -n 4 ./app", is: "GOMARMOT_LOG=/l_og"},
		{l: names["srun"], command: "srun -n 4 --export ALL,A=1 --label ./app --export=B",
			argv: "srun --export=ALL,A=1,LD_PRELOAD=/g/libgomarmot.so -n 4 --label ./app --export=B", is: "GOMARMOT_LOG=/l_og"},
		{l: names["srun"], command: "srun --export=A='x,y',LD_PRELOAD=/u/liba.so -t 5 ./app",
			argv: "srun --export=A='x,y',GOMARMOT_LOG,LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -t 5 ./app", is: "GOMARMOT_LOG=/l_og"},
		{l: names["srun"], command: "srun --export=NONE ./app", inherited: "/u/liba,b.so",
			argv: "srun --export=GOMARMOT_LOG,LD_PRELOAD='/u/liba,b.so:/g/libgomarmot.so' ./app", is: "GOMARMOT_LOG=/l_og"},
		{l: names["srun"], command: "srun -n1 ./a : --export=NIL -n 2 ./b : ./c", export: "PATH,LD_PRELOAD",
			argv: "srun --export=PATH,GOMARMOT_LOG,LD_PRELOAD=/g/libgomarmot.so -n1 ./a : " +
				"--export=GOMARMOT_LOG,LD_PRELOAD=/g/libgomarmot.so -n 2 ./b : " +
				"--export=PATH,GOMARMOT_LOG,LD_PRELOAD=/g/libgomarmot.so ./c", is: "GOMARMOT_LOG=/l_og"},

		{l: names["flux"], command: "flux run -n 4 ./app", inherited: "/u/$A.so",
			argv: "flux run --env=LD_PRELOAD=/u/$$A.so:/g/libgomarmot.so --env=GOMARMOT_LOG=/l_og -n 4 ./app"},
		{l: names["flux"], command: "flux mini run -n 4 ./app",
			argv: "flux mini run --env=LD_PRELOAD=/g/libgomarmot.so --env=GOMARMOT_LOG=/l_og -n 4 ./app"},
		{l: names["flux"], command: "flux alloc -N 2 mpiexec run", argv: "flux alloc -N 2 mpiexec run",
			is: "LD_PRELOAD=/g/libgomarmot.so GOMARMOT_LOG=/l_og"},
		{l: names["jsrun"], command: "jsrun -n 4 ./app",
			argv: "jsrun --env LD_PRELOAD=/g/libgomarmot.so --env GOMARMOT_LOG=/l_og -n 4 ./app"},
		{l: names["jsrun"], command: "jsrun -E LD_PRELOAD=/u/liba.so -n 4 ./app", inherited: "/u/libb.so",
			argv: "jsrun --env GOMARMOT_LOG=/l_og -E LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -n 4 ./app"},
		{l: names["jsrun"], command: "jsrun --env=LD_PRELOAD=/u/liba.so ./app",
			argv: "jsrun --env GOMARMOT_LOG=/l_og --env=LD_PRELOAD=/u/liba.so:/g/libgomarmot.so ./app"},
		{l: names["aprun"], command: "aprun -n 4 ./app : -n 2 ./b",
			argv: "aprun -e LD_PRELOAD=/g/libgomarmot.so -e GOMARMOT_LOG=/l_og -n 4 ./app : -n 2 ./b"},
		{l: names["aprun"], command: "aprun -e LD_PRELOAD=/u/liba.so -n 4 ./app",
			argv: "aprun -e GOMARMOT_LOG=/l_og -e LD_PRELOAD=/u/liba.so:/g/libgomarmot.so -n 4 ./app"},
		{l: Launcher{}, command: "./run.sh", argv: "./run.sh", is: "LD_PRELOAD=/g/libgomarmot.so GOMARMOT_LOG=/l_og"},
	} {
		command := strings.Fields(c.command)
		environment := func(name string) string { return map[string]string{Preload: c.inherited, exportVar: c.export}[name] }
		argv, env := c.l.Command(command, environment, "/g/libgomarmot.so", vars)
		var set []string
		for _, v := range env {
			set = append(set, v.Name+"="+v.Value)
		}
		assert.Equal(t, c.argv, strings.ReplaceAll(strings.Join(argv, " "), "/l og", "/l_og"))
		assert.Equal(t, c.is, strings.ReplaceAll(strings.Join(set, " "), "/l og", "/l_og"))
		assert.Equal(t, c.command, strings.Join(command, " "), "the command given is not changed")
	}
}

// TestHeapFirst: the library that watches the heap comes before all others.
func TestHeapFirst(t *testing.T) {
	const both = "/g/libgomarmot-heap.so:/g/libgomarmot.so"
	assert.Equal(t, both, join("", both))
	assert.Equal(t, "/g/libgomarmot-heap.so:/u/libjemalloc.so:/g/libgomarmot.so", join("/u/libjemalloc.so /old/libgomarmot-heap.so:/old/libgomarmot.so", both))
	assert.Equal(t, "/u/liba.so:/g/libgomarmot.so", join("/old/libgomarmot-heap.so:/u/liba.so", "/g/libgomarmot.so"))
	argv, _ := ompi.Command([]string{"mpiexec", "-x", "LD_PRELOAD=/u/liba.so", "./app"}, func(string) string { return "" }, both, nil)
	assert.Equal(t, "mpiexec -x LD_PRELOAD=/g/libgomarmot-heap.so:/u/liba.so:/g/libgomarmot.so ./app", strings.Join(argv, " "))
	assert.Equal(t, "/g/libgomarmot-heap.so:/u/liba.so:/g/libgomarmot-hip.so:/g/libgomarmot.so",
		join("/old/libgomarmot-hip.so:/u/liba.so", "/g/libgomarmot-heap.so:/g/libgomarmot-hip.so:/g/libgomarmot.so"))
}

func TestWith(t *testing.T) {
	dir := t.TempDir()
	library := filepath.Join(dir, LibraryName)
	_, err := With(library, HeapName)
	require.ErrorContains(t, err, "libgomarmot-heap.so is missing beside")
	require.NoError(t, os.WriteFile(filepath.Join(dir, HeapName), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, HIPName), nil, 0o600))
	alone, err := With(library)
	require.NoError(t, err)
	assert.Equal(t, library, alone)
	all, err := With(library, HeapName, HIPName)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, HeapName)+":"+filepath.Join(dir, HIPName)+":"+library, all)
}

func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		l             Launcher
		command, want string
	}{
		{ompi, "mpiexec ./app", ""},
		{Launcher{}, "./app", ""},
		{Launcher{}, "mpiexec ./app", "cannot tell which MPI mpiexec belongs to: the ranks get the library only if it passes on its environment"},
		{names["srun"], "srun --export=NONE ./app", ""},
		{names["flux"], "flux run ./app", ""},
		{names["flux"], "flux run --env-remove=LD* ./app",
			"--env-remove=LD* may keep LD_PRELOAD from the ranks: put --env=LD_PRELOAD after it"},
	} {
		assert.Equal(t, c.want, c.l.Doubt(strings.Fields(c.command)), c.command)
	}
}

// TestQuote: a shell reads back the words of the command.
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

// TestLookUpMPI: if no MPI is loaded, the error for a missing launcher says so.
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
