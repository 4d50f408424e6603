// Package packaging has the recipes by which gomarmot is packed and installed.
package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// TestFiles: the files of the list exist, except files that are built.
func TestFiles(t *testing.T) {
	data, err := os.ReadFile("files")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		require.Len(t, words, 3, line)
		assert.Regexp(t, `^(644|755\??|link\?)$`, words[0], line)
		if !strings.HasPrefix(words[1], "@BUILD@") && words[0] != "link?" {
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

// commandsOf are the commands of a recipe, which a program prints. Commands of make are tried.
func commandsOf(t *testing.T, program ...string) (commands []string, needs string) {
	out, err := exec.Command(program[0], program[1:]...).CombinedOutput()
	require.NoError(t, err, "%v: %s", program, out)
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		if after, ok := strings.CutPrefix(line, "# needs: "); ok {
			needs = after
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		commands = append(commands, line)
		if words := strings.Fields(line); words[0] == "make" {
			steps := dryMake(t, words[1:]...)
			if words[1] == "install" {
				assert.Contains(t, steps, "install.sh build lib "+release(t)+" /opt/g\n", program)
			}
		}
	}
	return commands, needs
}

// TestSpack runs the recipe with stand-ins for Spack's functions, which print their calls.
func TestSpack(t *testing.T) {
	commands, needs := commandsOf(t, "python3", "test/spack.py", "spack/package.py", release(t), "/opt/g")
	assert.Equal(t, []string{
		"make build man VERSION=" + release(t),
		"make install PREFIX=/opt/g VERSION=" + release(t),
		"export GOMARMOT_LIB=/opt/g/lib/libgomarmot.so",
		"/opt/g/bin/gomarmot doctor",
	}, commands)
	assert.Equal(t, "c cxx go@1.26:", needs)
}

// TestEasyBuild: the easyconfig has the parameters that EasyBuild requires, and looks for files that make install
// installs.
func TestEasyBuild(t *testing.T) {
	commands, needs := commandsOf(t, "python3", "test/easybuild.py", "easybuild/gomarmot-0.1.0.eb", "0.1.0", "/opt/g")
	assert.Equal(t, "make build man VERSION="+release(t), commands[0])
	assert.Equal(t, "gomarmot doctor", commands[len(commands)-1])
	assert.Regexp(t, `^Go-1\.26\b`, needs)
	files, looked := installed(t), 0
	for _, c := range commands {
		words := strings.Fields(c)
		if words[0] != "test" {
			continue
		}
		looked++
		want := strings.TrimPrefix(words[2], "/opt/g/")
		assert.True(t, slices.ContainsFunc(files, func(f string) bool {
			return f == want || strings.HasPrefix(f, want+"/") || strings.HasSuffix(f, "/") && strings.HasPrefix(want+"/", f)
		}), want)
	}
	assert.Equal(t, 6, looked)
}
