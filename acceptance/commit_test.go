package acceptance

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBuiltAt(t *testing.T) {
	root, kept := t.TempDir(), filepath.Join(t.TempDir(), "kept")
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-C", root, "-c", "user.name=x", "-c", "user.email=x"}, args...)...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	write := func(text string) { require.NoError(t, os.WriteFile(filepath.Join(root, "file"), []byte(text), 0o600)) }
	git("init", "-q")
	for _, text := range []string{"old", "new"} {
		write(text)
		git("add", "file")
		git("commit", "-qm", text)
	}
	built := 0
	build := func(tree, into string) error {
		built++
		return os.Rename(filepath.Join(tree, "file"), filepath.Join(into, "built"))
	}
	for range 2 {
		folder, err := BuiltAt(root, "HEAD~1", kept, build)
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(folder, "built"))
		require.NoError(t, err)
		assert.Equal(t, "old", string(text))
		assert.NoDirExists(t, filepath.Join(folder, "tree"))
	}
	assert.Equal(t, 1, built)
	_, err := BuiltAt(root, "HEAD", kept, func(_, _ string) error { return errors.New("no compiler") })
	assert.ErrorContains(t, err, "no compiler")
	left, err := os.ReadDir(kept)
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing is kept of a build that fails")
	_, err = BuiltAt(root, "nothing", kept, build)
	assert.ErrorContains(t, err, "git rev-parse")
}
