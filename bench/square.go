package main

import (
	"fmt"
	"path/filepath"
)

// squareBudget is how many times as long a report may take if there are four times as many objects at once: four, and
// something for caches that no longer hold them.
const squareBudget = 5

// measureSquare compares reports of programs with N and 4 N objects of one kind at once (square_test.go).
func measureSquare(b *bench) error {
	binary := filepath.Join(b.tmp, "square.test")
	if err := buildTest(b.root, binary); err != nil {
		return err
	}
	return benchmarks(binary, "Crowds", func(r benchmark) {
		m := r.metrics
		b.add(row{what: "4 times as many " + r.name, figure: sample{m["times"]}, budget: atMost(squareBudget),
			detail: fmt.Sprintf("%s → %s s", short(m["s/N"]), short(m["s/4N"]))})
	}, "-test.cpu=1", "-test.benchtime=1x")
}
