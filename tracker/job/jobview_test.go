package job_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/job"
	"github.com/gomarmot/gomarmot/tracker/meet"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// view feeds the logs of ranks to a job view and keeps its facts as text.
type view struct {
	facts []string
	ends  []fact.RankEnd
	kept  int // objects of the job view before the end
	// meetings is the number of collective calls from which not all ranks have returned.
	meetings int
	beside   *job.Beside // how judges work beside the matchers; nil: they work at once
	// released is the number of ranks that went on without having heard of the ranks that they waited for.
	released int
}

// watch feeds the job event by event, in an order drawn from the seed.
func watch(j *replay.Job, n int, seed uint64) *view {
	v := &view{}
	watchFacts(j, n, seed, func(f fact.Fact) { v.facts = append(v.facts, text(f)) }, v)
	return v
}

// watchFacts is like watch; the facts of the job go to see, and v keeps the rest, if it is given.
func watchFacts(j *replay.Job, n int, seed uint64, see func(fact.Fact), views ...*view) {
	v := &view{}
	if len(views) > 0 {
		v = views[0]
	}
	watchSteps(j, n, seed, see, func(*job.Job) {}, v)
}

// watchSteps is like watchFacts, and calls after with the job after each step.
func watchSteps(j *replay.Job, n int, seed uint64, see func(fact.Fact), after func(*job.Job), v *view) {
	ranks := make([]*rank.Rank, n)
	for i := range ranks {
		ranks[i] = rank.NewRank(reading.Config{World: i, Size: n, Flavour: j.Flavour, Std: j.Std})
	}
	job := job.New(job.Config{Config: meet.Config{Size: n, Flavour: j.Flavour, Hosts: j.Hosts}, Beside: v.beside}, see)
	at, ops := make([]int, n), &op.Ops{}
	rng := rand.New(rand.NewPCG(seed, 7))
	for {
		var open, free []int
		for i := range n {
			if at[i] == len(j.Rank(i).Events()) {
				continue
			}
			open = append(open, i)
			job.Settle(i)
			if !job.Held(i) {
				free = append(free, i)
			}
		}
		if len(open) == 0 {
			break
		}
		if len(free) == 0 {
			free = open[:1]
			if i := slices.IndexFunc(open, func(i int) bool { return !job.Asks(i) }); i >= 0 {
				free = open[i : i+1]
			} else {
				v.released++
			}
			job.Release(free[0])
		}
		i := free[rng.IntN(len(free))]
		step(job, ranks[i], j.Rank(i), &at[i], ops)
		ops = job.Recycle(ops)
		after(job)
	}
	v.kept, v.meetings = job.Kept(), job.Meet.Kept().Meetings
	rests := make([]*rank.Rest, n)
	for i, r := range ranks {
		rests[i] = r.Rest()
	}
	v.ends = job.Finish(rests, nil)
}

// step feeds the next event of a rank; ops are empty.
func step(job *job.Job, r *rank.Rank, log *replay.Rank, at *int, ops *op.Ops) {
	e := log.Events()[*at]
	*at++
	if c, m := r.Feed(&e); m != record.NoCall {
		r.Apply(c, m, ops)
	} else {
		r.Other(&e, ops)
	}
	for i := range ops.Len() {
		job.Take(r.World, ops, i)
	}
}

// text names a fact by the lines of its calls.
func text(f fact.Fact) string {
	switch f := f.(type) {
	case *fact.Matched:
		var at []string
		for _, a := range f.Row {
			at = append(at, place(a.Site))
		}
		return fmt.Sprintf("matched %s on %s: %s", f.Call, f.Object, strings.Join(at, " "))
	case *fact.Disagreement:
		if f.Interleaved { // the two ranks that it names depend on who comes first
			return "disagreement across objects"
		}
		return fmt.Sprintf("disagreement on %s: %s and %d like it, %s and %d more", f.Object, place(f.A), len(f.Others),
			place(f.B), len(f.Against))
	case *fact.Missing:
		var who []string
		for _, a := range f.Absent {
			who = append(who, stands(a))
		}
		return fmt.Sprintf("missing %s on %s: %s", f.Call, f.Object, strings.Join(who, ", "))
	case *fact.Pair:
		s := fmt.Sprintf("pair %d-%d: start %s post %s", f.Origin, f.Target, place(f.Start.Site), place(f.Post.Site))
		if f.Start.Completed {
			s += " completed, put " + place(f.Start.Put)
		}
		return s
	case *fact.Unmatched:
		return fmt.Sprintf("unmatched %s: %s, blocked %s", place(f.Site), stands(f.To), place(f.Blocked))
	case *fact.FencePut:
		return fmt.Sprintf("put %s into %d after %s", place(f.Put), f.Target, place(f.Fence))
	case *fact.Access:
		return fmt.Sprintf("access %s", place(f.Site))
	case *fact.Outside:
		return "outside " + place(f.Call)
	case *fact.Ends:
		return "ends"
	}
	return fmt.Sprintf("%T", f)
}

// stands says where a rank is.
func stands(s fact.Stand) string {
	switch {
	case s.Freed:
		return fmt.Sprintf("rank %d has freed it", s.Rank)
	case s.In:
		return fmt.Sprintf("rank %d in %s", s.Rank, s.At.Call)
	}
	return fmt.Sprintf("rank %d ended %d", s.Rank, s.How)
}

func place(s tracker.Site) string {
	if s.IsZero() {
		return "-"
	}
	return fmt.Sprintf("%d:%d", s.Rank, s.PC)
}

// of returns the facts that begin with a word.
func (v *view) of(word string) []string {
	var out []string
	for _, f := range v.facts {
		if strings.HasPrefix(f, word+" ") {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// always fails the test unless the facts that begin with a word are the same
// whatever the order in which the ranks are fed.
func always(t *testing.T, j *replay.Job, n int, word string) []string {
	t.Helper()
	first := watch(j, n, 0).of(word)
	for seed := range uint64(20) {
		if got := watch(j, n, seed+1).of(word); !slices.Equal(got, first) {
			t.Fatalf("seed %d: %s\nwant %s", seed+1, strings.Join(got, "\n"), strings.Join(first, "\n"))
		}
	}
	return first
}
