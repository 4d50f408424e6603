package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// Reduces returns the reduction during which the program's own function makes call c; false if that is uncertain. An
// error handler of the program may call MPI as well, so a program with an error handler gets false. A call other than
// the reduction itself progresses pending operations and may run further callbacks: attribute callbacks when a still
// needed object is destroyed, those of generalized requests, and of data representations of files.
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
