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
	// During is the MPI_Finalize of another thread; zero: there is none. Open: the call began before it, and had not
	// returned.
	During tracker.Site
	Open   bool
}

// mostStrays bounds those that are kept of calls during MPI_Finalize.
const mostStrays = 8

// mayGoOn reports whether other threads may be right to call MPI while one is in MPI_Finalize, or whether that is not known:
// those that use sessions, and those that a function ends with which MPI_Finalize begins, as it deletes the attributes of
// MPI_COMM_SELF.
func (r *Rank) mayGoOn() bool { return r.stayers || r.selfHooks || r.Gaps() }

// straysOpen notes the calls that other threads are in when one calls MPI_Finalize.
func (r *Rank) straysOpen(c *Call) {
	if r.mayGoOn() {
		return
	}
	for i, t := range r.threads {
		if i == int(c.Site.Ring) || len(t.stack) == 0 || len(r.Strays) >= mostStrays {
			continue
		}
		if o := t.stack[0]; !o.Sem.Anytime && o.Kind != calls.Finalize {
			r.Strays = append(r.Strays, Stray{Site: o.Site, During: c.Site, Open: true})
		}
	}
}

// straysIn notes a call that a thread makes while another one is in MPI_Finalize.
func (r *Rank) straysIn(c *Call) {
	end := r.FinalizedAt
	if end.Call != calls.Finalize || end.Ring == c.Site.Ring || r.mayGoOn() || c.Sem.Anytime || c.Kind == calls.Abort || c.Kind == calls.Finalize {
		return
	}
	if len(r.Strays) < mostStrays && !slices.ContainsFunc(r.Strays, func(s Stray) bool { return s.Site.Thread == c.Site.Thread }) {
		r.Strays = append(r.Strays, Stray{Site: c.Site, During: end})
	}
}
