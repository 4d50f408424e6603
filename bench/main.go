// Command bench measures gomarmot against its budgets (docs/performance.md). It prints a line for each measure:
// verdict, label, ratio, budget, the figures that the ratio comes from. It is run in the repository after "make
// build":
//
//	go run ./bench                      all measures, half an hour
//	go run ./bench -quick               all measures, with fewer repeats and smaller logs
//	go run ./bench -only report,drain   some groups of measures
//
// A budget is a ratio, since machines differ. It compares this build with another commit, the reference, which this
// command builds and keeps for the next time, or two ways to run this build. Both sides run in turn, and the ratio
// is the median of some repeats, printed with the smallest and the largest. Most ratios are of processor time,
// which other work on the machine disturbs little. For ratios of wall time there is no verdict if other work took
// more than a little of the machine.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
)

// noSummary turns off the check of the whole job at MPI_Finalize, which is not measured.
const noSummary = "GOMARMOT_SUMMARY=0"

// group is a group of measures: run prints rows of the result.
type group struct {
	name string
	run  func(*bench) error
}

var groups = []group{
	{"record", measureRecord},
	{"instructions", measureInstructions},
	{"library", measureLibrary},
	{"apps", measureApps},
	{"provoked", measureProvoked},
	{"drain", measureDrain},
	{"report", measureReport},
	{"reading", measureReading},
	{"path", measurePath},
	{"cores", measureCores},
	{"scale", measureScale},
	{"processes", measureProcesses},
	{"square", measureSquare},
	{"heap", measureHeap},
	{"sent", measureSent},
	{"passes", measurePasses},
	{"plot", measurePlot},
	{"make", measureMake},
}

// bench is a run of this command.
type bench struct {
	quick   bool
	reports string // file for the processor profile of reports; if not "", nothing is measured
	build   string // folder of the libraries and the CLI
	root    string
	tmp     string
	kept    string // folder for builds of references, kept for the next run
	// patience is how long a group may still wait for a quiet machine.
	patience time.Duration
	noise    []string // share of other work, by group
	logs     map[logSize]simulated
	theirs   map[logSize]string // logs written by the reference
}

func main() {
	b := &bench{logs: map[logSize]simulated{}, theirs: map[logSize]string{}}
	flag.BoolVar(&b.quick, "quick", false, "fewer repeats and smaller logs")
	only := flag.String("only", "", "comma-separated names of groups: "+strings.Join(names(), ", "))
	flag.StringVar(&b.reports, "reports", "",
		"measure nothing, but write the processor profile of reports to this file")
	flag.Parse()
	if err := b.run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

func names() []string {
	var out []string
	for _, g := range groups {
		out = append(out, g.name)
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
	var failed error
	for _, g := range selected {
		fmt.Printf("\n%s (after %s)\n", g.name, time.Since(start).Round(time.Second))
		before := usageNow()
		if err := g.run(b); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", g.name, err))
			continue
		}
		b.noise = append(b.noise, g.name+" "+percent(before.others(runtime.NumCPU())))
	}
	fmt.Printf("\nAll of it took %s. Other work took of the machine: %s\n", time.Since(start).Round(time.Second),
		strings.Join(b.noise, ", "))
	return failed
}

func selection(only string) ([]group, error) {
	if only == "" {
		return groups, nil
	}
	var out []group
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(groups, func(g group) bool { return g.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no group %q; there are %s", name, strings.Join(names(), ", "))
		}
		out = append(out, groups[i])
	}
	return out, nil
}

// prepare finds the build and creates the temporary folder.
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
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	b.kept = filepath.Join(cache, "gomarmot-bench")
	b.tmp, err = os.MkdirTemp("", "gomarmot-bench-")
	return err
}

func (b *bench) preload() string { return filepath.Join(b.build, "libgomarmot.so") }

// command is the path of this build's gomarmot.
func (b *bench) command() string { return filepath.Join(b.build, "gomarmot") }

// source is the path of a file in programs/.
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
		fmt.Println(r)
	}
}

// measureMake prints the commands whose budgets are checked by hand.
func measureMake(*bench) error {
	fmt.Println("  time make build, in a fresh clone                    ≤ 75 s")
	fmt.Println("  time make demo, on a fresh machine                   ≤ 150 s, all installs included")
	fmt.Println("  time make test                                       ≤ 15 minutes")
	return nil
}

// processor returns the kernel's name of the machine's processor.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // without it the name is missing
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
