package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// profileReports checks synthetic logs of all kinds of programs in this process, on one core, and writes its
// processor profile to a file, from which the compiler learns what to inline in the command.
func (b *bench) profileReports(path string) error {
	type log struct {
		program program
		ranks   int
	}
	var paths []string
	for _, l := range []log{{halo, 2}, {halo, 64}, {putFlush, 2}, {hammer, 8}, {exchange, 2}, {exchange, 1024}, {sums, 64}, {farm, 100}} {
		dir := filepath.Join(b.tmp, fmt.Sprintf("profile-%d", len(paths)))
		if err := os.Mkdir(dir, 0o777); err != nil {
			return err
		}
		p, _, err := simulate(dir, l.program, l.ranks, b.pick(crowdLog, middleLog)/l.ranks)
		if err != nil {
			return err
		}
		paths = append(paths, p)
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
		if _, err := check.Log(p, rules.All, check.Options{Cores: 1}); err != nil {
			return err
		}
	}
	pprof.StopCPUProfile()
	return f.Close()
}
