package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkDrain: the drain of a rank with rules; an op is a full ring. This file is also compiled in the tree of
// the reference (reference.go).
func BenchmarkDrain(b *testing.B) {
	for name, c := range map[string]drainCase{"put+flush": {putFlush, 2, 1}, "halo by PSCW": {halo, 2, 1}} {
		b.Run(name, func(b *testing.B) {
			d, err := newDrain(c, filepath.Join(b.TempDir(), "segment"), true, true)
			if err != nil {
				b.Fatal(err)
			}
			rate, err := d.run(b.N)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(1000/rate, "ns/record")
			b.ReportMetric(d.allocs, "allocs/record")
		})
	}
}

// BenchmarkLog writes the log that GOMARMOT_BENCH_LOG asks for: folder, program, ranks, records of each rank.
func BenchmarkLog(b *testing.B) {
	words := strings.Split(os.Getenv("GOMARMOT_BENCH_LOG"), ",")
	if len(words) != 4 {
		b.Skip("no log is wanted")
	}
	var err error
	ranks, _ := strconv.Atoi(words[2])
	each, _ := strconv.Atoi(words[3])
	switch words[1] {
	case halo.name:
		_, _, err = simulate(words[0], halo, ranks, each)
	case exchange.name:
		_, _, err = simulate(words[0], exchange, ranks, each)
	case sums.name:
		_, _, err = simulate(words[0], sums, ranks, each)
	default:
		b.Fatalf("no program %q", words[1])
	}
	if err != nil {
		b.Fatal(err)
	}
}
