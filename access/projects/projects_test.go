//go:build compilers

package projects

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A project is a source package of Debian, and some of its programs.
type project struct {
	name     string
	language string   // C, C++ or Fortran
	sources  []string // patterns of the sources that are linked to all of its programs
	options  []string
	programs []program
	changes  *regexp.Regexp // text that differs from run to run
}

type program struct {
	source string
	runs   []command
}

// A command is a run of a program: its arguments, and the file that is its input.
type command struct {
	args  []string
	input string
}

func runs(input string, args ...string) []command { return []command{{args, input}} }

var projects = []project{
	{
		name: "zlib", language: "C", sources: []string{"*.c"}, options: []string{"-DHAVE_UNISTD_H"},
		programs: []program{
			{"test/example.c", runs("")},
			{"test/minigzip.c", []command{{[]string{"-c", "-1"}, "deflate.c"}, {[]string{"-c", "-9"}, "all"}, {[]string{"-c", "-f"}, "all"}, {[]string{"-c", "-r"}, "all"}}},
		},
	},
	{
		name: "minpack", language: "Fortran", sources: []string{"*.f"}, options: []string{"-std=legacy"},
		programs: []program{
			{"ex/tchkder.f", runs("ex/file23")},
			{"ex/thybrd.f", runs("ex/file21")}, {"ex/thybrd1.f", runs("ex/file21")},
			{"ex/thybrj.f", runs("ex/file21")}, {"ex/thybrj1.f", runs("ex/file21")},
			{"ex/tlmder.f", runs("ex/file22")}, {"ex/tlmder1.f", runs("ex/file22")},
			{"ex/tlmdif.f", runs("ex/file22")}, {"ex/tlmdif1.f", runs("ex/file22")},
			{"ex/tlmstr.f", runs("ex/file22")}, {"ex/tlmstr1.f", runs("ex/file22")},
		},
	},
	{
		name: "tinyxml2", language: "C++", sources: []string{"tinyxml2.cpp"},
		programs: []program{{"xmltest.cpp", runs("")}},
		changes:  regexp.MustCompile(`(?m)^.*(milli-seconds|Parsing|dream\.xml).*$`),
	},
}

// A way is a configuration of the compilers.
type way struct {
	name      string
	compilers map[string]string
	option    string
}

func ways(t *testing.T) []way {
	build, err := filepath.Abs("../../build")
	require.NoError(t, err)
	return []way{
		{"plugin", map[string]string{"C": "gcc-12", "C++": "g++-12", "Fortran": "gfortran-12"}, "-fplugin=" + build + "/gomarmot_gcc.so"},
		{"llvm", map[string]string{"C": "clang-16", "C++": "clang++-16"}, "-fpass-plugin=" + build + "/gomarmot_llvm16.so"},
	}
}

// in runs a command in a folder, and returns its output.
func in(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s\n%.3000s", strings.Join(args, " "), out)
	return string(out)
}

// download gets the sources of a package. The system's own lists of packages stay as they are.
func download(t *testing.T, to, name string) string {
	t.Helper()
	release := in(t, to, "sh", "-c", ". /etc/os-release; echo $VERSION_CODENAME")
	list := filepath.Join(to, "sources.list")
	text := "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian " + strings.TrimSpace(release) + " main\n"
	require.NoError(t, os.WriteFile(list, []byte(text), 0o600))
	lists := filepath.Join(to, "lists")
	require.NoError(t, os.MkdirAll(filepath.Join(lists, "partial"), 0o755))
	apt := []string{"apt-get", "-qq", "-o", "Dir::Etc::sourcelist=" + list, "-o", "Dir::Etc::sourceparts=-", "-o", "Dir::State::lists=" + lists,
		"-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "-o", "APT::Sandbox::User=root"}
	if entries, err := filepath.Glob(filepath.Join(lists, "*_Sources*")); err != nil || len(entries) == 0 {
		in(t, to, append(apt, "update")...)
	}
	in(t, to, append(apt, "source", name)...)
	dirs, err := filepath.Glob(filepath.Join(to, name+"-*", ""))
	require.NoError(t, err)
	for _, d := range dirs {
		if info, err := os.Stat(d); err == nil && info.IsDir() {
			return d
		}
	}
	require.Fail(t, "apt-get has left no folder of "+name)
	return ""
}

// compiled returns the programs of a project, compiled by a compiler with options.
func (p *project) compiled(t *testing.T, dir, compiler string, options ...string) []string {
	out := t.TempDir()
	command := func(source, object string) []string {
		args := append([]string{compiler, "-O2", "-g", "-w", "-I" + dir}, p.options...)
		return append(append(args, options...), "-c", filepath.Join(dir, source), "-o", filepath.Join(out, object))
	}
	var objects []string
	for _, pattern := range p.sources {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		require.NoError(t, err)
		for _, f := range files {
			name := filepath.Base(f)
			objects = append(objects, name+".o")
			in(t, out, command(name, name+".o")...)
		}
	}
	var all []string
	for _, one := range p.programs {
		name := filepath.Base(one.source)
		in(t, out, command(one.source, "main."+name+".o")...)
		binary := filepath.Join(out, strings.TrimSuffix(name, filepath.Ext(name)))
		args := append([]string{compiler, "-o", binary, "main." + name + ".o"}, objects...)
		if options != nil {
			build, err := filepath.Abs("../../build")
			require.NoError(t, err)
			args = append(args, "-L"+build, "-Wl,-rpath,"+build, "-Wl,--no-as-needed", "-lgomarmot-access", "-Wl,--as-needed", "-Wl,-z,now")
		}
		in(t, out, append(args, "-lm")...)
		all = append(all, binary)
	}
	return all
}

// results returns the output of the programs of a project, and their exit status.
func (p *project) results(t *testing.T, dir string, binaries []string, env ...string) []string {
	var all []string
	for i, binary := range binaries {
		for _, run := range p.programs[i].runs {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
			c := exec.CommandContext(ctx, binary, run.args...)
			c.Dir = dir
			c.Env = append(os.Environ(), env...)
			if run.input != "" {
				text, err := os.ReadFile(filepath.Join(dir, run.input))
				require.NoError(t, err)
				c.Stdin = bytes.NewReader(text)
			}
			out, err := c.CombinedOutput()
			cancel()
			require.NotNil(t, c.ProcessState, "%v", err)
			text := string(out)
			if p.changes != nil {
				text = p.changes.ReplaceAllString(text, "")
			}
			all = append(all, text+"\nexit status "+strconv.Itoa(c.ProcessState.ExitCode()))
		}
	}
	return all
}

// TestProjects requires the same results bit by bit.
func TestProjects(t *testing.T) {
	to := t.TempDir()
	watch := filepath.Join(t.TempDir(), "watch.so")
	in(t, ".", "gcc-12", "-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", "-o", watch, "testdata/watch.c")
	for _, p := range projects {
		t.Run(p.name, func(t *testing.T) {
			dir := download(t, to, p.name)
			in(t, dir, "sh", "-c", "cat *.* > all || true")
			for _, w := range ways(t) {
				compiler := w.compilers[p.language]
				if compiler == "" {
					continue
				}
				t.Run(w.name, func(t *testing.T) {
					plain := p.results(t, dir, p.compiled(t, dir, compiler))
					for _, r := range plain {
						require.Contains(t, r, "\nexit status 0")
					}
					instrumented := p.compiled(t, dir, compiler, w.option)
					assert.Equal(t, plain, p.results(t, dir, instrumented), "nothing is of interest")
					counts := filepath.Join(t.TempDir(), "counts")
					assert.Equal(t, plain, p.results(t, dir, instrumented, "LD_PRELOAD="+watch, "WATCHED="+counts, "MALLOC_MMAP_THRESHOLD_=1000000000"), "all is of interest")
					count, err := os.ReadFile(counts)
					require.NoError(t, err)
					n, err := strconv.Atoi(strings.TrimSpace(string(count)))
					require.NoError(t, err)
					assert.Greater(t, n, 1000, "bytes are recorded")
				})
			}
		})
	}
}
