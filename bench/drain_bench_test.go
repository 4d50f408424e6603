package main

import (
	"path/filepath"
	"testing"
)

// BenchmarkDrain: the drain of a rank with rules; one op is a full ring. This file is compiled in the tree of the commit
// that budgets compare with, too (reference.go).
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
