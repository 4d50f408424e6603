package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../../.."

// The files in the repository are up to date with the structs (make generate).
func TestGenerated(t *testing.T) {
	for _, x := range targets() {
		files, err := x.generate(root)
		require.NoError(t, err)
		for name, text := range files {
			have, err := os.ReadFile(filepath.Join(root, x.dir, name))
			require.NoError(t, err)
			assert.Equal(t, string(have), string(text), "run make generate")
		}
	}
}

// A field that no function codes is an error, which names it.
func TestCannotCode(t *testing.T) {
	dir := t.TempDir()
	for _, typ := range []string{"chan int", "[]float64", "complex128"} {
		text := "package bad\n\ntype Bad struct{ X " + typ + " }\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.go"), []byte(text), 0o644))
		_, err := (&target{dir: ".", receiver: "Coder", roots: []string{"Bad"}}).generate(dir)
		assert.EqualError(t, err, "Bad.X: cannot code a "+typ)
	}
}
