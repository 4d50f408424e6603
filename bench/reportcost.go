package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Budgets of gomarmot report.
const (
	reportBudget = 3   // million records of messages and collective calls per second, on one core
	racesBudget  = 1   // million RMA calls per second, on one core
	coresBudget  = 1.6 // how many times as quick two cores are
)

// growth is how much more memory, or time per record, a longer log or one of
// more ranks may take.
const growth = 1.15

// logSize is one of the logs that gomarmot report reads: by default that of a
// halo exchange.
type logSize struct {
	program program
	ranks   int
	records int // of all ranks, about
	repeats int
}

func (s logSize) String() string {
	text := fmt.Sprintf("%s, %s records", plural(s.ranks, "rank"), count(s.records))
	if s.program.name != halo.name {
		text += ", " + s.program.name
	}
	return text
}

// count shows a round number.
func count(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%g M", float64(n)/1e6)
	case n >= 1000:
		return fmt.Sprintf("%g k", float64(n)/1e3)
	}
	return strconv.Itoa(n)
}

// Sizes of the logs. The short one shows the cost of starting the command, the
// middle and the long one that of a record, that of a crowd the cost of many ranks.
const shortLog, middleLog, crowdLog = 1000, 100_000, 1_024_000

func (b *bench) logSizes() (sizes []logSize, longLog int) {
	longLog = b.pick(10_000_000, 1_000_000)
	for _, ranks := range []int{2, 64, 1024} {
		for _, records := range []int{shortLog, middleLog, longLog} {
			if records < 16*ranks { // a rank's beginning and end alone are as long
				continue
			}
			repeats := b.pick(9, 5)
			if records == longLog {
				repeats = b.pick(3, 1)
			}
			sizes = append(sizes, logSize{halo, ranks, records, repeats})
		}
	}
	sizes = append(sizes, logSize{halo, 1024, crowdLog, b.pick(5, 3)}, logSize{putFlush, 2, longLog / 5, 3})
	for _, p := range []program{exchange, sums} {
		for _, ranks := range []int{2, 64, 1024} {
			sizes = append(sizes, logSize{p, ranks, crowdLog, 3})
		}
	}
	return sizes, longLog
}

// budget is what the report is to reach on one core, and whether it does.
func (s logSize) budget(c *reportCost) (budget, measured, met string) {
	if s.program.messages {
		return fmt.Sprintf("≥ %d M records/s", reportBudget), c.rate.String(), atLeast(c.rate.median(), reportBudget)
	}
	calls := c.rate.times(s.program.onWindows(s.ranks))
	return fmt.Sprintf("≥ %d M RMA calls/s", racesBudget), calls.String(), atLeast(calls.median(), racesBudget)
}

// reportCost is what gomarmot report took for one log.
type reportCost struct {
	rate, wall, cpu, memory sample // million records per processor second, seconds, MB; on one core
	gain                    sample // how many times as quick it is with two cores
	records                 int
	bytes                   float64 // on disk, per record
}

// more returns the processor time of each record that c's log has more than
// the other one, in seconds.
func (c *reportCost) more(other *reportCost) float64 {
	return (c.cpu.median() - other.cpu.median()) / float64(c.records-other.records)
}

// measureReport runs gomarmot report on synthetic logs, on one core.
func measureReport(b *bench) error {
	detail := table{title: "gomarmot report, one core, logs of a halo exchange if not said otherwise",
		header: []string{"log", "records", "bytes/record", "M records/s", "seconds", "with 2 cores", "peak MB"}}
	type key struct{ ranks, records int }
	costs := map[key]*reportCost{}
	sizes, longLog := b.logSizes()
	for _, s := range sizes {
		c, err := b.reportCost(s)
		if err != nil {
			return fmt.Errorf("%v: %w", s, err)
		}
		if s.program.name == halo.name {
			costs[key{s.ranks, s.records}] = c
		}
		detail.rows = append(detail.rows, []string{s.String(), strconv.Itoa(c.records), short(c.bytes), c.rate.String(),
			c.wall.String(), c.gain.String() + " times", c.memory.String()})
		if s.records <= middleLog { // starting the command is a good part of it
			continue
		}
		budget, measured, met := s.budget(c)
		b.add(row{"gomarmot report, " + s.String(), budget, measured, met},
			row{"its speed with 2 cores, " + s.String(), fmt.Sprintf("≥ %.1f times one", coresBudget), c.gain.String(),
				atLeast(c.gain.median(), coresBudget)})
	}
	first, middle, long := costs[key{2, shortLog}], costs[key{2, middleLog}], costs[key{2, longLog}]
	many := costs[key{1024, longLog}].more(costs[key{1024, middleLog}])
	b.add(
		row{"its peak memory, " + count(middleLog) + " and " + count(longLog) + " records", "no growth",
			short(middle.memory.median()) + " → " + short(long.memory.median()) + " MB",
			verdict(long.memory.median(), growth*middle.memory.median())},
		row{"its time per record, the same logs", "no growth",
			fmt.Sprintf("%.0f → %.0f ns", middle.more(first)*1e9, long.more(middle)*1e9),
			verdict(long.more(middle), growth*middle.more(first))},
		row{"its time per record, 2 and 1024 ranks", "no growth",
			fmt.Sprintf("%.0f → %.0f ns", long.more(middle)*1e9, many*1e9), verdict(many, growth*long.more(middle))})
	b.details = append(b.details, detail)
	return nil
}

func (b *bench) reportCost(s logSize) (*reportCost, error) {
	l, err := b.log(s.program, s.ranks, s.records/s.ranks)
	defer os.RemoveAll(l.dir)
	if err != nil {
		return nil, err
	}
	c := &reportCost{records: l.records, bytes: float64(l.bytes) / float64(l.records)}
	for range s.repeats {
		one, err := b.runReport(l.path, s.program, c, 1)
		if err != nil {
			return nil, err
		}
		two, err := b.runReport(l.path, s.program, nil, 2)
		if err != nil {
			return nil, err
		}
		c.gain = append(c.gain, one/two)
	}
	return c, nil
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

// runReport runs gomarmot report once on so many cores and returns the seconds it
// took. The log of a program that ends is correct: exit code 0.
func (b *bench) runReport(path string, p program, c *reportCost, cores int) (float64, error) {
	level := "note"
	switch {
	case p.stuck:
		level = "never"
	case p.notes:
		level = "warning"
	}
	cmd := exec.Command(filepath.Join(b.build, "gomarmot"), "report", "--fail-on", level, path)
	cmd.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", cores))
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	peak, err := watchPeak(cmd.Process.Pid, ended)
	if err != nil {
		return 0, fmt.Errorf("gomarmot report: %w\n%s", err, out.String())
	}
	wall := time.Since(start).Seconds()
	if c == nil {
		return wall, nil
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	c.wall = append(c.wall, wall)
	c.cpu = append(c.cpu, used.Seconds())
	c.rate = append(c.rate, float64(c.records)/used.Seconds()/1e6)
	c.memory = append(c.memory, peak)
	return wall, nil
}

// watchPeak looks at the peak of a process's memory until it has ended, and
// returns it in MB. What the system says about an ended child is of no use: it
// counts the memory of the parent that it was cloned from.
func watchPeak(pid int, ended <-chan error) (float64, error) {
	peak := 0.0
	for {
		select {
		case err := <-ended:
			return peak, err
		case <-time.After(2 * time.Millisecond):
			peak = max(peak, peakOf(pid))
		}
	}
}

// peakOf returns the peak of a process's resident memory in MB; 0 if it is
// gone.
func peakOf(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // gone: no text
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kb, _ := strconv.Atoi(fields[0]) // the kernel writes a number
	return float64(kb) / 1024
}
