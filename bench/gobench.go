package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// benchmark is the result of a Go benchmark.
type benchmark struct {
	name    string // the part after the first slash
	metrics map[string]float64
}

// benchmarks runs the benchmarks of a test binary that match a pattern, and calls each after each of them.
func benchmarks(binary, pattern string, each func(benchmark), args ...string) error {
	cmd := exec.Command(binary, append([]string{"-test.run=^$", "-test.bench=" + pattern}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var failed []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if r, ok := parseBenchmark(lines.Text()); ok {
			each(r)
		} else {
			failed = append(failed, lines.Text())
		}
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("benchmark %s: %w\n%s", pattern, err, strings.Join(failed, "\n"))
	}
	return nil
}

// parseBenchmark reads a line that "go test -bench" prints for a benchmark.
func parseBenchmark(line string) (r benchmark, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return r, false
	}
	_, name, _ := strings.Cut(fields[0], "/")
	r = benchmark{strings.ReplaceAll(name, "_", " "), map[string]float64{}}
	for i := 2; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return r, false
		}
		r.metrics[fields[i+1]] = value
	}
	return r, true
}
