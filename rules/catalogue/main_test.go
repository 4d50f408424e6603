package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
)

// The committed page is the page that the generator writes.
func TestNoDrift(t *testing.T) {
	have, err := os.ReadFile(filepath.Join("..", "..", path))
	require.NoError(t, err)
	assert.Equal(t, string(page()), string(have), "run make generate")
}

// Each ID has one line, below the heading of its family.
func TestEveryIDHasItsLine(t *testing.T) {
	sections := map[string]string{}
	for _, s := range strings.Split(string(page()), "\n## ")[1:] {
		name, text, _ := strings.Cut(s, ":")
		sections[name] = text
	}
	for _, r := range rules.All {
		assert.Equal(t, 1, strings.Count(string(page()), "\n| "+r.ID+" |"), r.ID)
		assert.Contains(t, sections[r.Family()], "\n| "+r.ID+" | "+r.Severity.String()+" |")
	}
}
