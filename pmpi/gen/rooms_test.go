package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rooms lists the folders of the library from the bottom up, each with the rooms whose headers its files include.
var rooms = []struct {
	name string
	uses []string
}{
	{"base", nil},
	{"loaded", []string{"base"}},
	{"library", []string{"base", "loaded"}},
	{"record", []string{"base", "loaded", "library"}},
	{"guest", []string{"base", "loaded", "record"}},
	{"memory", []string{"base", "loaded", "library", "record", "guest"}},
	{"detail", []string{"base", "loaded", "library", "record"}},
	{"place", []string{"base"}},
	{"provoke", []string{"base", "loaded", "library", "record", "detail"}},
	{"life", []string{"base", "loaded", "library", "record", "guest", "memory", "detail", "place", "provoke"}},
	{"wrap", []string{"base", "loaded", "library", "record", "guest", "memory", "detail", "life"}},
}

// TestRooms: the files of a room include headers only of the rooms listed for it, all of which are lower.
func TestRooms(t *testing.T) {
	files := cFiles(t)
	used := map[string]map[string]bool{}
	for name := range files {
		room := filepath.Dir(name)
		for _, header := range included(files, name) {
			if other := filepath.Dir(header); other != room {
				if used[room] == nil {
					used[room] = map[string]bool{}
				}
				used[room][other] = true
			}
		}
	}
	var lower []string
	for _, room := range rooms {
		assert.ElementsMatch(t, room.uses, slices.Collect(maps.Keys(used[room.name])), "%s includes headers of these rooms", room.name)
		assert.Subset(t, lower, room.uses, "%s may only use what is below it", room.name)
		lower = append(lower, room.name)
	}
	all, err := filepath.Glob("../*/*.[ch]")
	require.NoError(t, err)
	for _, path := range all {
		room := filepath.Base(filepath.Dir(path))
		assert.True(t, room == "stubmpi" || slices.Contains(lower, room), "%s is in no room", path)
	}
}

// No chain of calls leads from a file back to the same file.
func TestCallsHaveNoCircle(t *testing.T) {
	files := cFiles(t)
	calls := callsOf(files, declarations(t, files))
	assert.Contains(t, calls["memory/sent"], "memory/table")
	assert.Contains(t, calls["wrap/wrapper"], "guest/stack")
	noCircle(t, slices.Sorted(maps.Keys(calls)), func(file string) []string { return calls[file] })
}

// callsOf returns, for each C file together with its header, the files whose functions and variables it uses.
func callsOf(files, headers map[string]string) map[string][]string {
	calls := map[string][]string{}
	for name, text := range files {
		from := stem(name)
		for _, use := range cUse.FindAllString(text, -1) {
			to := stem(headers[use])
			if strings.HasPrefix(use, "gm_") && to != "" && to != from && !slices.Contains(calls[from], to) {
				calls[from] = append(calls[from], to)
			}
		}
	}
	return calls
}
