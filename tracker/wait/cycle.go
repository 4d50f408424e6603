package wait

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/fact"
)

// mark is what a search for cycles knows of a thread or row.
type mark struct {
	search int // the last one that came here
	onPath bool
}

// seek looks for the cycles to which waiting leads from threads, and lets their calls return.
func (r *Replay) seek(from ...*thread) (found bool) {
	r.sought++
	s := search{number: r.sought}
	for _, t := range from {
		s.thread(t)
	}
	for _, c := range s.found {
		if slices.ContainsFunc(c, func(d *Need) bool { return d.void }) {
			continue // a part of it was in another one
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

// search follows what threads wait for.
type search struct {
	number int
	path   []node
	found  [][]*Need
}

// node is a thread that waits, or a row that some threads have not come to.
type node struct {
	thread *thread
	row    *Row
}

func (s *search) enter(m *mark, n node) bool {
	if m.search == s.number {
		if m.onPath {
			s.cycle(n)
		}
		return false
	}
	*m = mark{s.number, true}
	s.path = append(s.path, n)
	return true
}

func (s *search) leave(m *mark) {
	m.onPath = false
	s.path = s.path[:len(s.path)-1]
}

func (s *search) thread(t *thread) {
	if !t.waits() || !s.enter(&t.mark, node{thread: t}) {
		return
	}
	switch d := t.steps.At(0).need; {
	case !d.known || d.void:
	case d.row != nil:
		s.row(d.row)
	default:
		s.thread(d.peer)
	}
	s.leave(&t.mark)
}

func (s *search) row(w *Row) {
	if !s.enter(&w.mark, node{row: w}) {
		return
	}
	for i := range w.came {
		c := &w.came[i]
		if c.thread.waits() && c.N > c.thread.at {
			s.thread(c.thread)
		}
	}
	s.leave(&w.mark)
}

// cycle takes the end of the path, which leads to a node of it.
func (s *search) cycle(to node) {
	i := len(s.path) - 1
	for s.path[i] != to {
		i--
	}
	var c []*Need
	for _, n := range s.path[i:] {
		if n.thread != nil {
			c = append(c, n.thread.steps.At(0).need)
		}
	}
	s.found = append(s.found, c)
}

// judge reports a cycle if the program cannot have gone another way, and if an MPI library need
// not have made its calls wait. Otherwise nothing is certain of what its threads do after it.
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

// Finish replays what is left when all has been read. Calls for which nothing has come return: they
// are not what this is about.
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
