// Command same reports the kept logs of the tests (docs/testing.md) by the command as it was at another commit, and by
// that of this build, and compares the reports: a change of the analysis that is to leave all findings alone does so.
//
//	go run ./acceptance/same HEAD~1
//	go run ./acceptance/same v0.1.0 FOLDER...    logs below other folders
//
// It exits with 1 if a report differs, and with 2 if nothing could be compared.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// most is how many differences are shown.
const most = 20

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: same COMMIT [FOLDER...]")
		os.Exit(2)
	}
	differ, err := run(os.Args[1], os.Args[2:])
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "same:", err)
		os.Exit(2)
	case differ > 0:
		os.Exit(1)
	}
}

// run compares the reports of all logs below the folders, and returns how many differ.
func run(commit string, folders []string) (differ int, err error) {
	root, err := acceptance.Root()
	if err != nil {
		return 0, err
	}
	if len(folders) == 0 {
		cache, err := os.UserCacheDir()
		if err != nil {
			return 0, err
		}
		folders = []string{filepath.Join(cache, "gomarmot-test")}
	}
	logs, err := logsBelow(folders)
	if err != nil {
		return 0, err
	}
	if len(logs) == 0 {
		return 0, errors.New("there are no kept logs; make test-programs makes them")
	}
	tmp, err := os.MkdirTemp("", "gomarmot-same-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(tmp)
	before, err := commandAt(root, commit, tmp)
	if err != nil {
		return 0, err
	}
	return compare(logs, before, filepath.Join(root, "build", "gomarmot")), nil
}

// logsBelow finds logs.
func logsBelow(folders []string) (logs []string, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == logdir.Default {
				logs = append(logs, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return logs, nil
}

// commandAt builds the command as it was at a commit, and returns its path.
func commandAt(root, commit, tmp string) (string, error) {
	tree, binary := filepath.Join(tmp, "tree"), filepath.Join(tmp, "gomarmot")
	git := func(args ...string) error {
		out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
		return nil
	}
	if err := git("worktree", "add", "--detach", tree, commit); err != nil {
		return "", err
	}
	defer git("worktree", "remove", "--force", tree)
	build := exec.Command("go", "build", "-buildmode=pie", "-o", binary, "./cmd/gomarmot")
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w: %s", commit, err, out)
	}
	return binary, nil
}

// compare reports each log by both commands, on one core each, and returns how many reports differ.
func compare(logs []string, before, after string) (differ int) {
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan string)
	for range runtime.NumCPU() {
		group.Go(func() {
			for log := range next {
				x, y := reportBy(before, log), reportBy(after, log)
				mu.Lock()
				if !bytes.Equal(x, y) {
					if differ++; differ <= most {
						show(log, x, y)
					}
				}
				mu.Unlock()
			}
		})
	}
	for _, log := range logs {
		next <- log
	}
	close(next)
	group.Wait()
	fmt.Printf("%d logs, %d reports differ\n", len(logs), differ)
	return differ
}

// patience is how long one report may take.
const patience = 2 * time.Minute

// reportBy returns a command's report of a log, with its exit status.
func reportBy(command, log string) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, "report", "--format", "json", "--pedantic", log)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	lines := slices.Collect(bytes.Lines(out.Bytes()))
	lines = slices.DeleteFunc(lines, func(line []byte) bool { return bytes.Contains(line, []byte(`"version":`)) })
	return fmt.Appendf(bytes.Join(lines, nil), "%v\n", err)
}

// show prints the first line that differs.
func show(log string, x, y []byte) {
	a, b := slices.Collect(bytes.Lines(x)), slices.Collect(bytes.Lines(y))
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || !bytes.Equal(a[i], b[i]) {
			fmt.Printf("%s, line %d:\n  before %s  after  %s", log, i+1, line(a, i), line(b, i))
			return
		}
	}
}

func line(lines [][]byte, i int) []byte {
	if i < len(lines) {
		return lines[i]
	}
	return []byte("(end)\n")
}
