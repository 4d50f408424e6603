package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// around are the calls inside which a call is made, by a callback of the program.
func (ts *threads) around(c *Call) []*Call {
	i := int(c.Site.Ring)
	if i >= len(ts.list) {
		return nil
	}
	s := ts.list[i].stack
	if k := slices.Index(s, c); k >= 0 {
		s = s[:k]
	}
	return s
}

// nested reports whether a call is made inside another one, by a callback: of an
// object that is freed, or a reduction. The library may keep objects for these that
// the program has freed.
func (ts *threads) nested(c *Call) bool {
	i := int(c.Site.Ring)
	if i >= len(ts.list) {
		return false
	}
	s := ts.list[i].stack
	return len(s) > 0 && s[0] != c
}

// Reduction is one whose function makes a call.
type Reduction struct {
	Begun  tracker.Site // the call that has begun it
	Inside *Call        // the call that runs the function: another one if it does not block
}

// Reduces returns the reduction inside which a call is made, by the program's own
// function; false if that is not certain. An error handler of the program could call
// anything there as well: where it has one, nothing is said. Other calls than the
// reduction itself go on with those that are pending, and run further functions: of
// attributes, when an object disappears that was still needed, of generalized requests, and
// of the representation of files.
func (r *Rank) Reduces(c *Call) (Reduction, bool) {
	around := r.threads.around(c)
	if len(around) == 0 || r.objects.handlesErrors() || r.Gaps() {
		return Reduction{}, false
	}
	o := around[len(around)-1]
	if r.objects.combines(&o.recorded) && !o.Sem.Persistent {
		return Reduction{o.Site, o}, true
	}
	if r.objects.hasKeyvals() || r.requests.areGeneral() || r.files.any() || !r.AllRequests() {
		return Reduction{}, false
	}
	q := r.requests.combining(&o.recorded, &o.asked)
	if q == nil {
		return Reduction{}, false
	}
	if !q.Pending() { // o starts it
		return Reduction{o.Site, o}, true
	}
	return Reduction{q.Begun, o}, true
}

// dissolves reports whether the communicator of a call is being freed by a call
// around it. Where each rank is then, the others cannot know.
func (ts *threads) dissolves(c *Call) bool {
	frees := func(o *Call) bool { return o.Sem.Frees == calls.ClassComm && o.Comm == c.Comm }
	return slices.ContainsFunc(ts.around(c), frees)
}
