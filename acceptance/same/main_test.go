package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// script writes a script that stands in for the command: it prints its last argument's file.
func script(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "command")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700))
	return path
}

func by(t *testing.T, text string) way {
	t.Helper()
	return way{command: []string{script(t, text)}, cores: "1"}
}

func TestCompare(t *testing.T) {
	log := script(t, "")
	prints := func(id string) way { return by(t, `echo '"version": '$$; echo `+id) }
	assert.Equal(t, 0, compare([]string{log, log}, prints("RMA005"), prints("RMA005")), "the version does not count")
	assert.Equal(t, 2, compare([]string{log, log}, prints("RMA005"), prints("RMA006")))
	assert.Equal(t, 1, compare([]string{log}, prints("RMA005"), by(t, `echo '"version": 1'; echo RMA005; exit 1`)), "the exit status does")
}

// TestKept: the reports of the other commit are made once for each log, and again when the log has changed.
func TestKept(t *testing.T) {
	log := script(t, "")
	before := by(t, `echo made >> "$0.count"; wc -l < "$0.count"`)
	first := string(before.kept(log))
	assert.Contains(t, first, "1")
	assert.Equal(t, first, string(before.kept(log)))
	require.NoError(t, os.Chtimes(log, time.Time{}, time.Unix(1, 0)))
	assert.Contains(t, string(before.kept(log)), "2")
}

func TestLogsBelow(t *testing.T) {
	folder := t.TempDir()
	want := filepath.Join(folder, "a", "run.log")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "a", "run.log.d"), 0o700))
	require.NoError(t, os.WriteFile(want, nil, 0o600))
	logs, err := logsBelow([]string{folder})
	require.NoError(t, err)
	assert.Equal(t, []string{want}, logs)
	_, err = logsBelow([]string{filepath.Join(folder, "none")})
	assert.Error(t, err)
}
