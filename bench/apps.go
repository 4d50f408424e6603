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

// appsBudget is for the wall time of whole programs that compute.
const appsBudget = 1.05

// app is a whole program (programs/whole.h).
type app struct {
	program, what string
	steps, quick  int
	// budget: it computes between its calls, as the budget assumes.
	budget bool
}

var apps = []app{
	{"halo", "halo exchange, 1024 × 1024 a rank, fence", 2000, 300, true},
	{"hashtable", "hash table, compare and swap, put, get", 400_000, 50_000, false},
	{"checkpoint", "checkpoints of 3 × 4 MiB by split collectives", 600, 100, true},
}

// appRun holds the figures of one run of a program. Log is in bytes, rss in MB.
type appRun struct {
	seconds, cpu, rss float64
	log, records      float64
	result            string
}

// appRuns holds the figures of the runs of one program; log and records are those
// of the last.
type appRuns struct {
	seconds, cpu, rss sample
	log, records      float64
}

func (r *appRuns) add(one appRun) {
	r.seconds, r.cpu, r.rss = append(r.seconds, one.seconds), append(r.cpu, one.cpu), append(r.rss, one.rss)
	r.log, r.records = one.log, one.records
}

// measureApps runs whole programs with and without gomarmot in turns.
func measureApps(b *bench) error {
	b.patience = time.Duration(b.pick(200, 40)) * time.Second
	detail := table{title: "Whole programs, 2 ranks: median without → with",
		header: []string{"program", "seconds", "ratio (range)", "processor seconds", "MB of a rank", "records", "log bytes/record"}}
	for i := range acceptance.MPIs {
		m := &acceptance.MPIs[i]
		for _, a := range apps {
			without, with, noisy, err := b.app(m, a)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", a.program, m.Name, err)
			}
			var ratio sample
			for i := range with.seconds {
				ratio = append(ratio, with.seconds[i]/without.seconds[i])
			}
			name := a.program + ", " + m.Name
			detail.rows = append(detail.rows, []string{name, arrow(without.seconds, with.seconds), ratio.String(),
				arrow(without.cpu, with.cpu), arrow(without.rss, with.rss), fmt.Sprintf("%.0f", with.records),
				short(with.log / with.records)})
			r := row{a.what + ", " + m.Name, "", ratio.String(), ""}
			if a.budget {
				r.budget, r.verdict = fmt.Sprintf("≤ %.2f", appsBudget), verdict(ratio.median(), appsBudget)
				if noisy {
					r.verdict = "noise"
				}
			}
			b.add(r)
		}
	}
	b.details = append(b.details, detail)
	return nil
}

func arrow(without, with sample) string {
	return short(without.median()) + " → " + short(with.median())
}

// app runs one program in pairs; noisy means that other work disturbed most of
// them.
func (b *bench) app(m *acceptance.MPI, a app) (without, with *appRuns, noisy bool, err error) {
	binary := filepath.Join(b.tmp, a.program+"."+m.Name)
	if err := m.Compile(b.source(a.program+".c"), binary, "-O2"); err != nil {
		return nil, nil, false, err
	}
	without, with = &appRuns{}, &appRuns{}
	disturbed, repeats := 0, b.pick(7, 3)
	for range repeats {
		var first, second appRun
		ok, err := b.undisturbed(func() (err error) {
			if first, err = b.runApp(m, a, binary, ""); err == nil {
				second, err = b.runApp(m, a, binary, b.preload())
			}
			return err
		})
		if err != nil {
			return nil, nil, false, err
		}
		if first.result != second.result {
			return nil, nil, false, fmt.Errorf("its result is %s without gomarmot and %s with it", first.result, second.result)
		}
		if !ok {
			disturbed++
		}
		without.add(first)
		with.add(second)
	}
	return without, with, 2*disturbed > repeats, nil
}

// runApp runs the program once.
func (b *bench) runApp(m *acceptance.MPI, a app, binary, preload string) (appRun, error) {
	var r appRun
	dir, err := os.MkdirTemp(b.tmp, "app")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	o := m.Run(acceptance.Launch{Binary: binary, Args: []string{strconv.Itoa(b.pick(a.steps, a.quick))}, Ranks: 2, Dir: dir,
		Env: []string{noSummary}, Preload: preload, Timeout: 5 * time.Minute})
	if o.Exit != 0 || o.TimedOut {
		return r, fmt.Errorf("exit code %d:\n%s", o.Exit, o.Output)
	}
	line := o.Output[max(0, strings.Index(o.Output, "seconds ")):]
	if n, _ := fmt.Sscanf(line, "seconds %f cpu %f rss %f result %s", &r.seconds, &r.cpu, &r.rss, &r.result); n != 4 {
		return r, fmt.Errorf("it printed %q", o.Output)
	}
	if preload == "" {
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

// countRecords asks gomarmot how many records a log has. The programs are
// correct: there is no finding.
func (b *bench) countRecords(path string) (float64, error) {
	out, err := exec.Command(filepath.Join(b.build, "gomarmot"), "report", "--format", "json", path).Output()
	if err != nil {
		return 0, fmt.Errorf("gomarmot report: %w\n%s", err, out)
	}
	var r struct {
		Records float64 `json:"records"`
	}
	return r.Records, json.Unmarshal(out, &r)
}
