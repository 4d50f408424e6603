package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// callBudget is in nanoseconds, of one record.
const callBudget = 15

// burstRest lets the drain read, for each thread, what a burst has left.
const burstRest = 1500 // microseconds

// A burst is a loop of callcost.c. Its calls fill a quarter of a ring.
type burst struct {
	loop, what string
	slots      float64 // of one call
	parts      int     // by which the time of a call is divided
	budget     float64 // in nanoseconds
}

// puts are the calls with which one record is measured.
var puts = burst{loop: "put", what: "one record on the app's thread", slots: 2, parts: 1, budget: callBudget}

// otherBursts are calls that cost more or less than one record.
var otherBursts = []burst{
	{"test", "MPI_Test that finds nothing, once more", 0.5, 1, 10},
	{"iprobe", "MPI_Iprobe that finds nothing, once more", 0.5, 1, 10},
	{"recv", "MPI_Recv, its status ignored (two records)", 3, 1, 40},
	{"waitall", "MPI_Waitall of 1000 requests, for each of them", 130, 1000, 2},
}

func (k burst) calls() int { return int(ringSlots / 4 / k.slots) }

// callCost is the result of one kind of run: nanoseconds per call.
type callCost struct{ without, with, drain sample }

func (c *callCost) extra() sample {
	var s sample
	for i := range c.with {
		s = append(s, c.with[i]-c.without[i])
	}
	return s
}

// measureCall runs bursts of MPI_Put against a libmpi that does nothing, with
// and without gomarmot in turns.
func measureCall(b *bench) error {
	binary, err := b.bursts()
	if err != nil {
		return err
	}
	detail := table{title: "One recorded MPI_Put, nanoseconds",
		header: []string{"threads", "calls", "without", "with", "more", "drain's processor time"}}
	calls := b.pick(10_000_000, 1_000_000)
	for _, threads := range []int{1, 2, 8} {
		c, err := b.callCost(binary, puts, threads, calls/threads/puts.calls(), threads*burstRest)
		if err != nil {
			return err
		}
		detail.rows = append(detail.rows, []string{strconv.Itoa(threads), strconv.Itoa(calls), c.without.String(),
			c.with.String(), c.extra().String(), c.drain.String()})
		b.add(puts.row(c.extra(), ", "+plural(threads, "thread")))
	}
	full, err := b.callCost(binary, puts, 1, calls/puts.calls(), 0)
	if err != nil {
		return err
	}
	detail.rows = append(detail.rows, []string{"1, no rest", strconv.Itoa(calls), full.without.String(), full.with.String(),
		full.extra().String(), full.drain.String()})
	for _, k := range otherBursts {
		c, err := b.callCost(binary, k, 1, b.pick(400, 100), burstRest)
		if err != nil {
			return err
		}
		b.add(k.row(c.extra(), ""))
	}
	b.details = append(b.details, detail)
	return nil
}

// row compares what a call takes with its budget.
func (k burst) row(extra sample, more string) row {
	return row{k.what + more, fmt.Sprintf("≤ %g ns", k.budget), extra.String() + " ns", verdict(extra.median(), k.budget)}
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
	cmd := exec.Command("make", "-s", target)
	cmd.Dir = b.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("make %s: %w\n%s", target, err, out)
	}
	return filepath.Join(b.root, target), nil
}

func (b *bench) callCost(binary string, k burst, threads, bursts, rest int) (*callCost, error) {
	c := &callCost{}
	for range b.pick(5, 3) {
		nano, _, err := b.runBursts(binary, k, threads, bursts, 0, "") // no drain
		if err != nil {
			return nil, err
		}
		c.without = append(c.without, nano)
		nano, other, err := b.runBursts(binary, k, threads, bursts, rest, b.preload())
		if err != nil {
			return nil, err
		}
		c.with, c.drain = append(c.with, nano), append(c.drain, other)
	}
	return c, nil
}

// runBursts returns the median of the bursts, in nanoseconds per call, and the
// processor time that other threads took per call.
func (b *bench) runBursts(binary string, k burst, threads, bursts, rest int, preload string) (nano, other float64, err error) {
	dir, err := os.MkdirTemp(b.tmp, "call")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command(binary, strconv.Itoa(threads), strconv.Itoa(bursts), strconv.Itoa(k.calls()), strconv.Itoa(rest), k.loop)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), noSummary, "LD_PRELOAD="+preload)
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("callcost: %w", err)
	}
	var low, high float64
	if n, _ := fmt.Sscanf(string(out), "nano %f %f %f cpu %f", &nano, &low, &high, &other); n != 4 {
		return 0, 0, fmt.Errorf("callcost printed %q", out)
	}
	if logged, _ := filepath.Glob(filepath.Join(dir, "run.log.d", "*.seg")); preload != "" && len(logged) == 0 {
		return 0, 0, errors.New("callcost ran without leaving a log")
	}
	return nano / float64(k.parts), other, nil
}
