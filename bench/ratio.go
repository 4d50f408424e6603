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

// Budget of the programs with gomarmot over those without.
const (
	ratioBudget = 1.05
	ratioFrom   = 4 << 10 // bytes
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
	run   int
}

func newTimings() *timings { return &timings{of: map[timing][]sample{}} }

// all joins the samples of all runs.
func (t *timings) all(k timing) sample { return slices.Concat(t.of[k]...) }

// measureRatio runs the same programs with and without gomarmot in turns,
// under both MPIs: on two ranks, and on one that sends to itself.
func measureRatio(b *bench) error {
	b.wall = true
	for i := range acceptance.MPIs {
		m := &acceptance.MPIs[i]
		binary := filepath.Join(b.tmp, "exchange."+m.Name)
		if err := m.Compile(b.source("exchange.c"), binary, "-O2"); err != nil {
			return err
		}
		for _, ranks := range []int{2, 1} {
			if err := b.ratio(m, binary, ranks); err != nil {
				return fmt.Errorf("%s, %d ranks: %w", m.Name, ranks, err)
			}
		}
	}
	return nil
}

func (b *bench) ratio(m *acceptance.MPI, binary string, ranks int) error {
	without, with := newTimings(), newTimings()
	for range b.pick(7, 3) {
		if err := b.exchange(m, binary, ranks, "", without); err != nil {
			return err
		}
		if err := b.exchange(m, binary, ranks, b.preload(), with); err != nil {
			return err
		}
	}
	b.addRatios(m.Name, ranks, without, with)
	return nil
}

// exchange runs the program once and adds its figures.
func (b *bench) exchange(m *acceptance.MPI, binary string, ranks int, preload string, into *timings) error {
	dir, err := os.MkdirTemp(b.tmp, "ratio")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o := m.Run(acceptance.Launch{Binary: binary, Args: []string{b.seconds(), "2"}, Ranks: ranks, Dir: dir,
		Env: []string{noSummary}, Preload: preload, Timeout: 5 * time.Minute})
	if o.Exit != 0 || o.TimedOut {
		return fmt.Errorf("exit code %d:\n%s", o.Exit, o.Output)
	}
	n := 0
	into.run++
	for line := range strings.Lines(o.Output) {
		n += into.add(strings.TrimSpace(line))
	}
	if n == 0 {
		return fmt.Errorf("it printed no figures:\n%s", o.Output)
	}
	return nil
}

// seconds is how long a block of iterations takes.
func (b *bench) seconds() string {
	if b.quick {
		return "0.03"
	}
	return "0.1"
}

// add takes one line of the program's output; it returns 1 if that is a
// figure.
func (t *timings) add(line string) int {
	f := strings.Split(line, ",")
	if len(f) != 3 {
		return 0
	}
	bytes, err := strconv.Atoi(f[1])
	if err != nil {
		return 0
	}
	seconds, err := strconv.ParseFloat(f[2], 64)
	if err != nil || seconds <= 0 {
		return 0
	}
	k := timing{f[0], bytes}
	if t.of[k] == nil {
		t.order = append(t.order, k)
	}
	for len(t.of[k]) < t.run {
		t.of[k] = append(t.of[k], nil)
	}
	last := &t.of[k][t.run-1]
	*last = append(*last, seconds)
	return 1
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
// ratio among the sizes that the budget is about.
func (b *bench) addRatios(mpi string, ranks int, without, with *timings) {
	t := table{title: fmt.Sprintf("%s, %s: microseconds per iteration, median (first and ninth decile)", mpi, plural(ranks, "rank")),
		header: []string{"loop", "bytes", "without", "with", "ratio (range)", "of the fastest", "more, ns"}}
	worst := map[string]sample{}
	at := map[string]int{}
	var ways []string
	for _, k := range without.order {
		a, c, r := without.all(k), with.all(k), ratios(without, with, k)
		t.rows = append(t.rows, []string{k.way, strconv.Itoa(k.bytes), micro(a), micro(c), r.String(),
			fmt.Sprintf("%.2f", c.min()/a.min()), fmt.Sprintf("%.0f", (c.median()-a.median())*1e9)})
		if k.bytes < ratioFrom {
			continue
		}
		if worst[k.way] == nil {
			ways = append(ways, k.way)
		}
		if r.median() > worst[k.way].median() {
			worst[k.way], at[k.way] = r, k.bytes
		}
	}
	for _, w := range ways {
		b.rows = append(b.rows, row{fmt.Sprintf("%s, %s, %s", w, plural(ranks, "rank"), mpi), "≤ 1.05 from 4 KiB",
			fmt.Sprintf("%v at %s", worst[w], size(at[w])), verdict(worst[w].median(), ratioBudget)})
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
