package check

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// workers judge, and fill the batches of the ranks whose turn comes next, while the runner matches. The runner does
// some of this work itself when it has to wait.
type workers struct {
	feeds   []*feed
	judge   func() bool   // lets judges take some of the work that the runner handed over; false: there was none
	at      atomic.Int64  // the rank whose turn it is
	changes atomic.Uint32 // counts the events that may have brought new work
	idle    atomic.Int32  // workers that sleep
	wake    chan struct{}
	closed  atomic.Bool
	group   sync.WaitGroup
}

const (
	// ahead bounds the ranks that are searched for a batch to fill.
	ahead = 64
	// patience is the number of times that a goroutine without work looks again before
	// it sleeps: waking it takes as long as many events.
	patience = 200
)

// newWorkers starts workers, such that workers and runner together use this number of
// cores.
func newWorkers(feeds []*feed, judge func() bool, cores int) *workers {
	w := &workers{feeds: feeds, judge: judge, wake: make(chan struct{}, cores)}
	for range cores - 1 {
		w.group.Go(w.work)
	}
	return w
}

func (w *workers) work() {
	for !w.closed.Load() {
		seen := w.changes.Load()
		if w.some() || w.soon(seen) {
			continue
		}
		w.idle.Add(1)
		if !w.closed.Load() && !w.some() { // new work may have arrived in the meantime
			<-w.wake
		}
		w.idle.Add(-1)
	}
}

// some does some work, if there is any: judging first, since the runner cannot judge while it matches.
func (w *workers) some() bool { return w.judge() || w.fill() }

// soon reports whether there is new work before patience ends.
func (w *workers) soon(seen uint32) bool {
	for range patience {
		if w.changes.Load() != seen {
			return true
		}
		runtime.Gosched()
	}
	return false
}

// fill fills a batch of the first rank that has an empty batch, from the rank on whose turn it is.
func (w *workers) fill() bool {
	i, n := int(w.at.Load()), len(w.feeds)
	for k := range min(ahead, n) {
		if w.feeds[(i+k)%n].claim(true) {
			return true
		}
	}
	return false
}

// moved records that it is the turn of rank i. In a large job, another rank then comes within the workers' reach.
func (w *workers) moved(i int) {
	w.at.Store(int64(i))
	if n := len(w.feeds); n > ahead && w.feeds[(i+ahead-1)%n].room() {
		w.changed()
	}
}

// changed wakes a worker: there may be new work.
func (w *workers) changed() {
	w.changes.Add(1)
	if w.idle.Load() > 0 {
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
}

// fetch makes sure that the rank whose turn it is has a batch. While a worker fills it, the runner does other work.
func (w *workers) fetch(f *feed) {
	for f.full.Load() == 0 && !f.claim(false) && w.some() {
	}
	f.wait()
}

// stop ends the workers and waits for them.
func (w *workers) stop() {
	w.closed.Store(true)
	close(w.wake)
	w.group.Wait()
}
