package check

import (
	"errors"
	"io"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
)

// Stream gives the events of one rank in time order; Next returns io.EOF at
// the end.
type Stream interface {
	Next(*event.Event) error
}

// Input is one rank of the job.
type Input struct {
	Config tracker.RankConfig
	Stream Stream // nil: the rank left no log
	// Last tells, after the end of the stream, how the rank was last seen; may
	// be nil.
	Last func() tracker.RankState
}

// Result is what a check of a job found out.
type Result struct {
	Findings []*rules.Finding // not merged over ranks, in order of first occurrence
	Ends     []tracker.RankEnd
	Records  int64
	Lost     int64
	Bindings []event.Binding // through which the ranks have called MPI, ascending
}

// quantum is how many events a rank may take before the next one has a turn.
const quantum = 4096

// runner interleaves the ranks.
type runner struct {
	checker *rules.Checker
	times   *timeline.Collector // nil: nobody asked for the timeline
	job     *tracker.Job
	feeds   []*feed
}

// feed is one rank on its way through its stream.
type feed struct {
	in    Input
	rank  *tracker.Rank
	done  bool
	event event.Event
}

// Run checks a job. in holds one entry for each rank of MPI_COMM_WORLD. An
// error means that a stream could not be read; findings made until then are
// in the result.
func Run(in []Input, set []*rules.Rule) (*Result, error) { return run(in, set, nil, false) }

// RunTimed is Run, and lets a collector of the timeline see the calls.
func RunTimed(in []Input, set []*rules.Rule, c *timeline.Collector) (*Result, error) {
	return run(in, set, c, false)
}

func run(in []Input, set []*rules.Rule, c *timeline.Collector, running bool) (*Result, error) {
	r := &runner{checker: rules.NewChecker(set), times: c}
	ranks := make([]*tracker.Rank, len(in))
	lists := tracker.NewLists()
	for i, x := range in {
		x.Config.Lists = lists
		f := &feed{in: x, done: x.Stream == nil}
		if x.Stream != nil {
			f.rank = tracker.NewRank(x.Config)
			ranks[i] = f.rank
		}
		r.feeds = append(r.feeds, f)
	}
	r.job = tracker.NewJob(ranks, r.facts())
	r.job.Running = running
	err := r.all()
	return r.result(), err
}

// facts returns who is told what the job view finds out.
func (r *runner) facts() func(tracker.Fact) {
	if r.times == nil {
		return r.checker.Fact
	}
	r.checker.OnNew = func(f *rules.Finding) {
		for _, s := range f.Sites {
			r.times.Pin(s)
		}
	}
	return func(f tracker.Fact) {
		r.times.Fact(f)
		r.checker.Fact(f)
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
			if err := r.turn(i, f); err != nil {
				if excessive(err) {
					return err
				}
				failed = errors.Join(failed, err)
				f.done = true
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

// excessive reports whether reading on would take too much memory.
func excessive(err error) bool {
	var fe *segment.FileError
	return errors.As(err, &fe) && fe.Problem == segment.Excessive
}

// turn feeds up to quantum events of one rank.
func (r *runner) turn(i int, f *feed) error {
	for range quantum {
		err := f.in.Stream.Next(&f.event)
		if errors.Is(err, io.EOF) {
			f.done = true
			return nil
		}
		if err != nil {
			// What it holds more is missing.
			f.event = event.Event{Kind: event.Lost, N: 2, A: [event.MaxWords]int64{-1, 1}}
			r.step(f)
			return err
		}
		r.step(f)
		if r.job.Held(i) {
			r.rest(f)
			return nil
		}
	}
	return nil
}

// crowd is how many ranks there must be for those that wait to give back the
// memory that reading takes.
const crowd = 2000

// rest is told of a rank that has to wait.
func (r *runner) rest(f *feed) {
	if s, ok := f.in.Stream.(interface{ Rest() }); ok && len(r.feeds) >= crowd {
		f.event.Blob = nil
		s.Rest()
	}
}

// step takes one event through rules and trackers.
func (r *runner) step(f *feed) {
	c, m := f.rank.Feed(&f.event)
	if m == tracker.NoCall {
		if f.event.Kind == event.Lost {
			r.job.Lose(f.rank)
		}
		return
	}
	if r.times != nil {
		r.times.Call(f.rank, c, m)
	}
	r.checker.Call(f.rank, c, m)
	r.job.Observe(f.rank, c, m)
	f.rank.Apply(c, m)
	if m == tracker.Returned {
		r.job.Applied(f.rank, c)
	}
}

func (r *runner) result() *Result {
	res := &Result{}
	states := make([]tracker.RankState, len(r.feeds))
	for i, f := range r.feeds {
		if f.rank == nil {
			continue
		}
		if f.in.Last != nil {
			states[i] = f.in.Last()
		}
		r.checker.Finish(f.rank)
		res.Records += f.rank.Records
		res.Lost += f.rank.Lost
		res.Bindings = append(res.Bindings, f.rank.Bindings()...)
	}
	slices.Sort(res.Bindings)
	res.Bindings = slices.Compact(res.Bindings)
	res.Ends = r.job.Finish(states)
	res.Findings = r.checker.Findings()
	rules.GroupConsequences(res.Findings)
	return res
}
