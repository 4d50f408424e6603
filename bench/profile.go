package main

import (
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// profileReports checks synthetic logs of all kinds of programs in this process, on one core, and writes its
// processor profile to a file, from which the compiler learns what to inline in the command.
func (b *bench) profileReports(path string) error {
	var paths []string
	for _, of := range []struct {
		program program
		ranks   int
	}{{halo, 2}, {halo, 64}, {putFlush, 2}, {hammer, 8}, {exchange, 2}, {exchange, 1024}, {sums, 64}, {farm, 100}} {
		l, err := b.log(of.program, of.ranks, b.pick(crowdLog, middleLog)/of.ranks)
		if err != nil {
			return err
		}
		paths = append(paths, l.path)
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
	for _, p := range paths {
		j, err := check.Log(p, rules.All, check.Options{Cores: 1})
		if err != nil {
			return err
		}
		_ = j.Log.Close() // only read
	}
	pprof.StopCPUProfile()
	return f.Close()
}
