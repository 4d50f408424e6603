package segment

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// TestManySegments: if there are more segments than maxOpen, only maxOpen of them stay open.
func TestManySegments(t *testing.T) {
	defer func(n int32) { maxOpen = n }(maxOpen)
	maxOpen = opened.Load() + 3
	dir := t.TempDir()
	var all []*Reader
	for i := range 10 {
		path := filepath.Join(dir, fmt.Sprint(i))
		writeSegment(t, path, loop(0, 100*i, 60), 12)
		r, err := Open(path)
		require.NoError(t, err)
		all = append(all, r)
	}
	assert.Equal(t, 3, openBelow(t, dir))
	for i, r := range all {
		assert.Equal(t, loop(0, 100*i, 60), readAll(t, r))
		assert.Empty(t, r.damages())
	}
	assert.Equal(t, 3, openBelow(t, dir))
	for _, r := range all {
		require.NoError(t, r.Close())
	}
	assert.Zero(t, openBelow(t, dir))
	assert.Equal(t, maxOpen-3, opened.Load())
}

// TestSegmentReplaced: a file that has taken the name of a segment, closed between frames, is refused.
func TestSegmentReplaced(t *testing.T) {
	defer func(n int32) { maxOpen = n }(maxOpen)
	maxOpen = 0
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	writeSegment(t, path, loop(0, 0, 60), 12)
	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	require.NoError(t, os.Rename(path, path+".1"))
	writeSegment(t, path, loop(0, 0, 60), 12)
	var e event.Event
	assert.EqualError(t, r.Next(&e), path+": another file took its place while it was read, perhaps from a new run; read the log again")
}

// openBelow counts this process's descriptors of files in a directory.
func openBelow(t *testing.T, dir string) int {
	t.Helper()
	links, err := filepath.Glob("/proc/self/fd/*")
	require.NoError(t, err)
	n := 0
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && filepath.Dir(to) == dir {
			n++
		}
	}
	return n
}
