package threads

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Spin is a loop in which a thread waits for memory of a window to change: the thread fetches elements, or
// synchronizes the window and loads, and makes only calls that such a loop needs.
type Spin struct {
	Site    tracker.Site // the last fetch; if there is none, the last MPI_Win_sync
	Since   uint64       // ticks at entry of the first call, or when a fetched element last changed
	Fetches []Element    // with the values that each of the last fetches has found

	on      bool
	pending []pending // the last mostFetches fetches, in a ring
	next    int       // fetches so far
}

// Element is an element of a window that a thread fetches in a loop.
type Element struct {
	On     *op.Place // the window
	Target int64     // rank in the window's group
	Disp   int64     // in units of the target's window
	Value  int64
	known  bool // Value is known

	pc uint64
}

// pending is a fetch whose value may become known. compare is the value which the element has to have for the fetch to
// change it.
type pending struct {
	seq     uint32
	element int
	compare call.Operand
}

const (
	mostFetches  = 16 // pending fetches of a thread: as many as have their values recorded
	mostElements = 4  // elements that a loop fetches
)

// spinPart says what a call does in a loop that waits for memory of a window.
type spinPart uint8

const (
	endsSpin    spinPart = iota
	fetches              // fetches an element, which it leaves as it is
	syncs                // MPI_Win_sync
	accompanies          // completes fetches, or polls
)

// spinParts says for each kind of call what it does in a spin; a fetch ends the spin if it changes the element.
var spinParts = func() *[calls.MaxKind]spinPart {
	var t [calls.MaxKind]spinPart
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		switch {
		case s.RMA.Atomic() && s.RMA.Reads() && s.Starts == calls.NoOperation:
			t[s.Kind] = fetches
		case s.Epoch == calls.EpochSync:
			t[s.Kind] = syncs
		case s.Epoch >= calls.EpochLock, s.Polls, s.Anytime:
			t[s.Kind] = accompanies
		}
	}
	return &t
}()

// Entered follows the spin of a thread at the entry of a call.
func (s *Spin) Entered(c *call.Call) {
	if part := spinParts[c.Kind]; part != endsSpin || s.on {
		s.entered(c, part)
	}
}

func (s *Spin) entered(c *call.Call, part spinPart) {
	switch part {
	case endsSpin:
		s.on = false
	case syncs:
		if s.begin(c); len(s.Fetches) == 0 {
			s.Site = c.Site
		}
	case fetches:
		if c.Win == nil || c.RMA.Op != nil && !c.RMA.NoOp() || c.RMA.Op == nil && c.Left.Width == 0 {
			s.on = false
			return
		}
		s.begin(c)
		s.fetch(c)
	}
}

// begin begins a spin, unless the thread is in one.
func (s *Spin) begin(c *call.Call) {
	if !s.on {
		s.on, s.Site, s.Since, s.Fetches = true, c.Site, c.Time, s.Fetches[:0]
		s.pending, s.next = s.pending[:0], 0
	}
}

// fetch notes a fetch. A loop that fetches more elements than mostElements ends the spin.
func (s *Spin) fetch(c *call.Call) {
	at, on := -1, c.Win.Place()
	for i := range s.Fetches {
		if x := &s.Fetches[i]; x.pc == c.Site.PC && x.On == on && x.Target == c.RMA.Target && x.Disp == c.RMA.Disp {
			at = i
		}
	}
	if at < 0 {
		if at = len(s.Fetches); at == mostElements {
			s.on = false
			return
		}
		s.Fetches = append(s.Fetches, Element{On: on, Target: c.RMA.Target, Disp: c.RMA.Disp, pc: c.Site.PC})
		s.Since = c.Time
	}
	s.Site = c.Site
	p := pending{c.Site.Seq, at, c.Left}
	if s.next < mostFetches {
		s.pending = append(s.pending, p)
	} else {
		s.pending[s.next%mostFetches] = p
	}
	s.next++
}

// Fetched takes an event.Fetched.
func (s *Spin) Fetched(e *event.Event) {
	if !s.on || e.N < 2 {
		return
	}
	for i := range s.pending {
		p := &s.pending[i]
		if p.seq != uint32(e.A[0]) {
			continue
		}
		x := &s.Fetches[p.element]
		if x.known && x.Value != e.A[1] || p.compare.Width != 0 && p.compare.Compare == e.A[1] {
			s.Since = e.Time
		}
		x.Value, x.known = e.A[1], true
		return
	}
}

// End notes that the thread has found something, or has stored to memory of a window.
func (s *Spin) End() { s.on = false }

// known reports whether the thread is in a spin, and all values that it fetches are known.
func (s *Spin) known() bool {
	for _, x := range s.Fetches {
		if !x.known {
			return false
		}
	}
	return s.on
}
