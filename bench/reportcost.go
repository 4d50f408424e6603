package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// reportBudget is in million records per second.
const reportBudget = 3

// growth is how much more memory a log of ten times the length may take.
const growth = 1.15

// logSize is one of the logs that gomarmot report is given.
type logSize struct {
	name        string
	program     program
	ranks, each int
	repeats     int
}

func (b *bench) logSizes() []logSize {
	if b.quick {
		return []logSize{
			{"2 ranks × 50 k", halo, 2, 50_000, 5}, {"2 ranks × 250 k", halo, 2, 250_000, 3}, {"2 ranks × 2.5 M", halo, 2, 2_500_000, 1},
			{"2 ranks × 500 k, put+flush", putFlush, 2, 500_000, 3}, {"64 ranks × 20 k", halo, 64, 20_000, 1},
		}
	}
	return []logSize{
		{"2 ranks × 100 k", halo, 2, 100_000, 9}, {"2 ranks × 1 M", halo, 2, 1_000_000, 7}, {"2 ranks × 10 M", halo, 2, 10_000_000, 3},
		{"2 ranks × 1 M, put+flush", putFlush, 2, 1_000_000, 7}, {"64 ranks × 1 M", halo, 64, 1_000_000, 1},
	}
}

// reportCost is what gomarmot report took for one log.
type reportCost struct {
	rate, wall, memory sample // million records per processor second, seconds, MB
	records            int
	bytes              float64 // on disk, per record
}

// measureReport runs gomarmot report on synthetic logs, on one core.
func measureReport(b *bench) error {
	detail := table{title: "gomarmot report, one core, logs of a halo exchange if not said otherwise",
		header: []string{"log", "records", "bytes/record", "M records/s", "seconds", "peak MB"}}
	var costs []*reportCost
	for _, s := range b.logSizes() {
		c, err := b.reportCost(s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		costs = append(costs, c)
		detail.rows = append(detail.rows, []string{s.name, strconv.Itoa(c.records), short(c.bytes), c.rate.String(),
			c.wall.String(), c.memory.String()})
		if s.each < 100_000 { // starting the command is a good part of it
			continue
		}
		b.rows = append(b.rows, row{"gomarmot report, " + s.name, "≥ 3 M records/s", c.rate.String(),
			atLeast(c.rate.median(), reportBudget)})
	}
	small, large := costs[1].memory.median(), costs[2].memory.median()
	b.rows = append(b.rows, row{"its peak memory, log ten times as long", "no growth",
		fmt.Sprintf("%s → %s MB", short(small), short(large)), verdict(large, growth*small)})
	b.details = append(b.details, detail)
	return nil
}

func (b *bench) reportCost(s logSize) (*reportCost, error) {
	dir := filepath.Join(b.tmp, "log")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path, records, err := simulate(dir, s.program, s.ranks, s.each)
	if err != nil {
		return nil, err
	}
	size, err := folderSize(path + ".d")
	if err != nil {
		return nil, err
	}
	c := &reportCost{records: records, bytes: float64(size) / float64(records)}
	for range s.repeats {
		if err := b.runReport(path, c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func folderSize(dir string) (int64, error) {
	entries, err := os.ReadDir(dir)
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			total += info.Size()
		}
	}
	return total, err
}

// runReport runs gomarmot report once. The log is correct: exit code 0.
func (b *bench) runReport(path string, c *reportCost) error {
	cmd := exec.Command(filepath.Join(b.build, "gomarmot"), "report", "--fail-on", "note", path)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	peak, err := watchPeak(cmd.Process.Pid, ended)
	if err != nil {
		return fmt.Errorf("gomarmot report: %w\n%s", err, out.String())
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	c.wall = append(c.wall, time.Since(start).Seconds())
	c.rate = append(c.rate, float64(c.records)/used.Seconds()/1e6)
	c.memory = append(c.memory, peak)
	return nil
}

// watchPeak looks at the peak of a process's memory until it has ended, and
// returns it in MB. What the system tells of an ended child is of no use: it
// counts the memory of the parent that it was cloned from.
func watchPeak(pid int, ended <-chan error) (float64, error) {
	peak := 0.0
	for {
		select {
		case err := <-ended:
			return peak, err
		case <-time.After(2 * time.Millisecond):
			peak = max(peak, peakOf(pid))
		}
	}
}

// peakOf returns the peak of a process's resident memory in MB; 0 if it is
// gone.
func peakOf(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // gone: no text
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kb, _ := strconv.Atoi(fields[0]) // the kernel writes a number
	return float64(kb) / 1024
}
