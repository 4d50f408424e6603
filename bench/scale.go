package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
)

// Budgets of gomarmot report on jobs of many ranks, for the first of the sizes.
const (
	scaleSeconds = 30
	scaleMB      = 4096
	sharedCPU    = 1.4 // on four processes, times the processor time of one
	sharedMemory = 1.0 / 3
	sharedBytes  = 16 // exchanged for each record
)

// scaleSizes are jobs of many ranks or long ones: ranks and records of each.
var scaleSizes = [][2]int{{10_000, 1000}, {1000, 100_000}, {100_000, 100}}

// measureScale runs gomarmot report on the logs of jobs as clusters have them, once each: halo
// exchanges, read by 1, 2 and 4 processes with one core each.
func measureScale(b *bench) error {
	mpiexec, err := exec.LookPath("mpiexec.openmpi")
	if err != nil {
		return err
	}
	detail := table{title: "gomarmot report, halo exchanges of many ranks, one core for each process",
		header: []string{"log", "MB on disk", "processes", "seconds", "processor seconds", "times one", "MB of the first", "MB of another", "bytes exchanged for a record"}}
	for i, size := range scaleSizes {
		rows, err := b.scale(mpiexec, size[0]/b.pick(1, 10), size[1], i == 0)
		if err != nil {
			return fmt.Errorf("%d ranks: %w", size[0], err)
		}
		detail.rows = append(detail.rows, rows...)
	}
	b.details = append(b.details, detail)
	return nil
}

// scale has one log read by different numbers of processes; judged are the figures that have budgets.
func (b *bench) scale(mpiexec string, ranks, each int, judged bool) (rows [][]string, err error) {
	l, err := b.log(halo, ranks, each)
	defer os.RemoveAll(l.dir)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s × %s records", count(ranks), count(each))
	var one sharedCost
	for _, n := range []int{1, 2, 4} {
		c, err := b.runProcesses(mpiexec, l.path, n)
		if err != nil {
			return nil, fmt.Errorf("%d processes: %w", n, err)
		}
		if n == 1 {
			one = c
		}
		exchanged, text := 0.0, ""
		if judged && n > 1 { // by processes that are threads of this one, which takes the memory of all of them
			if exchanged, err = exchangedBy(l.path, n, l.records); err != nil {
				return nil, err
			}
			text = short(exchanged)
		}
		rows = append(rows, []string{name, short(float64(l.bytes) / 1e6), strconv.Itoa(n), short(c.wall), short(c.cpu), short(c.cpu / one.cpu), short(c.first),
			short(c.others), text})
		switch {
		case !judged:
		case n == 1:
			b.add(
				row{"gomarmot report, " + name, fmt.Sprintf("≤ %d s", scaleSeconds), short(c.cpu) + " s", verdict(c.cpu, scaleSeconds)},
				row{"its peak memory", fmt.Sprintf("≤ %d MB", scaleMB), short(c.first) + " MB", verdict(c.first, scaleMB)})
		case n == 4:
			b.add(
				row{"the same on 4 processes, processor time", fmt.Sprintf("≤ %.1f times one", sharedCPU), short(c.cpu / one.cpu), verdict(c.cpu/one.cpu, sharedCPU)},
				row{"its memory, the largest process", "≤ 1/3 of one", short(max(c.first, c.others) / one.first), verdict(max(c.first, c.others)/one.first, sharedMemory)},
				row{"bytes exchanged for a record", fmt.Sprintf("≤ %d", sharedBytes), short(exchanged), verdict(exchanged, sharedBytes)})
		}
	}
	return rows, nil
}
