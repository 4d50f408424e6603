package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScaffold(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "rules"), 0o755))
	all := filepath.Join(root, "rules", "all.go")
	require.NoError(t, os.WriteFile(all, []byte("package rules\n\nvar All = []*Rule{\n\tsecondLock,\n}\n\nfunc f() {}\n"), 0o644))

	require.NoError(t, scaffold(root, "LOCK014", "lock_during_post"))
	text, err := os.ReadFile(all)
	require.NoError(t, err)
	require.Equal(t, "package rules\n\nvar All = []*Rule{\n\tsecondLock,\n\tlockDuringPost,\n}\n\nfunc f() {}\n", string(text))
	rule, err := os.ReadFile(filepath.Join(root, "rules", "lock014_lock_during_post.go"))
	require.NoError(t, err)
	require.Contains(t, string(rule), `ID:       "LOCK014"`)
	bug, err := os.ReadFile(filepath.Join(root, "examples", "buggy", "LOCK014", "bug.c"))
	require.NoError(t, err)
	require.Contains(t, string(bug), "// want LOCK014")

	require.ErrorIs(t, scaffold(root, "LOCK014", "lock_during_post"), os.ErrExist, "nothing is overwritten")
	require.Error(t, scaffold(root, "lock14", "x"))
	require.Error(t, scaffold(root, "LOCK015", "Bad Name"))
}
