package export

import (
	"strings"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/spell"
	"github.com/gomarmot/gomarmot/timeline"
)

// Options select the records of an export.
type Options struct {
	Where *Where
	Rules []*rules.Rule
	// Judge marks suppressed findings; may be nil.
	Judge func(*report.Report)
	// Progress is called now and then with the number of bytes that have been read, and the number that will be
	// read in all; may be nil.
	Progress func(done, size int64)
}

// passes is how often the log is read: for names and stacks, for calls, and for the check.
const passes = 3

// exporter is an export under way.
type exporter struct {
	paths    []string
	sink     Sink
	opt      Options
	size     int // ranks of MPI_COMM_WORLD
	ranks    map[int]*rankInfo
	clocks   *timeline.Clocks
	resolver source.Resolver
	end      End
}

// rankInfo has the names, stacks and times of a rank, which the first pass collects.
type rankInfo struct {
	log      *logdir.RankLog // read to its end, and closed
	names    *spell.Names
	stacks   event.Stacks
	first    uint64 // tick of its first call
	hasCalls bool   // it made calls
	alive    uint64 // tick at which it was last known to be alive
	exported uint64 // tick of the last call exported
}

// Run exports the log of a run to a sink. paths are the arguments of logdir.Open. An error is one sentence; after
// an error, the sink's files are incomplete.
func Run(paths []string, to Sink, opt Options) (*End, error) {
	x := &exporter{paths: paths, sink: to, opt: opt, ranks: map[int]*rankInfo{}}
	x.end = End{Record: "end", Unseen: []string{}}
	for _, pass := range []func() error{x.learn, x.calls, x.watch} {
		if err := pass(); err != nil {
			return nil, err
		}
	}
	return &x.end, to.End(&x.end)
}

// progress returns a function that reports the progress of a pass; the first pass has number 0.
func (x *exporter) progress(pass int64) func(done, size int64) {
	if x.opt.Progress == nil {
		return func(int64, int64) {}
	}
	return func(done, size int64) { x.opt.Progress(pass*size+done, passes*size) }
}

// read calls f with each record of each rank that want accepts, and end after the last record of such a rank.
func (x *exporter) read(l *logdir.Log, pass int64, want func(*logdir.RankLog) bool,
	f func(*logdir.RankLog, *event.Event) error,
	end func(*logdir.RankLog) error) error {
	tell := x.progress(pass)
	var before, size int64
	for _, r := range l.Ranks() {
		_, n := r.Read()
		size += n
	}
	for _, r := range l.Ranks() {
		_, n := r.Read()
		if want(r) {
			var failed error
			count := 0
			err := r.Each(func(e *event.Event) bool {
				if count++; count%4096 == 0 {
					done, _ := r.Read()
					tell(before+done, size)
				}
				failed = f(r, e)
				return failed == nil
			})
			if failed != nil {
				return failed
			}
			if err != nil {
				return err
			}
			if err := end(r); err != nil {
				return err
			}
		}
		before += n
	}
	return nil
}

// learn collects names and stacks, which may come after the records that they explain, and writes the Job.
func (x *exporter) learn() error {
	l, err := logdir.Open(x.paths[0], x.paths[1:]...)
	if err != nil {
		return err
	}
	defer l.Close() // only read
	x.size = l.Size
	if err := x.opt.Where.within(l.Path, l.Size); err != nil {
		return err
	}
	all := func(*logdir.RankLog) bool { return true }
	note := func(r *logdir.RankLog, e *event.Event) error { x.ranks[r.Rank].learn(e); return nil }
	for _, r := range l.Ranks() {
		x.ranks[r.Rank] = newRank(r)
	}
	if err := x.read(l, 0, all, note, func(*logdir.RankLog) error { return nil }); err != nil {
		return err
	}
	job := check.NewJob(l)
	info, first := job.Clocks(), map[int32]uint64{}
	for n, r := range x.ranks {
		r.alive = max(r.alive, info[n].Alive)
		if r.hasCalls {
			first[int32(n)] = r.first
		}
	}
	x.clocks = timeline.NewClocks(info, first)
	return x.sink.Job(x.job(job))
}

func newRank(r *logdir.RankLog) *rankInfo {
	flavour := ""
	if r.Header != nil {
		flavour = r.Header.Flavour
	}
	return &rankInfo{log: r, names: spell.New(flavour)}
}

func (r *rankInfo) learn(e *event.Event) {
	switch e.Kind {
	case event.Predef:
		r.names.Learn(e)
	case event.Stack, event.Python:
		r.stacks.Take(e)
	}
	if !isCall(e) {
		return
	}
	if !r.hasCalls {
		r.first, r.hasCalls = e.Time, true
	}
	r.alive = max(r.alive, e.Time)
}

// isCall reports whether an event is a record of a call. Damaged logs may have records of kinds that do not exist.
func isCall(e *event.Event) bool { return calls.ByKind(e.Kind) != nil && e.Phase <= event.Leave }

// job is the Job record of the run.
func (x *exporter) job(j *check.Job) *jobRecord {
	out := &jobRecord{Record: "job", Schema: schema, Ranks: j.Log.Size, Missing: append([]int{}, j.Log.Missing...),
		Log:     j.Log.Path,
		Started: x.clocks.Start().UTC(), Hosts: j.Hosts()}
	if h := j.Header; h != nil {
		out.MPI, out.Command = check.LibraryName(h.Library), clean(strings.Join(h.Args, " "))
	}
	return out
}

// clean replaces bytes that are not UTF-8 in a text of the program.
func clean(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// watch checks the log, and writes matches, states and findings.
func (x *exporter) watch() error {
	w := newWatcher(x)
	j, err := check.Log(x.paths[0], x.opt.Rules, check.Options{More: x.paths[1:], Watcher: w,
		Progress: x.progress(passes - 1)})
	if err != nil {
		return err
	}
	defer j.Log.Close() // only read
	w.finish()
	if w.err != nil {
		return w.err
	}
	r := report.FromJob(j)
	if x.opt.Judge != nil {
		x.opt.Judge(r)
	}
	x.end.Unseen = append(x.end.Unseen, r.Unseen...)
	return x.findings(r.Findings, nil, w)
}
