// Command stages runs the stages of "make test" in lanes side by side. While the stages run it prints
// a line of progress now and then, and failures as they come; in the end notes of the tests, the slowest
// tests, how long each stage took, and how many tests have passed. It exits with 1 if a stage has failed.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A stage is a command, run in the root of the repository.
type stage struct {
	name string
	argv []string // of "go test -json" if tests is set
	// tests says that the command prints test events.
	tests bool
	// Stages of the same lane run in turn, in the order of the list. MPI jobs and the tests of the
	// wrappers spend half of their time waiting.
	lane int
}

const wrapperTests = "./pmpi/wrappertest"

// stages lists the stages. The longest of a lane comes first: its failures are known early.
func stages(packages []string) []stage {
	return []stage{
		{"programs", goTest("-parallel", "4", "-timeout", "60m", "./acceptance"), true, 0},
		{"packages", append(goTest("-short", "-p", "1", "-timeout", "30m"), packages...), true, 1},
		{"wrappers", goTest("-timeout", "30m", wrapperTests), true, 1},
		{"lint", []string{"make", "--no-print-directory", "lint"}, false, 1},
		{"fuzz", []string{"make", "--no-print-directory", "fuzzed"}, false, 1},
	}
}

func goTest(args ...string) []string {
	return append([]string{"go", "test", "-json", "-vet=off", "-tags", "mpi"}, args...)
}

// otherPackages lists the packages that are tested in no stage of their own.
func otherPackages() ([]string, error) {
	out, err := exec.Command("go", "list", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	var all []string
	for p := range strings.FieldsSeq(string(out)) {
		if !strings.HasSuffix(p, "/acceptance") && !strings.HasSuffix(p, strings.TrimPrefix(wrapperTests, ".")) {
			all = append(all, p)
		}
	}
	return all, nil
}

// every is how often progress is shown.
const every = 20 * time.Second

func main() {
	packages, err := otherPackages()
	if err != nil {
		fmt.Fprintln(os.Stderr, "stages:", err)
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if !run(ctx, stages(packages), os.Stdout, every) {
		os.Exit(1)
	}
}

// run runs the stages, and reports whether all of them have passed.
func run(ctx context.Context, list []stage, out io.Writer, every time.Duration) bool {
	board := newBoard(out, list)
	done := make(chan struct{})
	go board.show(every, done)
	var lanes sync.WaitGroup
	for lane := range numberOfLanes(list) {
		lanes.Go(func() {
			for i := range list {
				if list[i].lane == lane {
					board.finish(i, runStage(ctx, list[i], board, i))
				}
			}
		})
	}
	lanes.Wait()
	close(done)
	return board.conclude()
}

func numberOfLanes(list []stage) int {
	n := 0
	for _, s := range list {
		n = max(n, s.lane+1)
	}
	return n
}

// outcome is how a stage ended. Times include all its processes.
type outcome struct {
	err       error
	wall, cpu time.Duration
}

// runStage runs a stage's command. The output of a stage without test events is shown if it fails.
func runStage(ctx context.Context, s stage, b *board, index int) outcome {
	start := time.Now()
	b.begin(index)
	cmd := exec.CommandContext(ctx, s.argv[0], s.argv[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Env = commandEnv()
	events := &lines{take: func(line string) { b.event(index, line) }}
	var plain strings.Builder
	cmd.Stdout, cmd.Stderr = &plain, &plain
	if s.tests {
		cmd.Stdout = events
	}
	err := cmd.Run()
	events.flush()
	if err != nil && plain.Len() > 0 {
		b.say("%s", plain.String())
	}
	end := outcome{err: err, wall: time.Since(start)}
	if cmd.ProcessState != nil {
		end.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return end
}

// commandEnv is the environment without this make's own: a stage is not a part of it.
func commandEnv() []string {
	var env []string
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		if name != "MAKEFLAGS" && name != "MFLAGS" && name != "MAKELEVEL" {
			env = append(env, e)
		}
	}
	return env
}

// lines cuts the text written to it into lines.
type lines struct {
	take func(line string)
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, found := strings.Cut(string(l.rest), "\n")
		if !found {
			return len(p), nil
		}
		l.take(line)
		l.rest = []byte(rest)
	}
}

// flush takes a last line without an end.
func (l *lines) flush() {
	if len(l.rest) > 0 {
		l.take(string(l.rest))
	}
}
