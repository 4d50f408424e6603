package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// burstRest is the time, for each thread, in which the drain empties the rings after a burst.
const burstRest = 1500 // microseconds

// A burst is a loop of callcost.c. Its calls fill a quarter of a ring.
type burst struct {
	loop, label string
	slots       float64 // slots that a call takes in the ring
	parts       int     // the time is that of a call divided by parts
}

// puts measure the time of a record.
var puts = burst{loop: "put", label: "one record on the program's thread", slots: 2, parts: 1}

// otherBursts are calls that take more or less time than a record.
var otherBursts = []burst{
	{"test", "MPI_Test that finds nothing, once more", 0.5, 1},
	{"iprobe", "MPI_Iprobe that finds nothing, once more", 0.5, 1},
	{"recv", "MPI_Recv, its status ignored (two records)", 3, 1},
	{"waitall", "MPI_Waitall of 1000 requests, for each of them", 130, 1000},
}

func (k burst) calls() int { return int(ringSlots / 4 / k.slots) }

// measureRecord runs bursts of calls against a libmpi that does nothing, in turn without gomarmot, with the
// recorder of the reference, and with the recorder of this build.
func measureRecord(b *bench) error {
	binary, err := b.bursts()
	if err != nil {
		return err
	}
	reference, err := b.recorder()
	if err != nil {
		return err
	}
	bursts := b.pick(400, 100)
	for _, threads := range []int{1, 2, 8} {
		c, err := b.callCosts(binary, puts, threads, bursts, []string{reference, b.preload()})
		if err != nil {
			return err
		}
		b.add(row{label: puts.label + ", " + plural(threads, "thread"), figure: c[1].over(c[0]), budget: atMost(1),
			detail: fmt.Sprintf("%s → %s ns", short(c[0].median()), short(c[1].median()))})
	}
	for _, k := range otherBursts {
		c, err := b.callCosts(binary, k, 1, bursts, []string{b.preload()})
		if err != nil {
			return err
		}
		b.add(row{label: k.label + ", ns", figure: c[0]})
	}
	return nil
}

// callCosts returns, for each library and run, the nanoseconds that the preloaded library adds to a call.
func (b *bench) callCosts(binary string, k burst, threads, bursts int, libraries []string) ([]sample, error) {
	more := make([]sample, len(libraries))
	for range b.pick(7, 3) {
		without, err := b.runBursts(binary, k, threads, bursts, 0, "") // there is no drain to wait for
		if err != nil {
			return nil, err
		}
		for i, library := range libraries {
			with, err := b.runBursts(binary, k, threads, bursts, threads*burstRest, library)
			if err != nil {
				return nil, err
			}
			more[i] = append(more[i], with-without)
		}
	}
	return more, nil
}

// bursts builds the program of bursts with the libmpi that does nothing.
func (b *bench) bursts() (binary string, err error) {
	binary = filepath.Join(b.tmp, "callcost")
	stub, err := b.stub()
	if err != nil {
		return "", err
	}
	return binary, compile(binary, b.source("callcost.c"), stub, "-Wl,-rpath,"+b.build, "-lpthread")
}

// stub builds the libmpi that does nothing.
func (b *bench) stub() (string, error) {
	const target = "build/libstubmpi.so"
	if err := run("make", "-s", "-C", b.root, target); err != nil {
		return "", err
	}
	return filepath.Join(b.root, target), nil
}

// runBursts returns the median of the bursts, in nanoseconds per call.
func (b *bench) runBursts(binary string, k burst, threads, bursts, rest int, preload string) (nano float64, err error) {
	dir, err := os.MkdirTemp(b.tmp, "call")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command(binary, strconv.Itoa(threads), strconv.Itoa(bursts), strconv.Itoa(k.calls()),
		strconv.Itoa(rest), k.loop)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), noSummary, "LD_PRELOAD="+preload)
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("callcost: %w", err)
	}
	var low, high, other float64
	if n, _ := fmt.Sscanf(string(out), "nano %f %f %f cpu %f", &nano, &low, &high, &other); n != 4 {
		return 0, fmt.Errorf("callcost printed %q", out)
	}
	if logged, _ := filepath.Glob(filepath.Join(dir, "run.log.d", "*.seg")); preload != "" && len(logged) == 0 {
		return 0, errors.New("callcost ran without leaving a log")
	}
	return nano / float64(k.parts), nil
}
