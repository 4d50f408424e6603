package check

import (
	"sync"
	"sync/atomic"
)

// workers fill batches ahead of the runner, which fills some itself.
type workers struct {
	feeds   chan *feed // nil: there are none
	waiting atomic.Int32
	group   sync.WaitGroup
}

// readAhead is how many batches there may be for each worker.
const readAhead = 3

// newWorkers starts as many as use so many cores with the runner.
func newWorkers(cores int) *workers {
	w := &workers{}
	if cores < 2 {
		return w
	}
	w.feeds = make(chan *feed, readAhead*(cores-1))
	for range cores - 1 {
		w.group.Go(w.work)
	}
	return w
}

func (w *workers) work() {
	for f := range w.feeds {
		w.waiting.Add(-1)
		if !f.stage.CompareAndSwap(stageQueued, stageFilling) {
			continue // the runner needed it at once
		}
		f.fillGuarded()
		if !f.stage.CompareAndSwap(stageFilling, stageFull) { // the runner waits
			f.stage.Store(stageFull)
			f.full <- struct{}{}
		}
	}
}

// some reports whether there are any.
func (w *workers) some() bool { return w.feeds != nil }

// busy reports whether the workers have enough to do.
func (w *workers) busy() bool { return int(w.waiting.Load()) >= cap(w.feeds) }

// queue gives the workers a rank whose next batch they may fill.
func (w *workers) queue(f *feed) {
	f.stage.Store(stageQueued)
	w.waiting.Add(1)
	w.feeds <- f
}

func (w *workers) stop() {
	if w.feeds != nil {
		close(w.feeds)
		w.group.Wait()
	}
}
