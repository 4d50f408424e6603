//go:build mpi

package acceptance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every command in a document at the root or below docs/ runs here, under both MPIs where
// it names one of their programs. All blocks of a document run in their order,
// each in a shell of its own, in one folder (see docWork).
//
// A comment in the line above a block says otherwise:
//
//	<!-- not run: why -->    it needs a program or a machine that a test lacks
//	<!-- run by TestX -->    another test runs it
//	<!-- exit 2 -->          its last command ends with this code
//	<!-- text -->            not a shell block, though it looks like one
//
// In a block with lines that begin with "$ ", only these lines are commands; the
// other lines show their output.

// TestDocsCommands runs the commands in the documents.
func TestDocsCommands(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	tests := testNames(t, root)
	for _, file := range documents(t, root) {
		var run []docBlock
		both := false
		for _, b := range blocks(file, readDoc(t, root, file)) {
			if !b.shell(t) {
				continue
			}
			if why, ok := strings.CutPrefix(b.marker, "not run: "); ok {
				require.NotEmpty(t, strings.TrimSpace(why), "%s", b)
				continue
			}
			if name, ok := strings.CutPrefix(b.marker, "run by "); ok {
				require.True(t, slices.Contains(tests, name), "%s: no test %s", b, name)
				continue
			}
			if b.marker != "" {
				require.Regexp(t, `^exit \d+$`, b.marker, "%s", b)
			}
			run = append(run, b)
			both = both || regexp.MustCompile(`\bmpi(exec|run|cc|fort|f90)\b`).MatchString(strings.Join(b.content, "\n"))
		}
		for i := range MPIs {
			m := &MPIs[i]
			if len(run) == 0 || i > 0 && !both {
				continue
			}
			t.Run(file+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				w := newDocWork(t, root, m)
				for _, b := range run {
					w.run(t, b)
				}
			})
		}
	}
}

// testNames returns the names of all tests of this repository.
func testNames(t *testing.T, root string) []string {
	out, err := exec.Command("git", "-C", root, "grep", "--untracked", "-hoE", `^func Test\w+`, "--", "*_test.go").Output()
	require.NoError(t, err)
	return strings.Fields(strings.ReplaceAll(string(out), "func ", ""))
}

// docWork is where the commands of a document run: a project with a program
// that breaks rules, compiled, and the log of a run of it. gomarmot is in the
// path, its libraries are where the loader finds them, mpiexec and mpicc are
// commands of the same MPI, and make makes the targets of this repository's Makefile, without another build.
type docWork struct {
	dir string
	env []string
}

// docFiles maps the project's files to the files that they are copies of.
var docFiles = map[string]string{
	"app.c":      "examples/demo/heat.c",
	"src/main.c": "examples/demo/heat.c",
	"greet.c":    "examples/provoke/send/bug.c",
	"old.c":      "examples/provoke/fill/bug.c",
	"app.f90":    "acceptance/testdata/app.f90",
}

func newDocWork(t *testing.T, root string, m *MPI) *docWork {
	w := &docWork{dir: t.TempDir()}
	home := t.TempDir()
	bin := filepath.Join(home, "bin")
	require.NoError(t, os.MkdirAll(bin, 0o755))
	for _, name := range []string{"mpicc", "mpiexec", "mpirun", "mpifort", "mpif90", "mpicxx"} {
		path, err := exec.LookPath(name + "." + m.Name)
		require.NoError(t, err)
		// No link: MPICH's mpiexec looks for its helpers beside itself.
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), fmt.Appendf(nil, "#!/bin/sh\nexec %s \"$@\"\n", path), 0o755))
	}
	build := filepath.Join(root, "build")
	w.env = append(append(os.Environ(), m.Env...), "HOME="+home, "PATH="+bin+":"+build+":"+os.Getenv("PATH"), "LD_LIBRARY_PATH="+build,
		"OMPI_MCA_rmaps_base_oversubscribe=1", "GOCACHE="+goEnv(t, "GOCACHE"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"))
	require.NoError(t, os.Symlink(build, filepath.Join(w.dir, "build")))
	makefile := fmt.Sprintf("%%:\n\t@$(MAKE) --no-print-directory -o build -o cli -C %s $@\n", root)
	require.NoError(t, os.WriteFile(filepath.Join(w.dir, "Makefile"), []byte(makefile), 0o644))
	for name, of := range docFiles {
		data, err := os.ReadFile(filepath.Join(root, of))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(w.dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(w.dir, name), data, 0o644))
	}
	w.must(t, `git init -q . && mkdir ci && mpicc -g -o app app.c && LD_PRELOAD=libgomarmot.so mpiexec -n 4 ./app`)
	return w
}

func goEnv(t *testing.T, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

// must runs a command that the test itself needs; the test fails if the command does.
func (w *docWork) must(t *testing.T, command string, args ...string) {
	code, out := w.shell(t, command, args...)
	require.Zero(t, code, "%s\n%s", command, out)
}

// finds matches commands whose exit code may be 1 because gomarmot found faults.
var finds = regexp.MustCompile(`\bgomarmot (report|run|provoke)\b`)

// run runs the commands of a block. Each must end with 0, or as its marker
// says; gomarmot may find something.
func (w *docWork) run(t *testing.T, b docBlock) {
	commands := b.commands()
	require.NotEmpty(t, commands, "%s", b)
	var script strings.Builder
	for i, c := range commands {
		last := i == len(commands)-1
		fmt.Fprintf(&script, "%s\nstatus=$?\n", c)
		switch code, marked := strings.CutPrefix(b.marker, "exit "); {
		case last && marked:
			fmt.Fprintf(&script, "[ $status = %s ] || exit 99\n", code)
		case finds.MatchString(c):
			script.WriteString("[ $status -le 1 ] || exit 99\n")
		default:
			script.WriteString("[ $status = 0 ] || exit 99\n")
		}
	}
	script.WriteString("exit 0\n")
	code, out := w.shell(t, script.String())
	require.Zero(t, code, "%s:\n%s\n%s", b, strings.Join(commands, "\n"), out)
	require.NotContains(t, out, "cannot be preloaded", "%s", b)
}

// shell runs a script. It has two minutes.
func (w *docWork) shell(t *testing.T, script string, args ...string) (code int, output string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", append([]string{"-c", script}, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = w.dir, w.env, OpenInput
	cmd.WaitDelay = 5 * time.Second
	out, _ := cmd.CombinedOutput() // the exit code shows a failure
	require.NoError(t, ctx.Err(), "%s\n%s", script, out)
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestDemo: README.md shows what "make demo" prints, except what it leaves out
// with "...", and the heat: the faults make it differ between runs.
func TestDemo(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	cmd := exec.Command("make", "-o", "build", "demo")
	cmd.Dir, cmd.Stdin = root, OpenInput
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	all := blocks("README.md", readDoc(t, root, "README.md"))
	i := slices.IndexFunc(all, func(b docBlock) bool { return b.marker == "run by TestDemo" })
	require.GreaterOrEqual(t, i, 0)
	require.GreaterOrEqual(t, len(all[i].content), 15)
	heat := regexp.MustCompile(`heat \d+\.\d{3}\n`)
	printed := heat.ReplaceAllString(string(out), "heat\n")
	for _, part := range strings.Split(strings.Join(all[i].content, "\n"), "\n...\n") {
		part = heat.ReplaceAllString(strings.Trim(part, "\n")+"\n", "heat\n")
		assert.True(t, strings.Contains(printed, part), "make demo does not print:\n%s\nbut:\n%s", part, out)
	}
}
