package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../../.."

// The files in the repository are those that the structs lead to: make generate.
func TestGenerated(t *testing.T) {
	for _, x := range targets() {
		text, err := x.generate(root)
		require.NoError(t, err)
		have, err := os.ReadFile(filepath.Join(root, x.dir, file))
		require.NoError(t, err)
		assert.Equal(t, string(have), string(text), "run make generate")
	}
}

// A field that no function codes is an error, which names it.
func TestCannotCode(t *testing.T) {
	dir := t.TempDir()
	for typ, want := range map[string]string{"chan int": "Bad.X: cannot code a chan int", "[]float64": "Bad.X: cannot code a []float64",
		"complex128": "Bad.X: cannot code a complex128"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.go"), []byte("package bad\n\ntype Bad struct{ X "+typ+" }\n"), 0o644))
		_, err := (&target{dir: ".", receiver: "Coder", roots: []string{"Bad"}}).generate(dir)
		assert.EqualError(t, err, want)
	}
}
