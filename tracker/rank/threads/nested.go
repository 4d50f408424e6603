package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Around are the calls inside which a call is made, by a callback of the program.
func (ts *Threads) Around(c *call.Call) []*call.Call {
	i := int(c.Site.Ring)
	if i >= len(ts.List) {
		return nil
	}
	s := ts.List[i].Stack
	if k := slices.Index(s, c); k >= 0 {
		s = s[:k]
	}
	return s
}

// Nested reports whether a call is made inside another one, by a callback: of an
// object that is freed, or a reduction. The library may keep objects for these that
// the program has freed.
func (ts *Threads) Nested(c *call.Call) bool {
	i := int(c.Site.Ring)
	if i >= len(ts.List) {
		return false
	}
	s := ts.List[i].Stack
	return len(s) > 0 && s[0] != c
}

// Reduction is one whose function makes a call.
type Reduction struct {
	Begun  tracker.Site // the call that has begun it
	Inside *call.Call   // the call that runs the function: another one if it does not block
}

// Dissolves reports whether the communicator of a call is being freed by a call
// around it. Where each rank is then, the others cannot know.
func (ts *Threads) Dissolves(c *call.Call) bool {
	frees := func(o *call.Call) bool { return o.Sem.Frees == calls.ClassComm && o.Comm == c.Comm }
	return slices.ContainsFunc(ts.Around(c), frees)
}
