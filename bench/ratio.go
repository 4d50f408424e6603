package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
)

// ratioBudget is for the programs with gomarmot over those without.
const ratioBudget = 1.05

// loops is a program of timed loops (programs/loops.h).
type loops struct {
	program string
	ways    []string
	from    int // smallest size in bytes that the budget is about
	ranks   []int
}

var (
	exchangeLoops = loops{"exchange", []string{"put+flush", "get+flush", "accumulate+flush", "lock+put",
		"put+fence", "halo/fence", "halo/pscw"}, 4 << 10, []int{2, 1}}
	fileLoops = loops{"files", []string{"write_at", "read_at", "iwrite_at", "split write", "split read"}, 64 << 10, []int{2}}
)

// timing names one measured loop.
type timing struct {
	way   string
	bytes int
}

// timings holds the seconds per iteration of each loop: one sample for each
// run of the program.
type timings struct {
	order []timing // of first appearance
	of    map[timing][]sample
}

func newTimings() *timings { return &timings{of: map[timing][]sample{}} }

// all joins the samples of all runs.
func (t *timings) all(k timing) sample { return slices.Concat(t.of[k]...) }

// add takes the output of one run and returns how many loops it reported.
func (t *timings) add(output string) int {
	run := map[timing]sample{}
	for line := range strings.Lines(output) {
		k, seconds, ok := parseTiming(strings.TrimSpace(line))
		if !ok {
			continue
		}
		if t.of[k] == nil && run[k] == nil {
			t.order = append(t.order, k)
		}
		run[k] = append(run[k], seconds)
	}
	for k, s := range run {
		t.of[k] = append(t.of[k], s)
	}
	return len(run)
}

func parseTiming(line string) (timing, float64, bool) {
	f := strings.Split(line, ",")
	if len(f) != 3 {
		return timing{}, 0, false
	}
	bytes, err := strconv.Atoi(f[1])
	if err != nil {
		return timing{}, 0, false
	}
	seconds, err := strconv.ParseFloat(f[2], 64)
	return timing{f[0], bytes}, seconds, err == nil && seconds > 0
}

// measureRatio compares the loops on windows: on two ranks, and on one rank that
// sends to itself.
func measureRatio(b *bench) error { return b.measureLoops(&exchangeLoops) }

// measureFiles compares the loops on files.
func measureFiles(b *bench) error { return b.measureLoops(&fileLoops) }

// measureLoops runs the same program with and without gomarmot in turns, under
// both MPIs.
func (b *bench) measureLoops(l *loops) error {
	b.patience = time.Duration(b.pick(300, 60)) * time.Second
	for i := range acceptance.MPIs {
		m := &acceptance.MPIs[i]
		binary := filepath.Join(b.tmp, l.program+"."+m.Name)
		if err := m.Compile(b.source(l.program+".c"), binary, "-O2"); err != nil {
			return err
		}
		for _, ranks := range l.ranks {
			if err := b.ratio(m, l, binary, ranks); err != nil {
				return fmt.Errorf("%s, %s: %w", m.Name, plural(ranks, "rank"), err)
			}
		}
	}
	return nil
}

func (b *bench) ratio(m *acceptance.MPI, l *loops, binary string, ranks int) error {
	without, with := newTimings(), newTimings()
	noisy := map[string]int{}
	repeats := b.pick(5, 3)
	for _, way := range l.ways {
		for range repeats {
			ok, err := b.pair(m, binary, ranks, way, without, with)
			if err != nil {
				return err
			}
			if !ok {
				noisy[way]++
			}
		}
	}
	b.addRatios(l, m.Name, ranks, without, with, func(way string) bool { return 2*noisy[way] > repeats })
	return nil
}

// pair runs the program without and with gomarmot, and reports whether it had
// the machine to itself.
func (b *bench) pair(m *acceptance.MPI, binary string, ranks int, way string, without, with *timings) (bool, error) {
	var a, c string
	ok, err := b.undisturbed(func() (err error) {
		if a, err = b.loop(m, binary, ranks, way, ""); err == nil {
			c, err = b.loop(m, binary, ranks, way, b.preload())
		}
		return err
	})
	if err != nil {
		return false, err
	}
	if n := without.add(a); n == 0 || with.add(c) != n {
		return false, fmt.Errorf("it printed no figures:\n%s%s", a, c)
	}
	return ok, nil
}

// loop runs the program once and returns what it printed.
func (b *bench) loop(m *acceptance.MPI, binary string, ranks int, way, preload string) (string, error) {
	dir, err := os.MkdirTemp(b.tmp, "ratio")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	o := m.Run(acceptance.Launch{Binary: binary, Args: []string{b.seconds(), "2", way}, Ranks: ranks, Dir: dir,
		Env: []string{noSummary}, Preload: preload, Timeout: 5 * time.Minute})
	if o.Exit != 0 || o.TimedOut {
		return "", fmt.Errorf("exit code %d:\n%s", o.Exit, o.Output)
	}
	return o.Output, nil
}

// seconds is how long a block of iterations takes.
func (b *bench) seconds() string {
	if b.quick {
		return "0.03"
	}
	return "0.06"
}

// ratios compares each run with gomarmot with the run before it without.
func ratios(without, with *timings, k timing) sample {
	var s sample
	for i := range with.of[k] {
		s = append(s, with.of[k][i].median()/without.of[k][i].median())
	}
	return s
}

// addRatios adds a table of all sizes, and for each way of exchange the worst
// ratio among the sizes that the budget is about. There is no verdict on a way
// that was noisy.
func (b *bench) addRatios(l *loops, mpi string, ranks int, without, with *timings, noisy func(way string) bool) {
	t := table{title: fmt.Sprintf("%s, %s: microseconds per iteration, median (first and ninth decile)", mpi, plural(ranks, "rank")),
		header: []string{"loop", "bytes", "without", "with", "ratio (range)", "of the fastest", "more, ns"}}
	worst := map[string]sample{}
	at := map[string]int{}
	for _, k := range without.order {
		a, c, r := without.all(k), with.all(k), ratios(without, with, k)
		t.rows = append(t.rows, []string{k.way, strconv.Itoa(k.bytes), micro(a), micro(c), r.String(),
			fmt.Sprintf("%.2f", c.min()/a.min()), fmt.Sprintf("%.0f", (c.median()-a.median())*1e9)})
		if k.bytes < l.from {
			continue
		}
		if r.median() > worst[k.way].median() {
			worst[k.way], at[k.way] = r, k.bytes
		}
	}
	for _, w := range l.ways {
		v := verdict(worst[w].median(), ratioBudget)
		if noisy(w) {
			v = "noise"
		}
		b.add(row{fmt.Sprintf("%s, %s, %s", w, plural(ranks, "rank"), mpi), fmt.Sprintf("≤ %.2f from %s", ratioBudget, size(l.from)),
			fmt.Sprintf("%v at %s", worst[w], size(at[w])), v})
	}
	b.details = append(b.details, t)
}

// size shows a whole number of KiB or MiB.
func size(bytes int) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}

func micro(s sample) string {
	return fmt.Sprintf("%s (%s–%s)", short(s.median()*1e6), short(s.quantile(0.1)*1e6), short(s.quantile(0.9)*1e6))
}
