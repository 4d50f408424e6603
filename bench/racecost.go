package main

import (
	"fmt"
	"strconv"
)

// measureRaces runs gomarmot report on logs of ranks that all access one window, so that it has accesses to compare
// all the time.
func measureRaces(b *bench) error {
	detail := table{title: "gomarmot report, one core, logs of ranks that hammer one window",
		header: []string{"log", "RMA calls", "M RMA calls/s", "seconds", "peak MB"}}
	var many []*reportCost
	for _, s := range []logSize{{hammer, 4, b.pick(4_000_000, 400_000), b.pick(5, 3)}, {hammer, 64, b.pick(2_000_000, 200_000), 3},
		{hammer, 64, b.pick(20_000_000, 2_000_000), b.pick(3, 1)}} {
		c, err := b.reportCost(s)
		if err != nil {
			return fmt.Errorf("%v: %w", s, err)
		}
		calls := int(s.program.onWindows(s.ranks) * float64(c.records))
		budget, measured, met := s.budget(c)
		detail.rows = append(detail.rows, []string{s.String(), strconv.Itoa(calls), measured, c.wall.String(), c.memory.String()})
		b.add(row{fmt.Sprintf("races, %s, %s RMA calls to one window", plural(s.ranks, "rank"), count(calls/1000*1000)),
			budget, measured, met})
		if s.ranks == 64 {
			many = append(many, c)
		}
	}
	first, long := many[0].memory.median(), many[1].memory.median()
	b.add(row{"their peak memory, 64 ranks", "no growth", short(first) + " → " + short(long) + " MB", verdict(long, growth*first)})
	b.details = append(b.details, detail)
	return nil
}
