package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// OthersInCall returns the calls in which other threads are than the thread with the ring, except calls that are always
// allowed.
func (ts *Threads) OthersInCall(ring int) []tracker.Site {
	var in []tracker.Site
	for i, t := range ts.List {
		if i == ring || len(t.Stack) == 0 || len(in) >= mostStrays {
			continue
		}
		if o := t.Stack[0]; !o.Sem.Anytime && o.Kind != calls.Finalize {
			in = append(in, o.Site)
		}
	}
	return in
}

// StrayIn notes a call that a thread makes while another thread is in the call that finalizes MPI.
func (ts *Threads) StrayIn(c *call.Call, end tracker.Site) {
	again := func(s Stray) bool { return s.Site.Thread == c.Site.Thread }
	if len(ts.Strays) < mostStrays && !slices.ContainsFunc(ts.Strays, again) {
		ts.Strays = append(ts.Strays, Stray{Site: c.Site, During: end})
	}
}
