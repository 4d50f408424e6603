package main

import (
	"fmt"
	"strconv"
)

// Budgets of gomarmot report on jobs of many ranks, for the first of the sizes.
const (
	scaleSeconds = 30
	scaleMB      = 4096
)

// scaleSizes are jobs of many ranks or long ones: ranks and records of each.
var scaleSizes = [][2]int{{10_000, 1000}, {1000, 100_000}, {100_000, 100}}

// measureScale runs gomarmot report on the logs of jobs as clusters have them: halo
// exchanges, once each, on one core.
func measureScale(b *bench) error {
	detail := table{title: "gomarmot report, jobs of many ranks, one core",
		header: []string{"log", "records", "bytes/record", "M records/s", "processor seconds", "peak MB"}}
	for i, size := range scaleSizes {
		ranks, each := size[0]/b.pick(1, 10), size[1]
		c, err := b.reportCost(logSize{halo, ranks, ranks * each, 1})
		if err != nil {
			return fmt.Errorf("%d ranks: %w", ranks, err)
		}
		name := fmt.Sprintf("%s × %s records", count(ranks), count(each))
		detail.rows = append(detail.rows, []string{name, strconv.Itoa(c.records), short(c.bytes), c.rate.String(), c.cpu.String(), c.memory.String()})
		if i > 0 {
			continue
		}
		b.rows = append(b.rows,
			row{"gomarmot report, " + name, fmt.Sprintf("≤ %d s", scaleSeconds), c.cpu.String() + " s", verdict(c.cpu.median(), scaleSeconds)},
			row{"its peak memory", fmt.Sprintf("≤ %d MB", scaleMB), c.memory.String() + " MB", verdict(c.memory.median(), scaleMB)})
	}
	b.details = append(b.details, detail)
	return measureProcesses(b)
}
