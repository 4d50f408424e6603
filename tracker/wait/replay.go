package wait

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Replay is a run with calls that wait. A single goroutine uses it.
type Replay struct {
	threads [][]*thread // by rank, then by number
	ready   []*thread   // threads that no longer wait, and have steps left
	needs   []*Need     // unused, to be reused
	rows    []*Row      // free
	stuck   func([]*Need) bool
	passes  func(*Need, int64)
	sought  int // searches for cycles so far
}

// New returns the replay of a job of the given size. stuck takes the cycles in which the job would have hung,
// before their threads continue, and whether the hang is certain. In a cycle the thread of each call provides
// the need of the call before it, and the first thread the need of the last call. passes takes each need that has
// been met, and the number of records that the rank of its call then had; needs of a thread come in their order.
func New(ranks int, stuck func([]*Need) bool, passes func(*Need, int64)) *Replay {
	return &Replay{threads: make([][]*thread, ranks), stuck: stuck, passes: passes}
}

// searchAt is the number of steps after a waiting call from which on replay searches for a cycle;
// mostSteps is the number from which on the call no longer waits.
const (
	searchAt  = 1 << 11
	mostSteps = 1 << 16
)

func (r *Replay) thread(s *tracker.Site) *thread {
	list := r.threads[s.Rank]
	i := int(s.Thread)
	if i < len(list) && list[i] != nil {
		return list[i]
	}
	for len(list) <= i {
		list = append(list, nil)
	}
	list[i] = &thread{search: searchAt}
	r.threads[s.Rank] = list
	return list[i]
}

// NewNeed returns a need of a call, to be filled in. Meets, Joins or Drop then record how it is met.
func (r *Replay) NewNeed(what fact.What, why fact.Why, on *op.Place) *Need {
	var d *Need
	if n := len(r.needs); n > 0 {
		d, r.needs = r.needs[n-1], r.needs[:n-1]
	} else {
		d = new(Need)
	}
	*d = Need{Need: fact.Need{What: what, Why: why, On: on}, refs: 2}
	return d
}

func (r *Replay) release(d *Need) {
	if d.refs--; d.refs == 0 {
		*d = Need{}
		r.needs = append(r.needs, d)
	}
}

// Meets records that a need is met as soon as a thread reaches a call, when its rank had n records. It is called at
// most once for a need, and not after Drop.
func (r *Replay) Meets(d *Need, other tracker.Site, n int64) {
	if !d.void {
		d.peer, d.n, d.Other, d.known = r.thread(&other), n, other, true
		r.settled(d)
	}
	r.release(d)
}

// Drop records that the provider of a need is unknown: the call does not wait.
func (r *Replay) Drop(d *Need) {
	if !d.void {
		d.lost = true
		d.free()
		r.settled(d)
	}
	r.release(d)
}

// settled updates the threads that wait for a need whose provider is now known, or never will be.
func (r *Replay) settled(d *Need) {
	if !d.pending {
		return
	}
	if d.met() {
		r.wake(d.on)
		r.run()
		return
	}
	d.listen()
}

// Wait lets the thread of a call wait for a need, when its rank had n records. An earlier call may have begun the
// operation of the need.
func (r *Replay) Wait(d *Need, site *tracker.Site, n int64) {
	d.Site = *site
	t := r.thread(site)
	d.on = t
	if !t.waits() && d.met() {
		r.passed(t, d, n)
		return
	}
	r.push(t, step{n: n, need: d})
}

// forget releases a need for which no thread waits.
func (r *Replay) forget(d *Need) {
	d.void = true
	r.release(d)
}

// push adds a step of a thread that has to wait, or waits already.
func (r *Replay) push(t *thread, s step) {
	t.steps.Push(s)
	switch n := t.steps.Len(); {
	case n == 1:
		t.at = s.n
		s.need.pending = true
		s.need.listen()
	case n >= mostSteps:
		r.giveUp(t)
	case n >= t.search:
		for t.steps.Len() >= searchAt && r.seek(t) {
		}
		t.search = t.steps.Len() + searchAt
	}
}

// giveUp lets a thread continue that has too many waiting steps.
func (r *Replay) giveUp(t *thread) {
	t.unsure = true
	t.steps.At(0).need.free()
	r.wake(t)
	r.run()
}

// passed ends a need that is met; the rank had n records.
func (r *Replay) passed(t *thread, d *Need, n int64) {
	if !d.void {
		r.passes(d, n)
	}
	switch {
	case d.lost:
		t.unsure = true
	case d.row != nil:
		t.unsure = t.unsure || d.row.unsure
		d.row.done++
		if d.row.done == d.row.size && d.row.arrived == d.row.size {
			r.freeRow(d.row)
		}
	case d.peer != nil:
		t.unsure = t.unsure || d.peer.unsure
	}
	d.pending = false
	r.release(d)
}

// wake puts a thread into the list of ready threads.
func (r *Replay) wake(t *thread) {
	if !t.queued {
		t.queued = true
		r.ready = append(r.ready, t)
	}
}

// run advances all threads that wait no longer.
func (r *Replay) run() {
	for n := len(r.ready); n > 0; n = len(r.ready) {
		t := r.ready[n-1]
		r.ready = r.ready[:n-1]
		t.queued = false
		r.advance(t)
	}
}

// advance replays the steps of a thread until it has to wait.
func (r *Replay) advance(t *thread) {
	if !t.waits() {
		return
	}
	moved := false
	for t.waits() {
		s := *t.steps.At(0)
		t.at = s.n
		if s.need != nil {
			s.need.on = t
			if !s.need.met() {
				if !s.need.pending {
					s.need.pending = true
					s.need.listen()
				}
				break
			}
			t.steps.Pop()
			r.passed(t, s.need, s.n)
		} else {
			t.steps.Pop()
			r.enter(t, s.row)
		}
		moved = true
	}
	if !t.waits() {
		t.search = searchAt
	}
	for moved && t.behind.some() && (!t.waits() || t.behind[0].n <= t.at) {
		r.wake(t.behind.pop())
	}
}

// notify wakes the threads whose needs may have been met.
func (r *Replay) notify(waiting *[]*thread) {
	for i, t := range *waiting {
		(*waiting)[i] = nil
		r.wake(t)
	}
	*waiting = (*waiting)[:0]
}

// NewRow returns a call that a number of ranks make together.
func (r *Replay) NewRow(size int) *Row {
	if n := len(r.rows); n > 0 {
		w := r.rows[n-1]
		r.rows = r.rows[:n-1]
		w.size = size
		return w
	}
	return &Row{size: size}
}

func (r *Replay) freeRow(w *Row) {
	*w = Row{Row: stamp.Row{Came: w.Came[:0]}, threads: w.threads[:0], waiting: w.waiting[:0]}
	r.rows = append(r.rows, w)
}

// Enter records that the thread of a call enters a row.
func (r *Replay) Enter(w *Row, site *tracker.Site, n int64) {
	t := r.thread(site)
	w.Came, w.threads = append(w.Came, stamp.Comer{Site: *site, N: n}), append(w.threads, t)
	if t.waits() {
		r.push(t, step{n: n, row: w})
		return
	}
	r.enter(t, w)
	r.run()
}

func (r *Replay) enter(t *thread, w *Row) {
	w.unsure = w.unsure || t.unsure
	if w.arrived++; w.arrived == w.size {
		r.notify(&w.waiting)
	}
}

// Joins records that a need is met as soon as all ranks have entered a row.
func (r *Replay) Joins(d *Need, w *Row) {
	if !d.void {
		d.row, d.known = w, true
		r.settled(d)
	}
	r.release(d)
}

// breakUp drops the needs of a row that not all ranks will enter.
func (r *Replay) breakUp(w *Row) {
	w.over, w.unsure = true, true
	r.notify(&w.waiting)
	r.run()
}

// reached reports whether the thread of a call has reached it, when its rank had n records.
func (r *Replay) reached(site *tracker.Site, n int64) bool {
	t := r.thread(site)
	return !t.waits() || n <= t.at
}

// any reports whether f holds for a need that a rank waits for, or will wait for later.
func (r *Replay) any(rank int, f func(*Need) bool) bool {
	for _, t := range r.threads[rank] {
		if t == nil {
			continue
		}
		for _, s := range t.steps.All() {
			if s.need != nil && f(s.need) {
				return true
			}
		}
	}
	return false
}

// seek looks for cycles of waiting, starting at the given threads, and lets their calls return.
func (r *Replay) seek(from ...*thread) (found bool) {
	r.sought++
	s := search{number: r.sought}
	for _, t := range from {
		s.thread(t)
	}
	for _, c := range s.found {
		if slices.ContainsFunc(c, func(d *Need) bool { return d.void }) {
			continue // a part of it was in another cycle
		}
		r.judge(c)
		for _, d := range c {
			d.free()
			r.wake(d.on)
		}
	}
	r.run()
	return len(s.found) > 0
}

// judge reports a cycle if the program cannot have taken another path, and if an MPI library need not have made its
// calls wait. Otherwise the later steps of its threads are uncertain.
func (r *Replay) judge(c []*Need) {
	allowed, sure := false, true
	for _, d := range c {
		allowed = allowed || d.Why == fact.Allowed
		sure = sure && !d.on.unsure && d.Why != fact.Polled
	}
	if allowed && sure && r.stuck(c) {
		return
	}
	for _, d := range c {
		d.on.unsure = true
	}
}

// Finish replays the remaining steps when all logs have been read. Calls without a partner return: other rules report
// them.
func (r *Replay) Finish() {
	var all []*thread
	for _, list := range r.threads {
		for _, t := range list {
			if t != nil {
				all = append(all, t)
			}
		}
	}
	for more := true; more; {
		if more = r.seek(all...); more {
			continue
		}
		for _, t := range all {
			if t.waits() {
				t.unsure, more = true, true
				t.steps.At(0).need.free()
				r.wake(t)
			}
		}
		r.run()
	}
}
