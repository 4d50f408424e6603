// Command bench measures gomarmot against its budgets (docs/performance.md)
// and prints a line for each as soon as it is measured: verdict, what, measured,
// budget. The figures that the verdicts rest on follow in the end. It is run in
// the repository after "make build":
//
//	go run ./bench            everything, some minutes
//	go run ./bench -quick     the same, fewer repeats
//	go run ./bench -only drain,report
//
// Runs with and without gomarmot alternate, and every figure is the median of
// several repeats with the smallest and largest beside it. Most is measured in
// processor time or in short bursts, which other work on the machine does not
// disturb; where long loops are timed by the clock, there is no verdict if there
// is more than a little of it.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/report"
)

// width of the tables.
const width = 98

// noSummary turns off the check of the whole job at MPI_Finalize: it only makes
// the benchmark slower, and is not part of what is measured.
const noSummary = "GOMARMOT_SUMMARY=0"

// measure is one group of figures.
type measure struct {
	name string
	run  func(*bench) error
}

var measures = []measure{
	{"call", measureCall},
	{"instructions", measureInstructions},
	{"library", measureLibrary},
	{"digest", measureDigest},
	{"access", measureAccess},
	{"heap", measureHeap},
	{"sent", measureSent},
	{"ratio", measureRatio},
	{"files", measureFiles},
	{"apps", measureApps},
	{"drain", measureDrain},
	{"report", measureReport},
	{"scale", measureScale},
	{"races", measureRaces},
	{"waits", measureWaits},
	{"preload", measurePreload},
	{"passes", measurePasses},
}

// bench is one run of this command: what it may use, and what it found.
type bench struct {
	quick   bool
	pause   time.Duration // between pairs of runs
	profile string        // file for the processor profile of the drain
	reports string        // file for that of reports; then nothing is measured
	build   string        // folder of the libraries and the CLI
	root    string
	tmp     string
	// patience is how long a measure may still wait for a quiet machine.
	patience time.Duration
	noise    []string // other work, by measure
	details  []table
}

// row is one line of the result.
type row struct{ what, budget, measured, verdict string }

// table holds the figures behind some rows.
type table struct {
	title  string
	header []string
	rows   [][]string
}

func main() {
	b := &bench{}
	flag.BoolVar(&b.quick, "quick", false, "fewer repeats and smaller logs")
	only := flag.String("only", "", "comma-separated names of measures: "+strings.Join(names(), ", "))
	flag.DurationVar(&b.pause, "pause", 0, "leave the machine to others for so long before each pair of runs")
	flag.StringVar(&b.profile, "cpuprofile", "", "write the processor profile of the drain to this file")
	flag.StringVar(&b.reports, "reports", "", "measure nothing, but write the processor profile of reports to this file")
	flag.Parse()
	if err := b.run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

func names() []string {
	var out []string
	for _, m := range measures {
		out = append(out, m.name)
	}
	return out
}

func (b *bench) run(only string) error {
	selected, err := selection(only)
	if err != nil {
		return err
	}
	if err := b.prepare(); err != nil {
		return err
	}
	defer os.RemoveAll(b.tmp)
	if b.reports != "" {
		return b.profileReports(b.reports)
	}
	start := time.Now()
	fmt.Printf("gomarmot bench, %s, %s, %d cores\n", start.Format(time.DateOnly), processor(), runtime.NumCPU())
	for _, m := range selected {
		fmt.Printf("\n%s (after %s)\n", m.name, time.Since(start).Round(time.Second))
		before := usageNow()
		if err := m.run(b); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		b.noise = append(b.noise, m.name+" "+percent(before.others(runtime.NumCPU())))
	}
	return b.print(os.Stdout, time.Since(start))
}

func selection(only string) ([]measure, error) {
	if only == "" {
		return measures, nil
	}
	var out []measure
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(measures, func(m measure) bool { return m.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no measure %q; there are %s", name, strings.Join(names(), ", "))
		}
		out = append(out, measures[i])
	}
	return out, nil
}

// prepare finds the build and creates the folder for everything temporary.
func (b *bench) prepare() error {
	var err error
	if b.root, err = acceptance.Root(); err != nil {
		return err
	}
	b.build = filepath.Join(b.root, "build")
	for _, f := range []string{"libgomarmot.so", "libgomarmot-core.so", "gomarmot"} {
		if _, err := os.Stat(filepath.Join(b.build, f)); err != nil {
			return fmt.Errorf("%w; run make build first", err)
		}
	}
	b.tmp, err = os.MkdirTemp("", "gomarmot-bench-")
	return err
}

func (b *bench) preload() string { return filepath.Join(b.build, "libgomarmot.so") }

// source is the path of one of the C programs.
func (b *bench) source(name string) string {
	return filepath.Join(b.root, "bench", "programs", name)
}

// pick returns full, or quick in a short run.
func (b *bench) pick(full, quick int) int {
	if b.quick {
		return quick
	}
	return full
}

// add prints rows of the result.
func (b *bench) add(rows ...row) {
	for _, r := range rows {
		if r.budget != "" {
			r.measured += ", budget " + r.budget
		}
		fmt.Printf("  %-7s %-62s %s\n", r.verdict, r.what, r.measured)
	}
}

// print prints how far the result is to be trusted, and the figures behind it.
func (b *bench) print(w io.Writer, took time.Duration) error {
	fmt.Fprintf(w, "\nAll of it took %s. Other work took of the machine: %s\n", took.Round(time.Second), strings.Join(b.noise, ", "))
	for _, t := range b.details {
		fmt.Fprintf(w, "\n%s\n\n", t.title)
		if err := report.Table(w, width, t.header, t.rows); err != nil {
			return err
		}
	}
	return nil
}

// processor names the machine's processor, as the kernel does.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // without it the name is missing
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
