// Package packaging has the recipes by which gomarmot is packed and installed.
package packaging

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// installed are the files below the prefix that packaging/files lists, with lib for
// @LIB@; folders end in a slash.
func installed(t *testing.T) []string {
	data, err := os.ReadFile("files")
	require.NoError(t, err)
	var out []string
	for line := range strings.Lines(string(data)) {
		if words := strings.Fields(line); len(words) == 3 && words[0] != "#" {
			out = append(out, strings.ReplaceAll(words[2], "@LIB@", "lib"))
		}
	}
	require.Greater(t, len(out), 10)
	return out
}

// TestFiles: what the list names is there, except what is built.
func TestFiles(t *testing.T) {
	data, err := os.ReadFile("files")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		require.Len(t, words, 3, line)
		assert.Regexp(t, `^(644|755|link)$`, words[0], line)
		if !strings.HasPrefix(words[1], "@BUILD@") && words[0] != "link" {
			info, err := os.Stat(filepath.Join("..", words[1]))
			if assert.NoError(t, err) {
				assert.Equal(t, strings.HasSuffix(words[1], "/"), info.IsDir(), line)
			}
		}
	}
}

// dryMake checks that make takes some arguments.
func dryMake(t *testing.T, args ...string) string {
	out, err := exec.Command("make", append([]string{"-n", "-C", ".."}, args...)...).CombinedOutput()
	require.NoError(t, err, "make %v: %s", args, out)
	return string(out)
}

// TestSpack runs the recipe with stand-ins for Spack, which note what it does.
func TestSpack(t *testing.T) {
	const stand = `
import sys, types
calls = []
class Prefix(str):
    def __getattr__(self, name): return Prefix(self + "/" + name)
    def join(self, name): return Prefix(self + "/" + name)
class MakefilePackage: pass
class Env:
    def set(self, name, value): print("set", name, value)
class Spec:
    version = "0.1.0"
build = types.ModuleType("spack_repo.builtin.build_systems.makefile")
build.MakefilePackage = MakefilePackage
pkg = types.ModuleType("spack.package")
def noted(name):
    def f(*args, **kw): calls.append((name, args, kw))
    return f
pkg.version, pkg.depends_on = noted("version"), noted("depends_on")
pkg.make = lambda *args: print("make", *args)
pkg.run_after = pkg.on_package_attributes = lambda *a, **k: (lambda f: f)
class Executable:
    def __init__(self, path): self.path = path
    def __call__(self, *args): print("run", self.path, *args)
pkg.Executable = Executable
for name in ("spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["spack_repo.builtin.build_systems.makefile"] = build
sys.modules["spack.package"] = pkg
scope = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), scope)
p = scope["Gomarmot"]()
p.prefix = Prefix("/opt/g")
p.build(Spec(), p.prefix)
p.install(Spec(), p.prefix)
p.check_install()
p.setup_run_environment(Env())
assert [c for c in calls if c[0] == "version"], calls
print("needs", *[c[1][0] for c in calls if c[0] == "depends_on"])
`
	out, err := exec.Command("python3", "-c", stand, "spack/package.py").CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, `make build man VERSION=0.1.0
make install PREFIX=/opt/g VERSION=0.1.0
run /opt/g/bin/gomarmot doctor
set GOMARMOT_LIB /opt/g/lib/libgomarmot.so
needs c go@1.26:
`, string(out))
	dryMake(t, "build", "man", "VERSION=0.1.0")
	assert.Contains(t, dryMake(t, "install", "PREFIX=/opt/g", "VERSION=0.1.0"), "install.sh build lib 0.1.0 /opt/g\n")
}

// TestEasyBuild: the easyconfig has what EasyBuild requires, and says what make
// install does.
func TestEasyBuild(t *testing.T) {
	const read = `
import json, sys
scope = {"SYSTEM": {"name": "system", "version": ""}}
exec(open(sys.argv[1]).read(), scope)
print(json.dumps({k: v for k, v in scope.items() if not k.startswith("__")}))
`
	out, err := exec.Command("python3", "-c", read, "easybuild/gomarmot-0.1.0.eb").Output()
	require.NoError(t, err)
	var eb struct {
		EasyBlock, Name, Version, Homepage, Description, ModuleClass string
		Toolchain                                                    map[string]string
		BuildOpts, InstallOpts                                       string
		Sanity                                                       struct{ Files, Dirs []string } `yaml:"sanity_check_paths"`
	}
	require.NoError(t, yaml.Unmarshal(out, &eb))
	for _, s := range []string{eb.EasyBlock, eb.Homepage, eb.Description, eb.ModuleClass} {
		assert.NotEmpty(t, s)
	}
	assert.Equal(t, eb.Name+"-"+eb.Version+".eb", "gomarmot-0.1.0.eb")
	template := strings.NewReplacer("%(version)s", eb.Version, "%(installdir)s", "/opt/g")
	dryMake(t, strings.Fields(template.Replace(eb.BuildOpts))...)
	assert.Contains(t, dryMake(t, append([]string{"install"}, strings.Fields(template.Replace(eb.InstallOpts))...)...), "install.sh build lib 0.1.0 /opt/g\n")
	files := installed(t)
	require.Len(t, eb.Sanity.Files, 4)
	for _, want := range append(eb.Sanity.Files, eb.Sanity.Dirs...) {
		found := false
		for _, f := range files {
			found = found || f == want || strings.HasPrefix(f, want+"/") || strings.HasSuffix(f, "/") && strings.HasPrefix(want+"/", f)
		}
		assert.True(t, found, want)
	}
}

func TestConda(t *testing.T) {
	data, err := os.ReadFile("conda/meta.yaml")
	require.NoError(t, err)
	data = regexp.MustCompile(`(?m)\s# \[.*\]$`).ReplaceAll(data, nil) // conda's selectors
	var doc struct {
		Package, About map[string]string
		Source         struct{ Path string }
		Build          struct{ Script []string }
		Requirements   struct{ Build []string }
		Test           struct{ Commands []string }
	}
	require.NoError(t, yaml.NewDecoder(bytes.NewReader(data)).Decode(&doc))
	assert.Equal(t, "gomarmot", doc.Package["name"])
	assert.Contains(t, doc.Requirements.Build, "go >=1.26")
	assert.FileExists(t, filepath.Join("conda", doc.Source.Path, "Makefile"))
	require.Len(t, doc.Build.Script, 1)
	script := strings.NewReplacer("make ", "make -n ", `"$PREFIX"`, "/opt/g", `"$PKG_VERSION"`, "0.1.0").Replace(doc.Build.Script[0])
	cmd := exec.Command("sh", "-euc", script)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "install.sh build lib 0.1.0 /opt/g\n")
	require.Len(t, doc.Test.Commands, 3)
}
