package check

import (
	"errors"
	"runtime"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/match"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// Stream gives the events of one rank in time order; Next returns io.EOF at
// the end.
type Stream interface {
	Next(*event.Event) error
}

// Input is one rank of the job.
type Input struct {
	Config state.Config
	Stream Stream // nil: the rank left no log
	// Last tells, after the end of the stream, how the rank was last seen; may
	// be nil.
	Last func() match.Seen
}

// Result is what a check of a job found out.
type Result struct {
	Findings []*rules.Finding // not merged over ranks, in order of first occurrence
	Ends     []fact.RankEnd
	Records  int64
	Lost     int64
	Bindings []event.Binding // through which the ranks have called MPI, ascending
}

// runner takes the ranks of a job through state, rules and matchers. The state of a
// rank, and the rules that one rank's calls tell, need no other rank: workers read
// ahead, a batch of events at a time. What a batch tells other ranks is matched in
// turns, so that the outcome is the same however many workers there are.
type runner struct {
	job     *match.Job
	facts   *rules.Checker
	times   *timeline.Collector // nil: nobody asked for the timeline
	feeds   []*feed
	workers *workers
	share   int              // see shareOf
	found   []*rules.Finding // in order of first occurrence
}

// Run checks a job. in holds one entry for each rank of MPI_COMM_WORLD. An
// error means that a stream could not be read; findings made until then are
// in the result.
func Run(in []Input, set []*rules.Rule) (*Result, error) { return RunWith(in, set, Options{}, nil) }

// RunWith is Run with options, and lets a collector of the timeline see the calls
// if there is one: then one worker does it all, for a collector wants the calls in
// the order of their matches.
func RunWith(in []Input, set []*rules.Rule, opt Options, c *timeline.Collector) (*Result, error) {
	compiled := rules.NewSet(set)
	r := &runner{facts: compiled.Checker(), times: c, share: shareOf(len(in))}
	lists := state.NewLists()
	jc := match.Config{Size: len(in), Running: opt.Running, Present: make([]bool, len(in)), Gaps: make([]bool, len(in))}
	for i, x := range in {
		f := &feed{in: x, done: x.Stream == nil, quantum: quantum(len(in)), full: make(chan struct{}, 1)}
		r.feeds = append(r.feeds, f)
		if x.Stream == nil {
			continue
		}
		f.in.Config.Lists = lists
		f.rank, f.checker, f.times = state.NewRank(f.in.Config), compiled.Checker(), c
		jc.Present[i], jc.Gaps[i] = true, f.rank.Gaps()
		if jc.Flavour == nil {
			jc.Flavour, jc.Hosts = f.rank.Flavour, x.Config.Hosts
		}
	}
	r.job = match.NewJob(jc, r.fact)
	cores := opt.Cores
	if cores == 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	if c != nil {
		cores = 1
	}
	if len(in) >= crowd {
		cores = 1 // see rest
	}
	err := r.run(cores)
	return r.result(), err
}

// run feeds all streams on so many cores.
func (r *runner) run(cores int) error {
	r.workers = newWorkers(cores)
	defer r.workers.stop()
	return r.all()
}

// fact shows rules and timeline what the matchers have found out.
func (r *runner) fact(f fact.Fact) {
	if r.times != nil {
		r.times.Fact(f)
	}
	r.facts.Fact(f)
	r.take(r.facts)
}

// take adds the new findings of a checker.
func (r *runner) take(c *rules.Checker) {
	n := len(r.found)
	r.found = append(r.found, c.New()...)
	if r.times == nil {
		return
	}
	for _, f := range r.found[n:] {
		for _, s := range f.Sites {
			r.times.Pin(s)
		}
	}
}

// all feeds every stream to its end. A rank that is ahead of the others waits
// for them; when all that are left wait, one is let go.
func (r *runner) all() error {
	var failed error
	for {
		moved, left := false, -1
		for i, f := range r.feeds {
			if f.done {
				continue
			}
			if r.job.Held(i) {
				left = i
				continue
			}
			moved = true
			if r.workers.some() {
				r.ahead(i)
			}
			if err := r.turn(i, f); err != nil {
				if excessive(err) {
					return err
				}
				failed = errors.Join(failed, err)
			}
		}
		switch {
		case moved:
		case left >= 0:
			r.job.Release(left)
		default:
			return failed
		}
	}
}

// sight is how many ranks the runner looks ahead.
const sight = 64

// ahead lets the workers begin with the ranks whose turn comes next.
func (r *runner) ahead(i int) {
	for k := range min(len(r.feeds), sight) {
		if r.workers.busy() {
			return
		}
		if f := r.next(i, k); f != nil {
			r.workers.queue(f)
		}
	}
}

// next returns the k-th rank after i if a batch of it may be filled.
func (r *runner) next(i, k int) *feed {
	n := (i + k) % len(r.feeds)
	if f := r.feeds[n]; !f.done && f.empty() && !r.job.Held(n) {
		return f
	}
	return nil
}

// fetch makes sure that rank i has a batch. While a worker is at it, the runner
// fills another one.
func (r *runner) fetch(i int, f *feed) {
	f.claim()
	for k := 1; f.filling() && k < min(len(r.feeds), sight); k++ {
		if other := r.next(i, k); other != nil {
			other.claim()
		}
	}
	f.wait()
}

// turn takes a rank through batches of its events until it must wait for others,
// or has had its share.
func (r *runner) turn(i int, f *feed) error {
	for n := 0; n < r.share && !f.done; n += f.quantum {
		r.fetch(i, f)
		if r.match(i, f) {
			r.rest(f)
			return nil
		}
		if err := f.empties(); err != nil {
			return err
		}
	}
	return nil
}

// shareOf is how many events a rank may take before the next one has a turn. That
// decides in which order calls are matched, and so must not depend on the cores:
// one batch, for then a worker can fill the next one meanwhile. In a crowd, which
// no worker helps with, a rank that has what reading takes goes on.
func shareOf(ranks int) int {
	if ranks >= crowd {
		return 4096
	}
	return quantum(ranks)
}

// match matches what a batch tells other ranks. It reports whether the rank must
// wait for them.
func (r *runner) match(i int, f *feed) (held bool) {
	if f.next == 0 {
		r.take(f.checker)
	}
	for f.next < len(f.ops.List) {
		r.job.Take(i, &f.ops.List[f.next])
		f.next++
		if r.job.Held(i) {
			return true
		}
	}
	return false
}

// crowd is how many ranks there must be for those that wait to give back the
// memory that reading takes. Then one worker does it all, one rank after the
// other: else each would need that memory at once.
const crowd = 2000

// rest is told of a rank that has to wait.
func (r *runner) rest(f *feed) {
	if s, ok := f.in.Stream.(interface{ Rest() }); ok && len(r.feeds) >= crowd {
		f.event.Blob = nil
		s.Rest()
	}
}

func (r *runner) result() *Result {
	res := &Result{}
	rests, seen := make([]*state.Rest, len(r.feeds)), make([]match.Seen, len(r.feeds))
	for i, f := range r.feeds {
		if f.rank == nil {
			continue
		}
		if f.in.Last != nil {
			seen[i] = f.in.Last()
		}
		f.checker.Finish(f.rank)
		r.take(f.checker)
		rests[i] = f.rank.Rest()
		res.Records += f.rank.Records
		res.Lost += f.rank.Lost
		res.Bindings = append(res.Bindings, f.rank.Bindings()...)
	}
	slices.Sort(res.Bindings)
	res.Bindings = slices.Compact(res.Bindings)
	res.Ends = r.job.Finish(rests, seen)
	res.Findings = r.found
	rules.GroupConsequences(res.Findings)
	return res
}

// excessive reports whether reading on would take too much memory.
func excessive(err error) bool {
	var fe *segment.FileError
	return errors.As(err, &fe) && fe.Problem == segment.Excessive
}
