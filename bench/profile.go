package main

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// profileReports checks synthetic logs of all programs in this process, on a single core, some of them divided among
// several processes, and drains rings. It writes the processor profile to a file, by which the compiler optimizes
// the installed gomarmot.
func (b *bench) profileReports(path string) error {
	var logs []simulated
	programs := []struct {
		program *program
		ranks   int
		shared  bool
	}{{halo, 2, false}, {halo, 64, false}, {putFlush, 2, false}, {hammer, 8, false}, {exchange, 2, false},
		{exchange, 1024, false}, {sums, 64, true},
		{farm, 100, true}, {halo, 4096, true}}
	for _, of := range programs {
		l, err := b.log(logSize{of.program, of.ranks, b.pick(1_024_000, 100_000)})
		if err != nil {
			return err
		}
		logs = append(logs, l)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	runtime.GOMAXPROCS(1)
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	for i, l := range logs {
		j, err := check.Log(l.path, rules.All, check.Options{Cores: 1})
		if err != nil {
			return err
		}
		_ = j.Log.Close() // only read
		if programs[i].shared {
			if _, err := exchangedBy(l.path, 3, l.records); err != nil {
				return err
			}
		}
	}
	if err := b.drainRings(); err != nil {
		return err
	}
	pprof.StopCPUProfile()
	return f.Close()
}

// drainRings drains the rings of ranks with and without rules.
func (b *bench) drainRings() error {
	for _, p := range []*program{halo, putFlush, exchange} {
		for _, withRules := range []bool{true, false} {
			d, err := newDrain(drainCase{p, 2, 1}, filepath.Join(b.tmp, "drained"), true, withRules)
			if err != nil {
				return err
			}
			if _, err := d.run(b.pick(2000, 500)); err != nil {
				return err
			}
		}
	}
	return nil
}
