package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
)

// app is a whole program (programs/whole.h).
type app struct {
	program, label string
	steps, quick   int
	openmpi, mpich float64 // budgets under each MPI: wall time with gomarmot over without
}

var apps = []app{
	{"halo", "halo exchange, 1024 × 1024 a rank, fence", 2000, 300, 1.05, 1.05},
	{"hashtable", "hash table, compare and swap, put, get", 400_000, 50_000, 2.5, 1.5},
	{"checkpoint", "checkpoints of 3 × 4 MiB by split collectives", 600, 100, 1.05, 1.05},
}

// appRun holds the figures of a run of a program. log is in bytes, rss in MB.
type appRun struct {
	seconds, cpu, rss float64
	log, records      float64
	result            string
}

// appRuns holds the figures of several runs of a program.
type appRuns struct {
	seconds, cpu, rss sample
	log, records      float64 // of the last run
}

func (r *appRuns) add(one appRun) {
	r.seconds, r.cpu, r.rss = append(r.seconds, one.seconds), append(r.cpu, one.cpu), append(r.rss, one.rss)
	r.log, r.records = one.log, one.records
}

// measureApps runs whole programs, with and without gomarmot in turn.
func measureApps(b *bench) error {
	b.patience = time.Duration(b.pick(200, 40)) * time.Second
	for i := range acceptance.MPIs {
		m := &acceptance.MPIs[i]
		for _, a := range apps {
			without, with, noisy, err := b.app(m, a, b.pick(7, 3), setting{}, setting{preload: b.preload()})
			if err != nil {
				return fmt.Errorf("%s, %s: %w", a.program, m.Name, err)
			}
			limit := a.openmpi
			if m.Name != acceptance.MPIs[0].Name {
				limit = a.mpich
			}
			b.add(row{label: a.label + ", " + m.Name, figure: with.seconds.over(without.seconds), budget: atMost(limit),
				noisy: noisy,
				detail: fmt.Sprintf("%s s, processor %s s, %s MB a rank, %s bytes a record",
					arrow(without.seconds, with.seconds),
					arrow(without.cpu, with.cpu), arrow(without.rss, with.rss), short(with.log/with.records))},
				row{label: "its processor time", figure: with.cpu.over(without.cpu)})
		}
	}
	return nil
}

func arrow(without, with sample) string {
	return short(without.median()) + " → " + short(with.median())
}

// setting is a way to run a program.
type setting struct {
	preload string
	env     []string
}

// app runs a program several times, in two settings in turn; noisy: other work disturbed most of these pairs of runs.
func (b *bench) app(m *acceptance.MPI, a app, times int, one, other setting) (first, second *appRuns, noisy bool,
	err error) {
	binary := filepath.Join(b.tmp, a.program+"."+m.Name)
	if err := m.Compile(b.source(a.program+".c"), binary, "-O2"); err != nil {
		return nil, nil, false, err
	}
	first, second = &appRuns{}, &appRuns{}
	noisy, err = b.mostlyDisturbed(times, func() error {
		x, err := b.runApp(m, a, binary, one)
		if err != nil {
			return err
		}
		y, err := b.runApp(m, a, binary, other)
		if err != nil {
			return err
		}
		if x.result != y.result {
			return fmt.Errorf("its result is %s with %+v and %s with %+v", x.result, one, y.result, other)
		}
		first.add(x)
		second.add(y)
		return nil
	})
	return first, second, noisy, err
}

// runApp runs the program once.
func (b *bench) runApp(m *acceptance.MPI, a app, binary string, with setting) (appRun, error) {
	var r appRun
	dir, err := os.MkdirTemp(b.tmp, "app")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	o := m.Run(acceptance.Launch{Binary: binary, Args: []string{strconv.Itoa(b.pick(a.steps, a.quick))}, Ranks: 2,
		Dir: dir,
		Env: append([]string{noSummary}, with.env...), Preload: with.preload, Timeout: 5 * time.Minute})
	if o.Exit != 0 || o.TimedOut {
		return r, fmt.Errorf("exit code %d:\n%s", o.Exit, o.Output)
	}
	line := o.Output[max(0, strings.Index(o.Output, "seconds ")):]
	if n, _ := fmt.Sscanf(line, "seconds %f cpu %f rss %f result %s", &r.seconds, &r.cpu, &r.rss, &r.result); n != 4 {
		return r, fmt.Errorf("it printed %q", o.Output)
	}
	if with.preload == "" {
		return r, nil
	}
	path := filepath.Join(dir, "run.log")
	size, err := folderSize(path + ".d")
	if err != nil {
		return r, err
	}
	r.log = float64(size)
	r.records, err = b.countRecords(path)
	return r, err
}

// countRecords asks gomarmot how many records a log has. It fails if there is a finding: the programs are correct.
func (b *bench) countRecords(path string) (float64, error) {
	out, err := exec.Command(b.command(), "report", "--format", "json", path).Output()
	if err != nil {
		return 0, fmt.Errorf("gomarmot report: %w\n%s", err, out)
	}
	var r struct {
		Records float64 `json:"records"`
	}
	return r.Records, json.Unmarshal(out, &r)
}

func folderSize(dir string) (int64, error) {
	entries, err := os.ReadDir(dir)
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			total += info.Size()
		}
	}
	return total, err
}
