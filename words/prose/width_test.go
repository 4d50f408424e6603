package main

import (
	"os"
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
	for _, name := range []string{
		"rules/race.go", "heap/alloc.c", "pmpi/record/ring.h", "access/gcc/declared.cc", "runtime/x.go",
	} {
		assert.True(t, measured(name), name)
	}
	for _, name := range []string{
		"rules/race_test.go", "README.md", "pmpi/calls/table.go", "examples/buggy/RMA005/bug.c", "apps/testdata/fftw.c",
	} {
		assert.False(t, measured(name), name)
	}
}

// TestWideData: files that have no long lines left are measured.
func TestWideData(t *testing.T) {
	for _, name := range wideData {
		text, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		assert.NotEmpty(t, wideLines(name, string(text)), "%s has no long lines: remove it from the list", name)
	}
}
