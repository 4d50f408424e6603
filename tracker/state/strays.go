package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Stray is an MPI call before the initialization of MPI, or after its end.
type Stray struct {
	Site  tracker.Site
	After bool
	// During is the MPI_Finalize of another thread; zero: there is none.
	During tracker.Site
}

// mostStrays bounds those that are kept of calls during MPI_Finalize.
const mostStrays = 8

// mayGoOn reports whether other threads may be right to call MPI while one is in MPI_Finalize, or whether that is not known:
// those that use sessions, and those that a function ends with which MPI_Finalize begins, as it deletes the attributes of
// MPI_COMM_SELF.
func (r *Rank) mayGoOn() bool { return !r.sessions.first.IsZero() || r.sessions.selfHooks || r.Gaps() }

// OthersIn returns the calls that other threads are in when one enters MPI_Finalize, and which they should have completed.
func (r *Rank) OthersIn(c *Call) []tracker.Site {
	if r.mayGoOn() {
		return nil
	}
	var in []tracker.Site
	for i, t := range r.threads.list {
		if i == int(c.Site.Ring) || len(t.stack) == 0 || len(in) >= mostStrays {
			continue
		}
		if o := t.stack[0]; !o.Sem.Anytime && o.Kind != calls.Finalize {
			in = append(in, o.Site)
		}
	}
	return in
}

// straysIn notes a call that a thread makes while another one is in MPI_Finalize.
func (r *Rank) straysIn(c *Call) {
	end := r.sessions.finalizedAt
	if end.Call != calls.Finalize || end.Ring == c.Site.Ring || r.mayGoOn() || c.Sem.Anytime || c.Kind == calls.Abort || c.Kind == calls.Finalize {
		return
	}
	if len(r.threads.strays) < mostStrays && !slices.ContainsFunc(r.threads.strays, func(s Stray) bool { return s.Site.Thread == c.Site.Thread }) {
		r.threads.strays = append(r.threads.strays, Stray{Site: c.Site, During: end})
	}
}
