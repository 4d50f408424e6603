package check

import (
	"cmp"
	"errors"
	"runtime"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/job"
	"github.com/gomarmot/gomarmot/tracker/meet"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Stream gives the events of one rank in time order; Next returns io.EOF at
// the end.
type Stream interface {
	Next(*event.Event) error
}

// Input is a rank of the job.
type Input struct {
	Config reading.Config
	Stream Stream // nil: the rank left no log
	// Last says, after the end of the stream, how the rank was last seen; may be
	// nil.
	Last func() end.Seen

	remote *remote // if another process reads the rank; else nil
}

// Result is the outcome of the check of a job.
type Result struct {
	Findings []*rules.Finding // not merged over ranks, in order of first occurrence
	Ends     []fact.RankEnd
	Records  int64
	abroad   []int           // ranks that have exchanged messages with processes of other jobs
	links    []linkCall      // the calls that have linked the job with other jobs
	Bindings []event.Binding // through which the ranks have called MPI, ascending
}

// runner takes the ranks of a job through state, rules and matchers. The state of a
// rank, and the rules that need a single rank's calls, need no other rank: workers
// read ahead, a batch of events at a time. Batches are matched in turns, so that
// the outcome is the same however many workers there are.
type runner struct {
	job     *job.Job
	facts   *rules.Checker
	watcher Watcher // nil: there is none
	feeds   []*feed
	workers *workers
	cores   int
	quota   int              // see quotaOf
	follow  *follower        // of a job that runs; nil: the log is whole
	found   []*rules.Finding // in order of first occurrence
}

// listsOf returns the lists that the ranks share.
func listsOf(in []Input) *reading.Lists {
	for i := range in {
		if l := in[i].Config.Lists; l != nil {
			return l
		}
	}
	return reading.NewLists(nil)
}

// Run checks a job. in holds an entry for each rank of MPI_COMM_WORLD. An
// error means that a stream could not be read; the findings until then are in
// the result. If there is a watcher, no workers are started.
func Run(in []Input, set []*rules.Rule, opt Options, w Watcher) (*Result, error) {
	r := newRunner(in, set, opt, w)
	if opt.begin != nil {
		opt.begin()
	}
	err := r.run(r.cores)
	return r.result(), err
}

// newRunner prepares the check of a job; its job is to be closed.
func newRunner(in []Input, set []*rules.Rule, opt Options, w Watcher) *runner {
	compiled := rules.NewSet(set)
	r := &runner{facts: compiled.Checker(), watcher: w, quota: quotaOf(len(in))}
	lists := listsOf(in)
	jc := job.Config{Running: opt.Running, Still: cmp.Or(opt.Still, end.DefaultStill),
		Config: meet.Config{Size: len(in), Present: make([]bool, len(in)), Gaps: make([]bool, len(in)),
			Mute: make([]bool, len(in)), Late: len(in) >= crowd}}
	cores := coresOf(in, opt, w)
	for i, x := range in {
		f := newFeed(x, len(in), cores)
		r.feeds = append(r.feeds, f)
		if f.done {
			continue
		}
		f.in.Config.Lists = cmp.Or(f.in.Config.Lists, lists)
		if f.remote == nil {
			f.rank, f.checker, f.watcher = rank.NewRank(f.in.Config), compiled.Checker(), w
		}
		jc.Present[i], jc.Gaps[i] = true, x.Config.Gaps()
		jc.Mute[i] = !x.Config.Watches(calls.FamilyMessages)
		if jc.Flavour == nil {
			jc.Flavour, jc.Hosts = x.Config.MPI(), x.Config.Hosts
		}
	}
	if cores > 1 {
		jc.Beside = r.beside(opt)
	}
	r.job, r.cores = job.New(jc, r.fact), cores
	return r
}

// beside has workers do the work of judges. While the judges are behind, the runner fills batches.
func (r *runner) beside(opt Options) *job.Beside {
	return &job.Beside{
		Handed: func() { r.workers.changed() },
		Idle:   func() bool { return r.workers.fill() },
		Block:  opt.block,
		Fault:  func(what string, stack []byte) any { return &Fault{what, stack} },
	}
}

// coresOf returns how many cores a check uses.
func coresOf(in []Input, opt Options, w Watcher) int {
	late := func(x Input) bool { return x.remote != nil && x.remote.late }
	switch {
	case w != nil, slices.ContainsFunc(in, late): // calls are shown, or ops read, as they are matched
		return 1
	case opt.Cores == 0:
		return runtime.GOMAXPROCS(0)
	}
	return opt.Cores
}

// run feeds all streams on the given number of cores.
func (r *runner) run(cores int) error {
	r.workers = newWorkers(r.feeds, r.job.Work, cores)
	defer r.workers.stop()
	return r.all()
}

// fact passes a fact from the matchers to rules and watcher.
func (r *runner) fact(f fact.Fact) {
	if r.watcher != nil {
		r.watcher.Fact(f)
	}
	r.facts.Fact(f)
	if found := r.facts.New(); found != nil {
		r.take(found)
		if r.follow != nil {
			r.follow.told(found)
		}
	}
}

// take adds new findings.
func (r *runner) take(found []*rules.Finding) {
	r.found = append(r.found, found...)
	if r.watcher == nil {
		return
	}
	for _, f := range found {
		for _, s := range f.Sites {
			r.watcher.Pin(s)
		}
		for _, x := range f.Related {
			r.watcher.Pin(x.Site)
		}
	}
}

// all feeds every stream to its end. A rank that is ahead of the others is kept back until they catch up. If all
// remaining ranks are kept back, one is released: if possible, a rank that does not wait to hear of another rank.
func (r *runner) all() error {
	var failed error
	for {
		moved, left := false, -1
		for i, f := range r.feeds {
			if f.done {
				continue
			}
			r.job.Settle(i)
			if r.job.Held(i) {
				if left < 0 || r.job.Asks(left) {
					left = i
				}
				continue
			}
			moved = true
			r.workers.moved(i)
			if err := r.turn(i, f); err != nil {
				if excessive(err) {
					return err
				}
				failed = errors.Join(failed, err)
			}
		}
		if r.follow != nil && r.follow.over(r.idle()) {
			return failed
		}
		switch {
		case moved && (left < 0 || r.follow == nil || !r.follow.still()):
		case left >= 0:
			r.job.Release(left)
		default:
			return failed
		}
	}
}

// idle reports whether no rank has anything to match now: each has no record, or is kept back.
func (r *runner) idle() bool {
	for i, f := range r.feeds {
		if !f.done && f.full.Load() > 0 && !r.job.Held(i) {
			return false
		}
	}
	return true
}

// turn takes a rank through batches of its events until it must wait for others,
// or has had its quota.
func (r *runner) turn(i int, f *feed) error {
	for n := 0; n < r.quota && !f.done; n += f.quantum {
		r.workers.fetch(f)
		if r.match(i, f) {
			f.rest()
			return nil
		}
		err := f.empties(r.job.Recycle)
		r.workers.changed()
		if err != nil {
			return err
		}
	}
	return nil
}

// quotaOf is how many events a rank may take before the next rank has a turn. The quota
// decides the order in which calls are matched, so it must not depend on the cores:
// it is a batch, since a worker can fill the rank's next batch in the meantime; in a crowd some small batches. Where a
// rank of a crowd runs far ahead, all that the others have to meet is kept: a quota of 4096 took up to seven times the
// memory, and twice the time.
func quotaOf(ranks int) int {
	if ranks >= crowd {
		return 4 * smallBatch
	}
	return batchOf(ranks)
}

// match matches the ops of a batch. It reports whether the rank must
// wait for them.
func (r *runner) match(i int, f *feed) (held bool) {
	b := f.batch()
	if b.found != nil {
		r.take(b.found)
		b.found = nil
	}
	for ops, k := f.next(b); ops != nil; ops, k = f.next(b) {
		r.job.Take(i, ops, k)
		if f.sameCall(b) {
			continue // the remaining ops of the call may end the wait
		}
		r.job.Settle(i)
		if r.job.Held(i) {
			return true
		}
	}
	return false
}

func (r *runner) result() *Result {
	res := &Result{}
	rests, seen := make([]*rank.Rest, len(r.feeds)), make([]end.Seen, len(r.feeds))
	for i, f := range r.feeds {
		t := f.tail()
		if t == nil {
			continue
		}
		r.take(t.Found)
		rests[i], seen[i] = t.Rest, t.Seen
		res.Records += t.Records
		if t.Abroad {
			res.abroad = append(res.abroad, i)
		}
		res.Bindings = append(res.Bindings, t.Bindings...)
	}
	slices.Sort(res.Bindings)
	res.Bindings = slices.Compact(res.Bindings)
	res.links = linkCalls(r.feeds)
	res.Ends = r.job.Finish(rests, seen)
	res.Findings = r.found
	res.Findings = rules.WithoutConsequences(res.Findings)
	rules.GroupConsequences(res.Findings)
	return res
}

// excessive reports whether reading on would take too much memory.
func excessive(err error) bool {
	var fe *segment.FileError
	return errors.As(err, &fe) && fe.Problem == segment.Excessive
}
