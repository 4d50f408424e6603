package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWideLines(t *testing.T) {
	full := strings.Repeat("é", widest)
	assert.Empty(t, wideLines("a.go", full+"\n\t"+full[8:]+"\n"), "a tab is four columns, a character is one")
	assert.Equal(t, []string{"a.go:2: 121 columns: 120 are the most"}, wideLines("a.go", "\n\t"+full[6:]+"\n"))
}

func TestMeasured(t *testing.T) {
	for _, name := range []string{"rules/race.go", "heap/alloc.c", "pmpi/record/ring.h", "access/gcc/declared.cc"} {
		assert.True(t, measured(name), name)
	}
	for _, name := range []string{
		"rules/race_test.go", "README.md", "pmpi/calls/table.go", "examples/buggy/RMA005/bug.c", "apps/testdata/fftw.c",
		"runtime/x.go", "rules/pass.go",
	} {
		assert.False(t, measured(name), name)
	}
}

// TestWide: folders and files that have no long lines left are measured.
func TestWide(t *testing.T) {
	left := slices.Concat(wide, wideData)
	defer func(w, data []string) { wide, wideData = w, data }(wide, wideData)
	wide, wideData = nil, nil
	for _, place := range left {
		out, err := exec.Command("git", "-C", "../..", "ls-files", place).Output()
		require.NoError(t, err)
		long := false
		for name := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
			if !long && measured(name) && !generated(name) {
				text, err := os.ReadFile("../../" + name)
				require.NoError(t, err)
				long = len(wideLines(name, string(text))) > 0
			}
		}
		assert.True(t, long, "%s has no long lines: remove it from the list", place)
	}
}
