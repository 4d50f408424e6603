package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

func TestParseMapping(t *testing.T) {
	mod, ok := parseMapping("55d72b9ea000-55d72b9eb000 r-xp 00001000 fe:00 1234   /tmp/my program")
	require.True(t, ok)
	assert.Equal(t, segment.Module{
		Start: 0x55d72b9ea000, End: 0x55d72b9eb000, Offset: 0x1000, Path: "/tmp/my program",
	}, mod)
	for _, line := range []string{
		"", "x",
		"55d72b9ea000-55d72b9eb000 r--p 00000000 fe:00 1234   /tmp/prog", // no code
		"7ffd3d1f6000-7ffd3d1f8000 r-xp 00000000 00:00 0      [vdso]",    // no file
		"7f0000000000-7f0000001000 rwxp 00000000 00:00 0",
		"zz-7f0000001000 r-xp 00000000 fe:00 1 /tmp/prog",
	} {
		_, ok := parseMapping(line)
		assert.False(t, ok, line)
	}
}

// This test's own code lies in a module of its own map.
func TestScanFindsCode(t *testing.T) {
	var m modules
	m.scan(&sink{})
	self, err := os.Executable()
	require.NoError(t, err)
	var mine segment.Module
	for _, mod := range m.list {
		if mod.Path == self {
			mine = mod
		}
	}
	require.NotZero(t, mine.Start)
	assert.True(t, m.has(mine.Start))
	assert.False(t, m.has(1))
	m.settle(1)
	assert.True(t, m.has(1), "looked up once")
	n := len(m.list)
	m.scan(&sink{})
	assert.Len(t, m.list, n, "known modules are not told twice")
}

func TestBuildID(t *testing.T) {
	const lib = "/bin/true"
	out, err := exec.Command("readelf", "-n", lib).Output()
	require.NoError(t, err)
	_, after, ok := strings.Cut(string(out), "Build ID: ")
	require.True(t, ok)
	want, _, _ := strings.Cut(after, "\n")
	assert.Equal(t, want, buildID(lib))
	assert.Empty(t, buildID("/etc/passwd"))
	assert.Empty(t, buildID("/no/such/file"))
}
