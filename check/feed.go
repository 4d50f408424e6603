package check

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// feed is the progress of a rank through its stream. Whichever goroutine has
// time fills its batches, in order; the runner matches and empties them.
type feed struct {
	in      Input
	remote  *remote // if another process reads the rank; else nil
	rank    *rank.Rank
	checker *rules.Checker
	watcher Watcher // nil: there is none
	quantum int
	crowded bool         // there are many ranks, see crowd
	event   *event.Event // nil where remote

	batches []batch      // filled and emptied in turn
	first   int          // the batch that the runner is matching
	last    int          // the batch to be filled next
	full    atomic.Int32 // filled and not yet empty
	busy    atomic.Bool  // a batch is being filled
	ended   atomic.Bool  // there is nothing more to fill
	done    bool         // all ops have been matched
	waiting atomic.Bool  // the runner sleeps until a batch is full
	filled  chan struct{}
	lost    <-chan struct{} // closed when another process has died; nil: this process reads the rank
}

// batch is the outcome of some events of a rank.
type batch struct {
	ops   *op.Ops          // that other ranks may meet; nil: they are read as they are matched, see remote
	next  int              // index of the op to be matched next
	found []*rules.Finding // new findings of rank rules
	last  bool             // the stream has ended
	err   error            // why it ended, if not with io.EOF
	fault *Fault           // filling it panicked
}

// Bounds of the batches filled ahead, over all ranks.
const (
	mostAhead  = 1 << 15 // events
	largeBatch = 1 << 10 // events; more would not stay in the cache
	smallBatch = 1 << 4
)

// batchOf is how many events there are in a batch.
func batchOf(ranks int) int { return max(smallBatch, min(largeBatch, mostAhead/max(ranks, 1))) }

// newFeed returns the feed of a rank of a job of the given size. If several cores fill batches, the feed has two:
// ranks wait for each other in the middle of a batch, so feeds of one batch would all run empty at the same time.
func newFeed(in Input, ranks, cores int) *feed {
	f := &feed{in: in, remote: in.remote, done: in.Stream == nil && in.remote == nil, filled: make(chan struct{}, 1),
		quantum: batchOf(ranks), crowded: ranks >= crowd}
	if f.remote != nil {
		f.remote.feed, f.lost = f, f.remote.lost
	} else {
		f.event = &event.Event{}
	}
	f.ended.Store(f.done)
	f.batches = make([]batch, min(cores, 2))
	for i := range f.batches {
		if f.remote == nil || !f.remote.late {
			f.batches[i].ops = &op.Ops{}
		}
	}
	return f
}

// room reports whether a batch can be filled.
func (f *feed) room() bool {
	return !f.ended.Load() && int(f.full.Load()) < len(f.batches) && (f.remote == nil || f.remote.unread.Load() > 0)
}

// claim fills the next batch and returns true, unless no batch is empty or another goroutine fills this feed. ahead:
// the rank's turn is still to come.
func (f *feed) claim(ahead bool) bool {
	if !f.room() || !f.busy.CompareAndSwap(false, true) {
		return false
	}
	if !f.room() { // another goroutine was faster
		f.busy.Store(false)
		return false
	}
	b := &f.batches[f.last]
	f.fillGuarded(b)
	if ahead {
		f.giveBack()
	}
	f.last = (f.last + 1) % len(f.batches)
	f.ended.Store(b.last)
	f.full.Add(1)
	f.busy.Store(false)
	if f.waiting.CompareAndSwap(true, false) {
		f.filled <- struct{}{}
	}
	return true
}

// wait waits for the worker that fills the batch.
func (f *feed) wait() {
	for n := 0; f.full.Load() == 0; n++ {
		if n < patience {
			runtime.Gosched()
			continue
		}
		f.waiting.Store(true)
		if f.remote != nil {
			f.remote.want()
		}
		if f.full.Load() > 0 && f.waiting.CompareAndSwap(true, false) {
			return // it was filled just then
		}
		select {
		case <-f.filled:
		case <-f.lost:
			panic(errLost)
		}
	}
}

// batch returns the batch that the runner is matching. If filling it panicked, the
// runner panics instead: its caller can recover.
func (f *feed) batch() *batch {
	b := &f.batches[f.first]
	if b.fault != nil {
		panic(b.fault)
	}
	return b
}

// next returns the op of a batch to be matched next, as number i of ops; nil: all ops have been matched. It is valid
// until next is called again, for any feed.
func (f *feed) next(b *batch) (ops *op.Ops, i int) {
	if b.ops == nil {
		return f.remote.next(b), 0
	}
	if b.next == b.ops.Len() {
		return nil, 0
	}
	b.next++
	return b.ops, b.next - 1
}

// sameCall reports whether the op last returned by next and the op after it are of the same call.
func (f *feed) sameCall(b *batch) bool {
	if b.ops == nil {
		return f.remote.sameCall()
	}
	return b.next < b.ops.Len() && b.ops.N(b.next) == b.ops.N(b.next-1)
}

// empties makes room for another batch after all ops of a batch have been matched, and returns the error that ended the
// stream, if it has ended. release takes the ops of the batch, and returns empty ops for it.
func (f *feed) empties(release func(*op.Ops) *op.Ops) error {
	b := f.batch()
	err := b.err
	f.done = b.last
	if b.ops != nil {
		b.ops = release(b.ops)
	}
	b.next, b.err = 0, nil
	f.first = (f.first + 1) % len(f.batches)
	f.full.Add(-1)
	if f.done && f.remote != nil {
		f.remote.ops = nil // frees memory for the tails of the ranks, which come now
	}
	return err
}

// Fault is the value of a panic that repeats a panic of another goroutine.
type Fault struct {
	What  string
	Stack []byte // of the goroutine that it happened on
}

func (f *Fault) Error() string { return fmt.Sprintf("%s\n\n%s", f.What, f.Stack) }

// fillGuarded is fill, on any goroutine.
func (f *feed) fillGuarded(b *batch) {
	defer func() {
		if x := recover(); x != nil {
			b.fault, b.last = &Fault{fmt.Sprint(x), debug.Stack()}, true
		}
	}()
	if f.remote != nil {
		f.remote.fill(b)
		return
	}
	f.fill(b)
}

// fill takes the next events through the rank's state and rules.
func (f *feed) fill(b *batch) {
	for n := 0; n < f.quantum && !b.last; n++ {
		if err := f.in.Stream.Next(f.event); err != nil {
			if errors.Is(err, segment.ErrNotYet) {
				break
			}
			b.last = true
			if errors.Is(err, io.EOF) {
				break
			}
			b.err = err // the rest of the stream is missing
			*f.event = event.Event{Kind: event.Lost, N: 2, A: [event.MaxWords]int64{-1, 1}}
		}
		f.step(b)
	}
	b.found = f.checker.New()
}

// step takes an event through rules and state.
func (f *feed) step(b *batch) {
	c, m := f.rank.Feed(f.event)
	if m == record.NoCall {
		f.other(b)
		return
	}
	if f.watcher != nil {
		f.watcher.Call(f.rank, c, m)
	}
	f.checker.Call(f.rank, c, m)
	f.rank.Apply(c, m, b.ops)
}

// other takes an event that belongs to no call through state and rules.
func (f *feed) other(b *batch) {
	x := f.rank.Other(f.event, b.ops)
	if f.watcher != nil && f.event.Kind == event.GPU {
		if s := f.rank.GPU.Step(); s != nil {
			f.watcher.GPU(f.rank, s)
		}
	}
	if x != nil {
		f.checker.Program(f.rank, x)
		f.rank.Tell(x, b.ops)
	}
}

// crowd is the number of ranks from which on ranks that wait give back the memory that reading takes: otherwise all
// ranks would need that memory at once. Tests change it.
var crowd = 2000

// rest gives back the memory of a rank that has to wait. If a worker is filling a batch of the rank, the worker
// gives it back afterwards.
func (f *feed) rest() {
	if f.crowded && f.busy.CompareAndSwap(false, true) {
		f.giveBack()
		f.busy.Store(false)
	}
}

// giveBack gives back the memory that reading takes, in a job of many ranks.
func (f *feed) giveBack() {
	if s, ok := f.in.Stream.(interface{ Rest() }); ok && f.crowded {
		f.event.Blob = nil
		s.Rest()
	}
}
