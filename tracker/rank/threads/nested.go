package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Around returns the open calls inside which a call is made by a callback of the program.
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

// Nested reports whether a call is made inside another call, by a callback: when an object is freed, or in a reduction.
// The MPI library may keep objects for callbacks that the program has freed.
func (ts *Threads) Nested(c *call.Call) bool {
	i := int(c.Site.Ring)
	if i >= len(ts.List) {
		return false
	}
	s := ts.List[i].Stack
	return len(s) > 0 && s[0] != c
}

// Reduction is a reduction whose function makes a call.
type Reduction struct {
	Begun  tracker.Site // the call that began the reduction
	Inside *call.Call   // the call that runs the function: not Begun if the reduction is nonblocking
}

// Dissolves reports whether a call around it frees the communicator of a call. The position of each rank is then
// unknown to the others.
func (ts *Threads) Dissolves(c *call.Call) bool {
	frees := func(o *call.Call) bool { return o.Sem.Frees == calls.ClassComm && o.Comm == c.Comm }
	return slices.ContainsFunc(ts.Around(c), frees)
}
