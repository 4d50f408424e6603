package main

import (
	"bytes"
	"fmt"
	"maps"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
)

// The stages of a report. Files of several ranks are opened in parallel, and so are ranks read and taken through
// their states; the garbage collector runs beside all stages. Races are looked for beside the other stages. All
// other stages run one after another: meeting matches and orders the calls of ranks, and the judges look at the
// matches.
const (
	opening   = "opening"
	decoding  = "reading"
	ranks     = "ranks"
	collector = "collector"
	races     = "races"
	meeting   = "meeting"
	ends      = "ending"
)

// divisible are the stages that several cores can share.
var divisible = []string{opening, decoding, ranks, collector}

// stage is a part of a report, by the code that it is in.
type stage struct {
	name string
	code []string // the beginnings of functions, or of files in the repository
}

// inRanks are the stages of the code that a worker calls; serially are all other stages. Code that both use, such
// as package order, belongs to its caller.
var (
	inRanks  = []stage{{decoding, []string{"check.(*checkedStream).Next"}}, {ranks, []string{"check.(*feed).fill"}}}
	serially = []stage{
		{collector, []string{"runtime.gcBgMarkWorker", "runtime.bgsweep", "runtime.bgscavenge"}},
		{opening, []string{"runtime/logdir.(*Log).open"}},
		{races, []string{"tracker/race/", "tracker/signal/"}},
		{"locks", []string{"tracker/lock/"}},
		{"agreement", []string{"tracker/agree/"}},
		{"waits", []string{"tracker/wait/"}},
		{ends, []string{"tracker/end/"}},
		{meeting, []string{"check.(*runner).run"}},
	}
)

// module is the beginning of the names of gomarmot's functions.
const module = "github.com/gomarmot/gomarmot/"

// has reports whether a function is in the stage's code.
func (s stage) has(f *profile.Function) bool {
	name := strings.TrimPrefix(f.Name, module)
	return slices.ContainsFunc(s.code, func(code string) bool {
		return strings.HasPrefix(name, code) || strings.Contains(f.Filename, "/"+code)
	})
}

// stageOf is the stage of the innermost function of a stack that has a stage; ends if none has. Stacks begin with
// the innermost function.
func stageOf(stack []*profile.Function) string {
	stages := serially
	if slices.ContainsFunc(stack, inRanks[1].has) {
		stages = inRanks
	}
	for _, f := range stack {
		if i := slices.IndexFunc(stages, func(s stage) bool { return s.has(f) }); i >= 0 {
			return stages[i].name
		}
	}
	return ends
}

// account is the processor time of a report.
type account struct {
	of      map[string]float64 // seconds, by stage
	longest float64            // the part of all records that belongs to the rank with most records
}

// accountOf reads the processor profile of a report that takes the given seconds.
func accountOf(p *profile.Profile, seconds float64) account {
	a := account{of: map[string]float64{}}
	all := 0.0
	for _, s := range p.Sample {
		var stack []*profile.Function
		for _, l := range s.Location {
			for _, line := range l.Line {
				stack = append(stack, line.Function)
			}
		}
		n := float64(s.Value[0])
		a.of[stageOf(stack)] += n
		all += n
	}
	for name := range a.of {
		a.of[name] *= seconds / all
	}
	return a
}

func (a account) work() (sum float64) {
	for _, seconds := range a.of {
		sum += seconds
	}
	return sum
}

// critical is the time of the critical path, in seconds: the longest rank, then the serial stages or the races,
// whichever take longer, then the end.
func (a account) critical() float64 {
	serial := 0.
	for name, seconds := range a.of {
		if !slices.Contains(divisible, name) && name != races && name != ends {
			serial += seconds
		}
	}
	return (a.of[decoding]+a.of[ranks])*a.longest + max(serial, a.of[races]) + a.of[ends]
}

// on is the shortest time that a report can take on a number of cores, in seconds.
func (a account) on(cores int) float64 { return max(a.critical(), a.work()/float64(cores)) }

// limit is the serial stage that takes longest.
func (a account) limit() string {
	most := ""
	for _, name := range slices.Sorted(maps.Keys(a.of)) {
		if !slices.Contains(divisible, name) && a.of[name] > a.of[most] {
			most = name
		}
	}
	return most
}

func (a account) String() string {
	var parts, times []string
	byTime := slices.SortedFunc(maps.Keys(a.of), func(x, y string) int {
		if a.of[x] > a.of[y] {
			return -1
		}
		return 1
	})
	for _, name := range byTime {
		parts = append(parts, name+" "+percent(a.of[name]/a.work()))
	}
	for _, cores := range []int{1, 2, 16, 64} {
		times = append(times, short(a.on(cores)))
	}
	return fmt.Sprintf("%s; on 1, 2, 16, 64 cores %s s; limit: %s", strings.Join(parts, ", "),
		strings.Join(times, ", "), a.limit())
}

// measurePath prints the critical path of reports over their work, which bounds the use of more cores.
func measurePath(b *bench) error {
	for _, n := range []int{64, 1024, 10_000} {
		for _, p := range []*program{halo, exchange} {
			s := logSize{p, n, max(b.pick(1_024_000, 512_000), n*100)}
			a, err := b.account(s)
			if err != nil {
				return err
			}
			limit := 1. / 6
			if n >= 1024 {
				limit = 1. / 12
			}
			b.add(row{label: "critical path over work, " + s.String(), figure: sample{a.critical() / a.work()},
				budget: atMost(limit),
				detail: a.String()})
		}
	}
	return nil
}

// account profiles reports of a log in this process, on a single core.
func (b *bench) account(s logSize) (a account, err error) {
	log, err := b.log(s)
	if err != nil {
		return a, err
	}
	most, all, err := readAlone(log.path)
	if err != nil {
		return a, err
	}
	var out bytes.Buffer
	if err := pprof.StartCPUProfile(&out); err != nil {
		return a, err
	}
	start, repeats := processorTime(), 0.0
	for ; (processorTime() - start).Seconds() < float64(b.pick(8, 2)); repeats++ {
		j, err := check.Log(log.path, rules.Select(false), check.Options{Cores: 1})
		if err != nil {
			return a, err
		}
		_ = j.Log.Close() // only read
	}
	seconds := (processorTime() - start).Seconds()
	pprof.StopCPUProfile()
	p, err := profile.ParseData(out.Bytes())
	if err != nil {
		return a, err
	}
	a = accountOf(p, seconds/repeats)
	a.longest = float64(most) / float64(all)
	return a, nil
}
