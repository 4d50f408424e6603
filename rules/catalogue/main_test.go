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

// The committed page is what the generator writes today.
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
	line := func(id, severity string) {
		assert.Equal(t, 1, strings.Count(string(page()), "\n| "+id+" |"), id)
		assert.Contains(t, sections[rules.FamilyOf(id)], "\n| "+id+" | "+severity+" |")
	}
	for _, r := range rules.All {
		line(r.ID, r.Severity.String())
	}
	for _, r := range rules.Reserve {
		line(r.ID, "*reserved*")
	}
}
