package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// AtCommit calls do with a folder that holds the repository at root as it was at a commit. The folder is gone afterwards.
func AtCommit(root, commit string, do func(tree string) error) error {
	tmp, err := os.MkdirTemp("", "gomarmot-commit-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	tree := filepath.Join(tmp, "tree")
	git := func(args ...string) error {
		out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
		return nil
	}
	if err := git("worktree", "add", "--detach", tree, commit); err != nil {
		return err
	}
	defer git("worktree", "remove", "--force", tree) // the folder goes in any case
	return do(tree)
}

// BuildCommand builds the gomarmot command of a tree, as "make build" does.
func BuildCommand(tree, binary string) error {
	build := exec.Command("go", "build", "-buildmode=pie", "-o", binary, "./cmd/gomarmot")
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the command in %s: %w: %s", tree, err, out)
	}
	return nil
}
