package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// command writes a script that stands in for the command: it prints its last argument's file.
func command(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "command")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700))
	return path
}

func TestCompare(t *testing.T) {
	log := command(t, "")
	prints := func(id string) string { return command(t, `echo '"version": '$$; echo `+id) }
	assert.Equal(t, 0, compare([]string{log, log}, prints("RMA005"), prints("RMA005")), "the version does not count")
	assert.Equal(t, 2, compare([]string{log, log}, prints("RMA005"), prints("RMA006")))
	assert.Equal(t, 1, compare([]string{log}, prints("RMA005"), command(t, `echo '"version": 1'; echo RMA005; exit 1`)), "the exit status does")
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
