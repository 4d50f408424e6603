package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNewest: the version of the newest symbol that any file needs.
func TestNewest(t *testing.T) {
	dir := t.TempDir()
	build := func(name, code string, flags ...string) string {
		src, out := filepath.Join(dir, name+".c"), filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(src, []byte(code), 0o600))
		text, err := exec.Command("cc", append(flags, "-shared", "-fPIC", "-o", out, src)...).CombinedOutput()
		require.NoError(t, err, "%s", text)
		return out
	}
	// memfd_create has version 2.27, close_range 2.34.
	old := build("old", "#define _GNU_SOURCE\n#include <sys/mman.h>\nint f(void) { return memfd_create(\"\", 0); }\n")
	young := build("young", "#define _GNU_SOURCE\n#include <unistd.h>\nint f(void) { return close_range(3, 4, 0); }\n")
	none := build("none", "int f(void) { return 0; }\n", "-nostdlib")
	v, err := newest([]string{old, none})
	require.NoError(t, err)
	assert.Equal(t, "2.27", v.String())
	v, err = newest([]string{old, young})
	require.NoError(t, err)
	assert.Equal(t, "2.34", v.String())
	_, err = newest([]string{none})
	assert.Error(t, err)
	_, err = parse("PRIVATE")
	assert.Error(t, err)
	assert.True(t, version{2, 9}.less(version{2, 34}))
}

// TestDocs: the libraries need the version that docs/packages.md states.
func TestDocs(t *testing.T) {
	doc, err := os.ReadFile("../../docs/packages.md")
	require.NoError(t, err)
	built, err := filepath.Glob("../../build/libgomarmot*.so")
	require.NoError(t, err)
	if len(built) < 2 {
		t.Skip("needs make build")
	}
	v, err := newest(built)
	require.NoError(t, err)
	_, said, ok := strings.Cut(string(doc), "glibc ")
	require.True(t, ok)
	said, _, _ = strings.Cut(said, " ")
	promised, err := parse(said)
	require.NoError(t, err)
	assert.False(t, promised.less(v), "the libraries need glibc %v, docs/packages.md promises %v", v, promised)
}
