package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// Reduces returns the reduction inside which a call is made, by the program's own
// function; false if that is not certain. An error handler of the program could call
// anything there as well: where it has one, nothing is said. Other calls than the
// reduction itself go on with those that are pending, and run further functions: of
// attributes, when an object disappears that was still needed, of generalized requests, and
// of the representation of files.
func (r *Rank) Reduces(c *call.Call) (threads.Reduction, bool) {
	around := r.Threads.Around(c)
	if len(around) == 0 || r.Objects.HandlesErrors() || r.Gaps() {
		return threads.Reduction{}, false
	}
	o := around[len(around)-1]
	if r.Objects.Combines(&o.Call) && !o.Sem.Persistent {
		return threads.Reduction{Begun: o.Site, Inside: o}, true
	}
	if r.Objects.HasKeyvals() || r.Requests.AreGeneral() || r.Files.Any() || !r.AllRequests() {
		return threads.Reduction{}, false
	}
	q := r.Requests.Combining(&o.Call, &o.Asked)
	if q == nil {
		return threads.Reduction{}, false
	}
	if !q.Pending() { // o starts it
		return threads.Reduction{Begun: o.Site, Inside: o}, true
	}
	return threads.Reduction{Begun: q.Begun, Inside: o}, true
}
