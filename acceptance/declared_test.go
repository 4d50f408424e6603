//go:build mpi && compilers

package acceptance

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/source"
)

// TestDeclaredShapes: the declared types of buffers are found in executables of both kinds,
// libraries of both kinds, and stripped files whose debug information is in a file of its own.
func TestDeclaredShapes(t *testing.T) {
	root, preload, gomarmot := setup(t)
	m := &MPIs[0]
	for name, s := range map[string]struct {
		options, link []string
		// library makes a library of share.o and names the file to link.
		library  []string
		with     string
		stripped bool
	}{
		"position-independent":  {options: []string{"-fPIE"}, link: []string{"-pie"}},
		"at fixed addresses":    {options: []string{"-fno-pie"}, link: []string{"-no-pie"}},
		"static library":        {library: []string{"ar", "rcs", "libshare.a", "share.o"}, with: "libshare.a"},
		"shared library":        {options: []string{"-fPIC"}, library: []string{m.cc, "-shared", "-o", "libshare.so", "share.o"}, with: "libshare.so"},
		"stripped":              {options: []string{"-fPIC"}, library: []string{m.cc, "-shared", "-o", "libshare.so", "share.o"}, with: "libshare.so", stripped: true},
		"sections of their own": {options: []string{"-ffunction-sections", "-fdata-sections"}, link: []string{"-Wl,--gc-sections"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			do := func(command string, args ...string) {
				t.Helper()
				c := Compiler(command, args...)
				c.Dir = dir
				out, err := c.CombinedOutput()
				require.NoError(t, err, "%s %v: %s", command, args, out)
			}
			cc := append([]string{"cc", "--how", "plugin", "--", m.cc, "-g", "-O1"}, s.options...)
			for _, file := range []string{"main", "share"} {
				do(gomarmot, append(cc, "-c", filepath.Join(root, "acceptance", "testdata", "declared", file+".c"))...)
			}
			with := "share.o"
			if s.library != nil {
				do(s.library[0], s.library[1:]...)
				with = s.with
			}
			do(gomarmot, append(append(cc, s.link...), "-o", "app", "main.o", with, "-Wl,-rpath,"+dir)...)
			if s.stripped {
				for _, file := range []string{"app", s.with} {
					do("objcopy", "--only-keep-debug", file, file+".debug")
					do("strip", file)
					do("objcopy", "--add-gnu-debuglink="+file+".debug", file)
				}
			}
			o := m.Run(Launch{Binary: filepath.Join(dir, "app"), Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			r, err := judge(filepath.Join(dir, "run.log"))
			require.NoError(t, err)
			var found []string
			for _, f := range r.Findings {
				found = append(found, fmt.Sprintf("%s %s:%d", f.RuleID, filepath.Base(f.Sites[0].File), f.Sites[0].Line))
			}
			assert.ElementsMatch(t, []string{"OBJ008 main.c:10", "OBJ008 share.c:7"}, found, "%s", o.Output)
		})
	}
}

// TestVersionNoted: an object names the gomarmot that has compiled it, and the doctor of another
// version says so.
func TestVersionNoted(t *testing.T) {
	root, preload, gomarmot := setup(t)
	dir := t.TempDir()
	old := filepath.Join(dir, "gomarmot")
	out, err := exec.Command("go", "build", "-ldflags", "-X main.version=0.0.7", "-o", old, root+"/cmd/gomarmot").CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Setenv("GOMARMOT_LIB", preload)
	app := filepath.Join(dir, "app")
	empty := filepath.Join(dir, "empty.f90")
	require.NoError(t, os.WriteFile(empty, []byte("program empty\nend program\n"), 0o600))
	plain := filepath.Join(root, "acceptance", "testdata", "plain.c")
	for _, c := range []struct {
		how, variable, compiler, wrapper, source string
		options                                  []string
	}{
		{how: "llvm", variable: "OMPI_FC", compiler: "flang-new-16", wrapper: "mpif90.openmpi", source: empty, options: []string{"-L/usr/lib/llvm-16/lib"}},
		{how: "llvm", variable: "OMPI_CC", compiler: "clang-16", wrapper: MPIs[0].cc, source: plain, options: []string{"-g"}},
		{how: "plugin", variable: "OMPI_CC", compiler: "gcc", wrapper: MPIs[0].cc, source: plain, options: []string{"-g"}},
		{how: "hooks", variable: "OMPI_CC", compiler: "gcc", wrapper: MPIs[0].cc, source: plain, options: []string{"-g"}},
	} {
		t.Setenv(c.variable, c.compiler)
		args := append([]string{"cc", "--how", c.how, "--", c.wrapper, "-o", app, c.source}, c.options...)
		require.NoError(t, compiles(filepath.Base(c.source), old, args...))
		f, err := elf.Open(app)
		require.NoError(t, err)
		tracked := source.TrackedObjects(f)
		require.NoError(t, f.Close())
		require.Len(t, tracked, 1, c)
		assert.Equal(t, []string{c.how, "0.0.7"}, []string{tracked[0].How, tracked[0].Version})
	}
	out, _ = exec.Command(gomarmot, "doctor", "--", MPIs[0].Mpiexec[0], "-n", "1", app).CombinedOutput()
	assert.Regexp(t, `plain.c was\s+compiled by\s+gomarmot 0\.0\.7; this is\s+gomarmot`, string(out))
	assert.NotContains(t, string(out), "such as") // nothing else is in the program
}
