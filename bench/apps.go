package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// appRuns is what the runs of one program gave; every value is that of one
// run. Log is in bytes.
type appRuns struct {
	seconds, cpu, rss sample
	log, records      float64
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
			b.rows = append(b.rows, r)
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
		for {
			time.Sleep(b.pause)
			start := usageNow()
			first, err := b.runApp(m, a, binary, "", without)
			if err != nil {
				return nil, nil, false, err
			}
			second, err := b.runApp(m, a, binary, b.preload(), with)
			if err != nil {
				return nil, nil, false, err
			}
			if first != second {
				return nil, nil, false, fmt.Errorf("its result is %s without gomarmot and %s with it", first, second)
			}
			if start.others(runtime.NumCPU()) <= quiet {
				break
			}
			if b.patience <= 0 {
				disturbed++
				break
			}
			without.drop()
			with.drop()
			time.Sleep(nextTryIn)
			b.patience -= time.Since(start.at)
		}
	}
	return without, with, 2*disturbed > repeats, nil
}

// drop takes the last run back.
func (r *appRuns) drop() {
	n := len(r.seconds) - 1
	r.seconds, r.cpu, r.rss = r.seconds[:n], r.cpu[:n], r.rss[:n]
}

// runApp runs the program once, adds what it printed to r, and returns its
// result.
func (b *bench) runApp(m *acceptance.MPI, a app, binary, preload string, r *appRuns) (string, error) {
	dir, err := os.MkdirTemp(b.tmp, "app")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	o := m.Run(acceptance.Launch{Binary: binary, Args: []string{strconv.Itoa(b.pick(a.steps, a.quick))}, Ranks: 2, Dir: dir,
		Env: []string{noSummary}, Preload: preload, Timeout: 5 * time.Minute})
	if o.Exit != 0 || o.TimedOut {
		return "", fmt.Errorf("exit code %d:\n%s", o.Exit, o.Output)
	}
	var seconds, cpu, rss float64
	var result string
	line := o.Output[max(0, strings.Index(o.Output, "seconds ")):]
	if n, _ := fmt.Sscanf(line, "seconds %f cpu %f rss %f result %s", &seconds, &cpu, &rss, &result); n != 4 {
		return "", fmt.Errorf("it printed %q", o.Output)
	}
	r.seconds, r.cpu, r.rss = append(r.seconds, seconds), append(r.cpu, cpu), append(r.rss, rss)
	if preload == "" {
		return result, nil
	}
	path := filepath.Join(dir, "run.log")
	size, err := folderSize(path + ".d")
	if err != nil {
		return "", err
	}
	r.log = float64(size)
	r.records, err = b.countRecords(path)
	return result, err
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
