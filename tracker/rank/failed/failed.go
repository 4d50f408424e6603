package failed

import (
	"slices"

	"github.com/gomarmot/gomarmot/machine"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// mostPlaces bounds the places of failed calls that are kept.
const mostPlaces = 256

// Calls are the calls of a rank that have returned an error.
type Calls struct {
	places  []*Place // in the order of their first calls
	ignores map[uint64]bool
	last    map[uint16]*Place // by ring: the place of the thread's last call, if that failed
	left    map[handle]*Place // by handle left in place of an object: the last such failed call
	held    []output          // memory that failed calls should have filled, and that no later call has written
}

// Place is a place in the program where calls have failed.
type Place struct {
	At    tracker.Site // the first failed call
	RC    int64        // its return code
	Times int64
	// Statuses: the call left statuses with error codes.
	Statuses bool
	// Ignored: the program's code discards the return code.
	Ignored bool
	// Next is the thread's next call; zero: none.
	Next tracker.Site
	// Use is a later call that reads memory which a failed call should have filled; zero: none.
	Use tracker.Site
}

type handle struct {
	class calls.Class
	value int64
}

// output is memory that a failed call should have filled.
type output struct {
	lo, hi int64
	by     *Place
}

// mostHeld bounds Calls.held.
const mostHeld = 16

// Any reports whether a call has failed.
func (f *Calls) Any() bool { return len(f.places) > 0 }

// Places returns the places where calls have failed.
func (f *Calls) Places() []*Place { return f.places }

// Code applies a record of the machine code after a call, which shows whether the program ignores the returned error.
func (f *Calls) Code(e *event.Event) {
	words := event.ArrayOf(e.Blob, 0)
	code := machine.Code{Start: uint64(e.A[1]), Bytes: words}
	if f.ignores == nil {
		f.ignores = map[uint64]bool{}
	}
	pc := event.Address(e.PC)
	f.ignores[pc] = code.Ignores(machine.Machine(e.A[0]), pc)
}

// Fail notes a call that has returned an error, with the memory that it uses, and returns its place, nil if there are
// too many. fromC: the program called it from C.
func (f *Calls) Fail(c *call.Call, used []call.Memory, fromC bool) *Place {
	p := f.placeOf(c)
	if p == nil {
		return nil
	}
	p.Times++
	p.Ignored = fromC && f.ignores[event.Address(c.Site.PC)]
	if f.last == nil {
		f.last, f.left = map[uint16]*Place{}, map[handle]*Place{}
	}
	f.last[c.Site.Ring] = p
	for _, h := range handlesOf(&c.Call) {
		f.left[h] = p
	}
	if p.Ignored && c.Sem.Starts == calls.NoOperation {
		f.hold(used, p)
	}
	return p
}

// hold adds to held the memory that the call should have filled.
func (f *Calls) hold(used []call.Memory, p *Place) {
	for i := range used {
		m := &used[i]
		o := output{m.Lo, m.Hi, p}
		if m.Writes && !m.Window && len(f.held) < mostHeld && !slices.Contains(f.held, o) {
			f.held = append(f.held, o)
		}
	}
}

// placeOf returns the place of a failed call, nil if there are too many.
func (f *Calls) placeOf(c *call.Call) *Place {
	for _, p := range f.places {
		if p.At.PC == c.Site.PC && p.At.Call == c.Kind {
			return p
		}
	}
	if len(f.places) == mostPlaces {
		return nil
	}
	p := &Place{At: c.Site, RC: c.RC}
	f.places = append(f.places, p)
	return p
}

// handlesOf returns the handles in the output arguments in which the call returns objects.
func handlesOf(c *record.Call) (out []handle) {
	if c.Sem.Makes != 0 && c.Sem.Makes != calls.ClassKeyval && c.Sem.Makes != calls.ClassMemory {
		out = append(out, handle{c.Sem.Makes, c.Made()})
	}
	if c.Sem.Starts != calls.NoOperation {
		out = append(out, handle{calls.ClassRequest, c.Request()})
	}
	return out
}

// Left returns the place of the last failed call that should have returned an object of this class, and left this
// handle instead; nil if there is none.
func (f *Calls) Left(class calls.Class, value int64) *Place { return f.left[handle{class, value}] }

// Make notes the objects that a successful call has returned.
func (f *Calls) Make(c *record.Call) {
	for _, h := range handlesOf(c) {
		delete(f.left, h)
	}
}

// Enter notes a call that is made after other calls have failed, with the memory that it uses.
func (f *Calls) Enter(c *call.Call, used []call.Memory) {
	if p := f.last[c.Site.Ring]; p != nil {
		delete(f.last, c.Site.Ring)
		if p.Next.IsZero() {
			p.Next = c.Site
		}
	}
	for i := range used {
		f.use(c, &used[i])
	}
}

// use drops memory in held that a call writes, and notes the call if it reads all of it.
func (f *Calls) use(c *call.Call, m *call.Memory) {
	kept := f.held[:0]
	for _, o := range f.held {
		switch apart := m.Hi <= o.lo || o.hi <= m.Lo; {
		case apart:
			kept = append(kept, o)
		case !m.Writes && m.List == nil && o.by.Use.IsZero() && m.Lo <= o.lo && o.hi <= m.Hi:
			o.by.Use = c.Site
		}
	}
	f.held = kept
}
