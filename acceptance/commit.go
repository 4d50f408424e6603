package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// BuiltAt returns the folder below kept with the files that build makes of the repository at root as it was at a
// commit: build gets a tree of that commit and the folder. It is called once, and its files are kept for the next time.
func BuiltAt(root, commit, kept string, build func(tree, into string) error) (string, error) {
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
		return strings.TrimSpace(string(out)), nil
	}
	id, err := git("rev-parse", "--verify", commit+"^{commit}")
	if err != nil {
		return "", err
	}
	folder := filepath.Join(kept, id)
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	if err := os.MkdirAll(kept, 0o777); err != nil {
		return "", err
	}
	into, err := os.MkdirTemp(kept, "new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(into) // gone by then, if all went well
	tree := filepath.Join(into, "tree")
	if _, err := git("worktree", "add", "--detach", tree, id); err != nil {
		return "", err
	}
	err = build(tree, into)
	if _, gone := git("worktree", "remove", "--force", tree); err == nil {
		err = gone
	}
	if err != nil {
		return "", err
	}
	return folder, os.Rename(into, folder)
}

// BuildCommand builds the gomarmot command of a tree into a folder, as "make build" does.
func BuildCommand(tree, into string) error {
	build := exec.Command("go", "build", "-buildmode=pie", "-o", filepath.Join(into, "gomarmot"), "./cmd/gomarmot")
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the command: %w: %s", err, out)
	}
	return nil
}
