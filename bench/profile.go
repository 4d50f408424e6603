package main

import (
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// profileReports checks synthetic logs of all kinds of programs in this process, on one core, some of them as several processes
// do, and writes its processor profile to a file, from which the compiler learns what to inline in the command.
func (b *bench) profileReports(path string) error {
	var logs []simulated
	for _, of := range []struct {
		program program
		ranks   int
	}{{halo, 2}, {halo, 64}, {putFlush, 2}, {hammer, 8}, {exchange, 2}, {exchange, 1024}, {sums, 64}, {farm, 100}, {halo, 4096}} {
		l, err := b.log(of.program, of.ranks, b.pick(crowdLog, middleLog)/of.ranks)
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
		if i >= len(logs)-3 {
			if _, err := exchangedBy(l.path, 3, l.records); err != nil {
				return err
			}
		}
	}
	pprof.StopCPUProfile()
	return f.Close()
}
