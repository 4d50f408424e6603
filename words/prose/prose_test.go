package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// found are the banned phrases in a text, with their lines.
func found(read func(string) []passage, text string) map[string]int {
	out := map[string]int{}
	for _, h := range hits(read(text)) {
		out[h.text] = h.line
	}
	return out
}

func TestGo(t *testing.T) {
	text := "package p\n\n// It is read\n// no more. There is no file, but for\n// ever.\nvar s = \"mend it\" // anew\nvar mend = 1\n"
	assert.Equal(t, map[string]int{"for ever": 4, "mend": 6, "anew": 6}, found(golang, text))
}

func TestTrailingComments(t *testing.T) {
	assert.Empty(t, found(golang, "var a int // for\nvar b int // ever\n"))
	assert.Equal(t, map[string]int{"for ever": 1}, found(golang, "f(\"for\"\n\"ever\")\n"))
}

func TestC(t *testing.T) {
	text := "/* This is no\n * window. */\nint anew; // mends\nputs(\"nobody // mends\");\n"
	assert.Equal(t, map[string]int{"This is no window": 1, "mends": 4, "nobody": 4}, found(clang, text))
}

func TestMarkdown(t *testing.T) {
	text := "Use `mend`.\n\n    mend it\n\n```\nmend\n```\nIt does not\nrun any more.\n"
	assert.Equal(t, map[string]int{"not run any more": 8}, found(markdown, text))
}

func TestExceptions(t *testing.T) {
	assert.Empty(t, found(golang, "// There is no file. It is no longer read. // want a\n// MPI_Win_set_info may make the call.\n"))
	assert.Equal(t, map[string]int{"is no file": 1}, found(golang, "//is no file\n"))
}

func TestOtherComments(t *testing.T) {
	assert.Equal(t, map[string]int{"anew": 2}, found(fortran, "call mend\n! anew\n"))
	assert.Equal(t, map[string]int{"anew": 2}, found(python, "mend()\nx = 1  # anew\n"))
}
