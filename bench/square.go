package main

import (
	"fmt"
	"path/filepath"
)

// squareBudget bounds how many times as long a report may take with four times as many objects at once: 4, and 1
// for caches that are too small for the objects.
const squareBudget = 5

// measureSquare compares reports of programs with N and with 4 N objects of a kind at once (square_test.go).
func measureSquare(b *bench) error {
	binary := filepath.Join(b.tmp, "square.test")
	if err := buildTest(b.root, binary); err != nil {
		return err
	}
	return benchmarks(binary, "Crowds", func(r benchmark) {
		m := r.metrics
		b.add(row{label: "4 times as many " + r.name, figure: sample{m["times"]}, budget: atMost(squareBudget),
			detail: fmt.Sprintf("%s → %s s", short(m["s/N"]), short(m["s/4N"]))})
	}, "-test.cpu=1", "-test.benchtime=1x")
}
