package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// reportLog is a log to report.
type reportLog struct {
	program *program
	ranks   int
	budget  float64 // time of the reference over time of this build
}

var reportLogs = []reportLog{{halo, 2, 2}, {halo, 64, 3}, {halo, 1024, 3}, {exchange, 64, 2.5}, {exchange, 1024, 2.5},
	{sums, 64, 2.5}, {sums, 1024, 2.5}}

// size is the size of the log.
func (l reportLog) size(b *bench) logSize {
	return logSize{l.program, l.ranks, b.pick(1_024_000, 512_000)}
}

// measureReport compares gomarmot report of this build and of the reference, on a single core.
func measureReport(b *bench) error {
	for _, l := range reportLogs {
		before, after, err := b.inTurns(l.size(b), b.pick(5, 3))
		if err != nil {
			return err
		}
		b.add(row{label: "report, " + l.size(b).String(), figure: before.cpu.over(after.cpu), budget: atLeast(l.budget),
			detail: fmt.Sprintf("%s → %s s, %s → %s MB", short(before.cpu.median()), short(after.cpu.median()),
				short(before.memory.median()), short(after.memory.median()))})
	}
	return nil
}

// measureScale compares reports of a job of 10,000 ranks.
func measureScale(b *bench) error {
	for _, p := range []*program{halo, exchange} {
		s := logSize{p, 10_000, 10_000 * b.pick(1000, 100)}
		before, after, err := b.inTurns(s, b.pick(3, 1))
		if err != nil {
			return err
		}
		b.add(row{label: "report, " + s.String(), figure: after.cpu.over(before.cpu), budget: atMost(0.5),
			detail: fmt.Sprintf("%s → %s s", short(before.cpu.median()), short(after.cpu.median()))},
			row{label: "its peak memory, MB", figure: after.memory, budget: atMost(400),
				detail: fmt.Sprintf("before %s MB", short(before.memory.median()))})
	}
	return nil
}

// measureCores compares the wall time of reports on two cores and on a single core.
func measureCores(b *bench) error {
	b.patience = time.Duration(b.pick(120, 20)) * time.Second
	for _, l := range reportLogs {
		log, err := b.log(l.size(b))
		if err != nil {
			return err
		}
		var one, two reportCost
		noisy, err := b.mostlyDisturbed(b.pick(5, 3), func() error {
			return errors.Join(one.run(b.command(), log.path, l.program, 1),
				two.run(b.command(), log.path, l.program, 2))
		})
		if err != nil {
			return err
		}
		b.add(row{label: "two cores, " + l.size(b).String(), figure: one.wall.over(two.wall), budget: atLeast(1.7),
			noisy:  noisy,
			detail: fmt.Sprintf("%s → %s s", short(one.wall.median()), short(two.wall.median()))})
	}
	return nil
}

// reportCost is the cost of several runs of gomarmot report: seconds, and peak memory in MB.
type reportCost struct{ wall, cpu, memory sample }

// inTurns runs gomarmot report of the reference and of this build in turn, on logs of the same run, on a single core.
func (b *bench) inTurns(s logSize, repeats int) (before, after reportCost, err error) {
	folder, err := b.reference()
	if err != nil {
		return before, after, err
	}
	theirs, err := b.logOf(filepath.Join(folder, "drain.test"), s)
	if err != nil {
		return before, after, err
	}
	log, err := b.log(s)
	if err != nil {
		return before, after, err
	}
	for range repeats {
		if err := before.run(filepath.Join(folder, "gomarmot"), theirs, s.program, 1); err != nil {
			return before, after, err
		}
		if err := after.run(b.command(), log.path, s.program, 1); err != nil {
			return before, after, err
		}
	}
	return before, after, nil
}

// run runs gomarmot report on a number of cores. It fails if there is a finding: the logs are of correct programs.
func (c *reportCost) run(command, path string, p *program, cores int) error {
	level := "note"
	if p.notes {
		level = "warning"
	}
	cmd := exec.Command(command, "report", "--fail-on", level, path)
	cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", cores))
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
	c.wall = append(c.wall, time.Since(start).Seconds())
	c.cpu = append(c.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	c.memory = append(c.memory, peak)
	return nil
}

// watchPeak reads the peak memory of a process until it has ended, and returns the peak in MB. The peak that wait4
// returns is of no use: it counts the memory of the parent that the process was cloned from.
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

// measureReading compares the whole report with reading the log alone, on a single core of this process.
func measureReading(b *bench) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, l := range reportLogs {
		log, err := b.log(l.size(b))
		if err != nil {
			return err
		}
		var whole, alone sample
		for range b.pick(5, 3) {
			start := processorTime()
			j, err := check.Log(log.path, rules.All, check.Options{Cores: 1})
			if err != nil {
				return err
			}
			whole = append(whole, (processorTime() - start).Seconds())
			_ = j.Log.Close() // only read
			start = processorTime()
			if _, _, err := readAlone(log.path); err != nil {
				return err
			}
			alone = append(alone, (processorTime() - start).Seconds())
		}
		b.add(row{label: "whole report over reading, " + l.size(b).String(), figure: whole.over(alone),
			budget: atMost(8),
			detail: fmt.Sprintf("%s, %s s", short(whole.median()), short(alone.median()))})
	}
	return nil
}

// readAlone reads all records of a log. It returns the number of records of the rank with most records, and of all
// ranks.
func readAlone(path string) (most, all int, err error) {
	l, err := logdir.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer l.Close() // only read
	var e event.Event
	for _, r := range l.Ranks() {
		n := 0
		for ; err == nil; n++ {
			err = r.Next(&e)
		}
		if err != io.EOF {
			return 0, 0, err
		}
		err = nil
		most, all = max(most, n-1), all+n-1
	}
	return most, all, nil
}
