// Command same reports the kept logs of the tests (docs/testing.md) by the command of another commit and by
// the command of this build, and compares the reports: it shows whether a change of the analysis leaves findings alone.
//
//	go run ./acceptance/same HEAD~1
//	go run ./acceptance/same v0.1.0 FOLDER...    logs below other folders
//
// The other command uses a single core. GOMARMOT_SAME_CORES is how many this build's uses (1), GOMARMOT_SAME_PROCESSES
// how many processes share its work.
//
// The command of the other commit, and its reports, are kept for the next time. It exits with 1 if a report differs,
// and with 2 if nothing could be compared.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
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
	cache, err := os.UserCacheDir()
	if err != nil {
		return 0, err
	}
	if len(folders) == 0 {
		folders = []string{filepath.Join(cache, "gomarmot-test")}
	}
	logs, err := logsBelow(folders)
	if err != nil {
		return 0, err
	}
	if len(logs) == 0 {
		return 0, errors.New("there are no kept logs; make test-programs makes them")
	}
	before, err := acceptance.BuiltAt(root, commit, filepath.Join(cache, "gomarmot-same"), acceptance.BuildCommand)
	if err != nil {
		return 0, err
	}
	now := way{command: []string{filepath.Join(root, "build", "gomarmot")}, cores: "1"}
	if cores := os.Getenv("GOMARMOT_SAME_CORES"); cores != "" {
		now.cores = cores
	}
	if processes := os.Getenv("GOMARMOT_SAME_PROCESSES"); processes != "" {
		now.command = slices.Concat([]string{"mpiexec.mpich", "-n", processes}, now.command)
	}
	return compare(logs, way{command: []string{filepath.Join(before, "gomarmot")}, cores: "1"}, now), nil
}

// way is how a report is made.
type way struct {
	command []string
	cores   string
}

// logsBelow finds logs.
func logsBelow(folders []string) (logs []string, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) && path != folder:
				return nil // tests that run meanwhile give a new folder its name, or remove it
			case err == nil && d.Name() == logdir.Default:
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

// compare reports each log both ways, and returns how many reports differ.
func compare(logs []string, before, after way) (differ int) {
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan string)
	for range runtime.NumCPU() {
		group.Go(func() {
			for log := range next {
				x, y := before.kept(log), after.report(log)
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

// kept returns the report of a log from beside the command, where it is kept from the first time on.
func (w way) kept(log string) []byte {
	info, err := os.Stat(log)
	if err != nil {
		return w.report(log)
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%s %d", log, info.ModTime().UnixNano()))
	path := fmt.Sprintf("%s.%x", w.command[0], key[:16])
	if report, err := os.ReadFile(path); err == nil {
		return report
	}
	report := w.report(log)
	keep(path, report)
	return report
}

// keep writes a file that others may read at the same time. Without it the report is made again the next time.
func keep(path string, report []byte) {
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return
	}
	_, err = f.Write(report)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// patience is how long a report may take.
const patience = 2 * time.Minute

// report returns the report of a log, with the exit status.
func (w way) report(log string) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	args := slices.Concat(w.command[1:], []string{"report", "--format", "json", "--pedantic", log})
	cmd := exec.CommandContext(ctx, w.command[0], args...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+w.cores)
	cmd.Dir = filepath.Dir(log) // the same source root for every checkout
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
