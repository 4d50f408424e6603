package check

import (
	"errors"
	"io"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// feed is one rank on its way through its stream. Workers fill it with a batch, the
// runner empties it: stage says whose it is.
type feed struct {
	in      Input
	rank    *state.Rank
	checker *rules.Checker
	times   *timeline.Collector
	quantum int

	ops   state.Ops // what the batch tells other ranks
	next  int       // those before have been matched
	ended bool      // the stream has no more
	err   error     // what ended it, if not its end
	fault any       // what a worker panicked with; see wait
	done  bool      // all of it is matched

	stage atomic.Int32
	full  chan struct{} // told by a worker that the runner waits for
	event event.Event
}

// Stages of a batch.
const (
	stageEmpty int32 = iota
	stageQueued
	stageFilling
	stageWanted // being filled, and the runner waits
	stageFull
)

// quantum is how many events there are in a batch: so many that handing it over
// costs little, and few where there are many ranks, for each may have a batch that
// waits to be matched.
func quantum(ranks int) int { return max(16, min(256, 1<<15/max(ranks, 1))) }

// empty reports whether the next batch has not been thought of yet.
func (f *feed) empty() bool { return f.stage.Load() == stageEmpty }

// claim fills the batch unless a worker does, or has done.
func (f *feed) claim() {
	if s := f.stage.Load(); s < stageFilling && f.stage.CompareAndSwap(s, stageFilling) {
		f.fill()
		f.stage.Store(stageFull)
	}
}

// wait waits for the worker that fills the batch. Where it panicked the runner
// panics instead: whoever called it may recover.
func (f *feed) wait() {
	if f.stage.CompareAndSwap(stageFilling, stageWanted) {
		<-f.full
	}
	if f.fault != nil {
		panic(f.fault)
	}
}

// filling reports whether a worker is at the batch.
func (f *feed) filling() bool { return f.stage.Load() == stageFilling }

// empties ends a batch that is matched; the error is what ended the stream.
func (f *feed) empties() error {
	f.ops.Reset()
	f.next = 0
	f.done = f.ended
	f.stage.Store(stageEmpty)
	return f.err
}

// fillGuarded is fill for a worker.
func (f *feed) fillGuarded() {
	defer func() { f.fault = recover() }()
	f.fill()
}

// fill takes the next events through the rank's state and rules.
func (f *feed) fill() {
	for range f.quantum {
		err := f.in.Stream.Next(&f.event)
		if errors.Is(err, io.EOF) {
			f.ended = true
			return
		}
		if err != nil { // what it holds more is missing
			f.event = event.Event{Kind: event.Lost, N: 2, A: [event.MaxWords]int64{-1, 1}}
			f.ended, f.err = true, err
		}
		f.step()
		if f.ended {
			return
		}
	}
}

// step takes one event through rules and state.
func (f *feed) step() {
	c, m := f.rank.Feed(&f.event)
	if m == state.NoCall {
		if f.event.Kind == event.Lost {
			f.ops.Lose(f.rank)
		}
		return
	}
	if f.times != nil {
		f.times.Call(f.rank, c, m)
	}
	f.checker.Call(f.rank, c, m)
	f.rank.Apply(c, m, &f.ops)
}
