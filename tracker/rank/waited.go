package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// resolveRepeated looks the requests up of a call that programs repeat. If they are unknown, records are missing.
func (r *Rank) resolveRepeated(c *call.Call, t *threads.Thread) {
	for _, o := range t.Stack {
		if o != c { // it has not returned, and keeps what it was given
			o.Asked.Keep(&t.Waited)
		}
	}
	if !r.requests.ResolveRepeated(&c.Call, &c.Asked, &t.Waited) {
		r.Gap = true
		r.forget(&reading.ToAll)
	}
}

// MayBeVain reports whether a call may have been given a handle that no request has, other than MPI_REQUEST_NULL. Of a
// long array this is known without a look at its elements.
func (r *Rank) MayBeVain(c *call.Call) bool { return r.requests.MayBeVain(&c.Asked) }

// startThread takes the first record of a thread. What the one before, with the same ring, has waited for is over.
func (r *Rank) startThread(e *event.Event) {
	r.requests.ForgetWaited(&r.threads.Of(int(e.Thread)).Waited)
	r.threads.StartThread(e)
}
