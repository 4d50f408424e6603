package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// quiet is the largest part of the machine that other work may take while wall time is measured: above it there is
// no verdict.
const quiet = 0.05

// nextTryIn is the wait before runs that other work disturbed are repeated.
const nextTryIn = 3 * time.Second

// usage is the processor time used by the machine, and by this process with its children.
type usage struct {
	at       time.Time
	all, own time.Duration
}

// usageNow reads the kernel's counters.
func usageNow() usage {
	u := usage{at: time.Now(), own: processorTime()}
	var children syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children) == nil {
		u.own += time.Duration(children.Utime.Nano() + children.Stime.Nano())
	}
	text, _ := os.ReadFile("/proc/stat") // without it there seems to be no other work
	line, _, _ := strings.Cut(string(text), "\n")
	for i, f := range strings.Fields(line) {
		ticks, err := strconv.Atoi(f)
		if err != nil || i == 4 || i == 5 || i > 8 { // idle, waiting for a disk, counted twice
			continue
		}
		u.all += time.Duration(ticks) * 10 * time.Millisecond
	}
	return u
}

// others returns the part of the machine that other work has taken since u was read.
func (u usage) others(cores int) float64 {
	now := usageNow()
	had := float64(now.at.Sub(u.at)) * float64(cores)
	other := float64((now.all - u.all) - (now.own - u.own))
	return min(max(other/had, 0), 1)
}

func percent(part float64) string { return fmt.Sprintf("%.0f %%", 100*part) }

// undisturbed repeats a run until other work took at most quiet of the machine during the run, or the patience is
// used up. It reports whether the last run was undisturbed.
func (b *bench) undisturbed(run func() error) (bool, error) {
	for {
		start := usageNow()
		if err := run(); err != nil {
			return false, err
		}
		if start.others(runtime.NumCPU()) <= quiet {
			return true, nil
		}
		if b.patience <= 0 {
			return false, nil
		}
		time.Sleep(nextTryIn)
		b.patience -= time.Since(start.at)
	}
}

// mostlyDisturbed calls undisturbed a number of times, and reports whether other work disturbed most of the runs.
func (b *bench) mostlyDisturbed(times int, run func() error) (bool, error) {
	disturbed := 0
	for range times {
		ok, err := b.undisturbed(run)
		if err != nil {
			return false, err
		}
		if !ok {
			disturbed++
		}
	}
	return 2*disturbed > times, nil
}
