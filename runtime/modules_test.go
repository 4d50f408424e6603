package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// The process's memory map has a module with this test's code.
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
	m.markUnknown(1)
	assert.True(t, m.has(1), "looked up once")
	n := len(m.list)
	m.scan(&sink{})
	assert.Len(t, m.list, n, "known modules are not written again")
}
