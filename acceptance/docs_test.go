//go:build mpi

package acceptance

import (
	"context"
	"fmt"
	"io/fs"
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

// Every command in README.md and below docs/ runs here, under both MPIs where
// it names one of their programs. All blocks of a document run in their order,
// each in a shell of its own, in one folder (see docWork).
//
// A comment in the line above a block tells otherwise:
//
//	<!-- not run: why -->    it needs what a test does not have
//	<!-- run by TestX -->    another test runs it
//	<!-- exit 2 -->          its last command ends with this code
//	<!-- text -->            it is no shell block, though it looks like one
//
// Of a block with lines that begin with "$ " only these are commands; the
// others show what they print.

// docBlock is a block of code in a document.
type docBlock struct {
	file    string
	line    int // of its first line
	lang    string
	marker  string // what the comment above it says
	content []string
}

func (b docBlock) String() string { return fmt.Sprintf("%s:%d", b.file, b.line) }

// documents lists README.md and the documents below docs/, by their path from
// the root.
func documents(t *testing.T, root string) []string {
	out := []string{"README.md"}
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			rel, _ := filepath.Rel(root, path)
			out = append(out, rel)
		}
		return err
	}))
	return out
}

func readDoc(t *testing.T, root, file string) []string {
	text, err := os.ReadFile(filepath.Join(root, file))
	require.NoError(t, err)
	return strings.Split(string(text), "\n")
}

var markerRE = regexp.MustCompile(`^<!-- (.*) -->$`)

// blocks finds the blocks of code: fenced ones, and those that are indented by
// four spaces after an empty line.
func blocks(file string, lines []string) []docBlock {
	var out []docBlock
	marker, fence := "", false
	for i, line := range lines {
		before := ""
		if i > 0 {
			before = lines[i-1]
		}
		open := len(out) > 0 && out[len(out)-1].line+len(out[len(out)-1].content) == i+1
		switch {
		case fence:
			if strings.HasPrefix(line, "```") {
				fence, marker = false, ""
				continue
			}
			b := &out[len(out)-1]
			b.content = append(b.content, line)
		case strings.HasPrefix(line, "```"):
			fence = true
			out = append(out, docBlock{file, i + 2, strings.TrimPrefix(line, "```"), marker, nil})
		case strings.HasPrefix(line, "    ") && open && out[len(out)-1].lang == "":
			b := &out[len(out)-1]
			b.content = append(b.content, line[4:])
		case strings.HasPrefix(line, "    ") && (before == "" || markerRE.MatchString(before)) && !inList(lines[:i]):
			out = append(out, docBlock{file, i + 1, "", marker, []string{line[4:]}})
		case line == "" && open && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "    ") && out[len(out)-1].lang == "":
			b := &out[len(out)-1]
			b.content = append(b.content, "")
		case line != "":
			marker = ""
			if m := markerRE.FindStringSubmatch(line); m != nil {
				marker = m[1]
			}
		}
	}
	return out
}

// inList tells whether the last paragraph is an item of a list, which an
// indented line goes on.
func inList(before []string) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if l := before[i]; l != "" && !strings.HasPrefix(l, " ") {
			return strings.HasPrefix(l, "- ") || regexp.MustCompile(`^\d+\. `).MatchString(l)
		}
	}
	return false
}

// commandRE is how a line begins that is a command.
var commandRE = regexp.MustCompile(`^(\$ )?([A-Z_]+=\S* +)*(\./|build/|bin/|(gomarmot|make|go|cc|gcc|mpi[a-z+0-9]*|mpiexec\.\w+|mpicc\.\w+|srun|sbatch|salloc|flux|` +
	`export|unset|cd|sudo|apt|apt-get|git|gh|module|spack|cmake|ctest|docker|apptainer|gdb|python3?|timeout|env|ulimit|install|curl|cat|cp|mv|rm|mkdir|ls|kill|man|source|ldd|nm|readelf|strace|for|if|while) +[^= ])`)

var loneRE = regexp.MustCompile(`^(\$ )?(make|gomarmot)$`)

func isCommand(line string) bool {
	return commandRE.MatchString(line) || loneRE.MatchString(line) || regexp.MustCompile(`^(export )?(LD_PRELOAD|GOMARMOT_[A-Z_]+)=`).MatchString(line)
}

// shell tells whether the block holds commands. A block that begins as none
// but has one further down must say what it is.
func (b docBlock) shell(t *testing.T) bool {
	switch {
	case slices.Contains([]string{"sh", "bash", "shell", "console"}, b.lang):
		return true
	case b.lang != "" || b.marker == "text":
		return false
	}
	for _, line := range b.content {
		if strings.HasPrefix(line, "#!") || isCommand(line) {
			first := slices.IndexFunc(b.content, func(l string) bool { return l != "" && !strings.HasPrefix(l, "# ") })
			require.True(t, strings.HasPrefix(line, "#!") || isCommand(b.content[first]),
				"%s: the block has the command %q, but begins with something else: use \"$ \", or mark it as text", b, line)
			return true
		}
	}
	return false
}

// commands are the block's commands, one each; lines that go on are joined.
func (b docBlock) commands() []string {
	prompt := slices.ContainsFunc(b.content, func(l string) bool { return strings.HasPrefix(l, "$ ") })
	var out []string
	more := false
	for _, line := range b.content {
		cmd, ok := strings.CutPrefix(line, "$ ")
		if prompt && !ok && !more || strings.TrimSpace(cmd) == "" || strings.HasPrefix(cmd, "#") {
			continue
		}
		if more {
			out[len(out)-1] += "\n" + cmd
		} else {
			out = append(out, cmd)
		}
		more = strings.HasSuffix(cmd, `\`)
	}
	return out
}

// TestDocsCommands runs what the documents show.
func TestDocsCommands(t *testing.T) {
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
				w := newDocWork(t, root, m)
				for _, b := range run {
					w.run(t, b)
				}
			})
		}
	}
}

// testNames are the names of all tests of this repository.
func testNames(t *testing.T, root string) []string {
	out, err := exec.Command("git", "-C", root, "grep", "--untracked", "-hoE", `^func Test\w+`, "--", "*_test.go").Output()
	require.NoError(t, err)
	return strings.Fields(strings.ReplaceAll(string(out), "func ", ""))
}

// docWork is where the commands of a document run: a project with a program
// that breaks rules, compiled, and the log of a run of it. gomarmot is in the
// path, its libraries are where the loader finds them, mpiexec and mpicc are
// those of one MPI, and make makes what this repository's Makefile has.
type docWork struct {
	dir string
	env []string
}

// docFiles are the project's files, and what they are copies of.
var docFiles = map[string]string{
	"app.c":      "examples/demo/heat.c",
	"src/main.c": "examples/demo/heat.c",
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
	makefile := fmt.Sprintf("%%:\n\t@$(MAKE) --no-print-directory -C %s $@\n", root)
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

// must runs a command of the test's own.
func (w *docWork) must(t *testing.T, command string, args ...string) {
	code, out := w.shell(t, command, args...)
	require.Zero(t, code, "%s\n%s", command, out)
}

// finds is a command whose exit code may be 1, for what it found.
var finds = regexp.MustCompile(`\bgomarmot (report|run)\b`)

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
	cmd.Dir, cmd.Env = w.dir, w.env
	cmd.WaitDelay = 5 * time.Second
	out, _ := cmd.CombinedOutput() // the exit code says it
	require.NoError(t, ctx.Err(), "%s\n%s", script, out)
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestDocsBlocks: what the tests above take for a block, a command and a
// marker.
func TestDocsBlocks(t *testing.T) {
	lines := strings.Split(`Text.

    gomarmot report run.log   # a comment
    make \
      build

    # only a comment

More, `+"`gomarmot rules`"+`.

<!-- not run: needs Slurm -->

    srun ./app

- an item

    of a list

Not marked:

    $ gomarmot rules
    LOCK003 ...

`+"```c\nmake();\n```\n\n```sh\n./app\n```", "\n")
	got := blocks("x.md", lines)
	require.Len(t, got, 5)
	assert.Equal(t, []string{"gomarmot report run.log   # a comment", "make \\\n  build"}, got[0].commands())
	assert.Equal(t, 3, got[0].line)
	assert.Equal(t, "not run: needs Slurm", got[1].marker)
	assert.Equal(t, "", got[2].marker)
	assert.Equal(t, []string{"gomarmot rules"}, got[2].commands())
	assert.Equal(t, []string{"make();"}, got[3].content)
	assert.Equal(t, []string{"./app"}, got[4].commands())
	for i, want := range []bool{true, true, true, false, true} {
		assert.Equal(t, want, got[i].shell(t), got[i])
	}
}

var (
	spanRE = regexp.MustCompile("`((?:build/)?gomarmot(?: [^`]*)?)`")
	flagRE = regexp.MustCompile(`^--?[a-z][a-z-]*`)
	ruleRE = regexp.MustCompile(`\b[A-Z]{3,}\d{3}\b`)
	envRE  = regexp.MustCompile(`GOMARMOT_[A-Z_]+`)
	linkRE = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// newRule is the rule that docs/writing-a-rule.md makes.
const newRule = "LOCK014"

// TestDocsNames: subcommands, flags, rules and settings that the documents name
// are there.
func TestDocsNames(t *testing.T) {
	root, _, gomarmot := setup(t)
	says := func(args ...string) string {
		out, err := exec.Command(gomarmot, args...).Output()
		require.NoError(t, err, "gomarmot %s", args)
		return string(out)
	}
	settings, rules := says("help", "environment")+says("help", "run"), says("rules")
	help := map[string]string{}
	var look func(...string)
	look = func(path ...string) {
		text := says(append([]string{"help"}, path...)...)
		help[strings.Join(path, " ")] = text
		_, list, _ := strings.Cut(text, "Available Commands:\n")
		list, _, _ = strings.Cut(list, "\n\n")
		for _, m := range regexp.MustCompile(`(?m)^  (\w+) `).FindAllStringSubmatch(list, -1) {
			if m[1] != "help" {
				look(append(slices.Clone(path), m[1])...)
			}
		}
	}
	look()
	help["help"] = help[""]
	for _, file := range documents(t, root) {
		text := strings.Join(readDoc(t, root, file), "\n")
		for _, name := range envRE.FindAllString(text, -1) {
			assert.True(t, strings.Contains(settings, name), "%s: no setting %s", file, name)
		}
		for _, id := range ruleRE.FindAllString(text, -1) {
			assert.True(t, strings.Contains(rules, id) || id == newRule, "%s: no rule %s", file, id)
		}
		named := []string{}
		for _, m := range spanRE.FindAllStringSubmatch(strings.ReplaceAll(text, "\n", " "), -1) {
			named = append(named, m[1])
		}
		for _, b := range blocks(file, readDoc(t, root, file)) {
			if b.marker != "" && b.shell(t) {
				named = append(named, b.commands()...)
			}
		}
		for _, command := range named {
			if command = strings.TrimPrefix(command, "build/"); !strings.HasPrefix(command, "gomarmot ") {
				continue
			}
			words := strings.Fields(command)[1:]
			if len(words) == 0 || strings.HasPrefix(words[0], "-") {
				continue
			}
			h, ok := help[words[0]]
			assert.True(t, ok, "%s: gomarmot has no command %q", file, words[0])
			if len(words) > 1 && help[words[0]+" "+words[1]] != "" {
				h = help[words[0]+" "+words[1]]
			}
			for _, w := range words[1:] {
				if w == "--" {
					break // what follows is another program's
				}
				if f := flagRE.FindString(strings.TrimLeft(w, "[")); f != "" {
					assert.True(t, strings.Contains(h, f), "%s: %s: no %s", file, command, f)
				}
			}
		}
	}
}

// TestDocsLinks: links lead to files and headings that are there, and every
// document can be reached from README.md.
func TestDocsLinks(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	reached := map[string]bool{"README.md": true}
	for todo := []string{"README.md"}; len(todo) > 0; todo = todo[1:] {
		file := todo[0]
		for _, m := range linkRE.FindAllStringSubmatch(strings.Join(readDoc(t, root, file), "\n"), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, anchor, _ := strings.Cut(m[1], "#")
			to := file
			if path != "" {
				to = filepath.Join(filepath.Dir(file), path)
			}
			if !assert.FileExists(t, filepath.Join(root, to), "%s: %s", file, m[1]) || !strings.HasSuffix(to, ".md") {
				continue
			}
			if anchor != "" {
				assert.Contains(t, anchors(readDoc(t, root, to)), anchor, "%s: %s", file, m[1])
			}
			if !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	for _, file := range documents(t, root) {
		assert.True(t, reached[file], "no link leads to %s", file)
	}
}

// anchors are the names of a document's headings, as services make them.
func anchors(lines []string) []string {
	var out []string
	for _, l := range lines {
		if h := strings.TrimLeft(l, "#"); h != l {
			h = strings.ToLower(strings.TrimSpace(h))
			h = regexp.MustCompile(`[^\w\s-]`).ReplaceAllString(h, "")
			out = append(out, strings.ReplaceAll(h, " ", "-"))
		}
	}
	return out
}

// TestDemo: README.md shows what "make demo" prints, but for what it leaves out
// with "...".
func TestDemo(t *testing.T) {
	root, _, _ := setup(t)
	cmd := exec.Command("make", "demo")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	all := blocks("README.md", readDoc(t, root, "README.md"))
	i := slices.IndexFunc(all, func(b docBlock) bool { return b.marker == "run by TestDemo" })
	require.GreaterOrEqual(t, i, 0)
	require.GreaterOrEqual(t, len(all[i].content), 15)
	for _, part := range strings.Split(strings.Join(all[i].content, "\n"), "\n...\n") {
		part = strings.Trim(part, "\n") + "\n"
		assert.True(t, strings.Contains(string(out), part), "make demo does not print:\n%s\nbut:\n%s", part, out)
	}
}
