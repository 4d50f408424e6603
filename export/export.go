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

// Options say what is exported.
type Options struct {
	Where *Where
	Rules []*rules.Rule
	// Judge says which findings count; may be nil.
	Judge func(*report.Report)
	// Progress is called now and then with the number of bytes that have been read, and those that are to be read; may
	// be nil.
	Progress func(done, size int64)
}

// passes is how often the log is read: for what explains records, for calls, and for what the check finds.
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

// rankInfo is what explains the records of a rank.
type rankInfo struct {
	log      *logdir.RankLog // read to its end, and closed
	names    *spell.Names
	stacks   event.Stacks
	first    uint64 // tick of its first call
	anything bool   // it made calls
	alive    uint64 // tick when it was last seen
	exported uint64 // tick of the last record that Call has come from
}

// Run exports the log of a run to a sink. paths are those of logdir.Open. An error is one sentence, and what the sink
// has written is not whole then.
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

// progress returns the function to tell the progress of a pass to, the first one has number 0.
func (x *exporter) progress(pass int64) func(done, size int64) {
	if x.opt.Progress == nil {
		return func(int64, int64) {}
	}
	return func(done, size int64) { x.opt.Progress(pass*size+done, passes*size) }
}

// read calls f with the records of those ranks of a log that want accepts; end when all of a rank have been read.
func (x *exporter) read(l *logdir.Log, pass int64, want func(*logdir.RankLog) bool, f func(*logdir.RankLog, *event.Event) error,
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

// learn reads what explains records, which may come after them, and writes the Job.
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
		if r.anything {
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
	if !r.anything {
		r.first, r.anything = e.Time, true
	}
	r.alive = max(r.alive, e.Time)
}

// isCall reports whether an event is a record of a call; those of damaged logs may be of kinds that do not exist.
func isCall(e *event.Event) bool { return calls.ByKind(e.Kind) != nil && e.Phase <= event.Leave }

// job describes the run.
func (x *exporter) job(j *check.Job) *Job {
	out := &Job{Record: "job", Schema: Schema, Ranks: j.Log.Size, Missing: append([]int{}, j.Log.Missing...), Log: j.Log.Path,
		Started: x.clocks.Start().UTC(), Hosts: j.Hosts()}
	if h := j.Header; h != nil {
		out.MPI, out.Command = check.LibraryName(h.Library), clean(strings.Join(h.Args, " "))
	}
	return out
}

// clean is a text of the program without bytes that are not UTF-8.
func clean(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// watch checks the log, and writes matches, states and findings.
func (x *exporter) watch() error {
	w := newWatcher(x)
	j, err := check.Log(x.paths[0], x.opt.Rules, check.Options{More: x.paths[1:], Watcher: w, Progress: x.progress(passes - 1)})
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
