package check

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// workers fill the batches of the ranks whose turn comes next, while the runner
// matches, and fills some itself.
type workers struct {
	feeds  []*feed
	at     atomic.Int64 // the rank whose turn it is
	idle   atomic.Int32 // workers that sleep
	wake   chan struct{}
	closed atomic.Bool
	group  sync.WaitGroup
}

const (
	// ahead is how many ranks are searched for a batch to fill.
	ahead = 64
	// patience is how often a goroutine that finds nothing to do looks again before
	// going to sleep: waking it takes as long as many events.
	patience = 200
)

// newWorkers starts as many workers as use this number of cores together with
// the runner.
func newWorkers(feeds []*feed, cores int) *workers {
	w := &workers{feeds: feeds, wake: make(chan struct{}, cores)}
	for range cores - 1 {
		w.group.Go(w.work)
	}
	return w
}

func (w *workers) work() {
	for !w.closed.Load() {
		if w.fillSome() {
			continue
		}
		w.idle.Add(1)
		if !w.closed.Load() && !w.fillSome() { // the runner may have moved on just then
			<-w.wake
		}
		w.idle.Add(-1)
	}
}

// fillSome fills a batch, if any can be filled before patience ends.
func (w *workers) fillSome() bool {
	for range patience {
		if w.fillAfter(int(w.at.Load())) {
			return true
		}
		runtime.Gosched()
	}
	return false
}

// fillAfter fills a batch of the first rank from rank i on that has an empty batch.
func (w *workers) fillAfter(i int) bool {
	n := len(w.feeds)
	for k := range min(ahead, n) {
		if w.feeds[(i+k)%n].claim(true) {
			return true
		}
	}
	return false
}

// moved says that it is the turn of rank i, and that there is room again.
func (w *workers) moved(i int) {
	w.at.Store(int64(i))
	if w.idle.Load() > 0 {
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
}

// fetch makes sure that rank i has a batch. While a worker fills it, the runner
// fills batches of other ranks.
func (w *workers) fetch(i int, f *feed) {
	for !f.claimed() && w.fillAfter(i) {
	}
	f.wait()
}

// stop ends the workers and waits for them.
func (w *workers) stop() {
	w.closed.Store(true)
	close(w.wake)
	w.group.Wait()
}
