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

// stray takes an MPI call before the initialization of MPI, or after its end. Objects of some classes may be freed then.
func (r *Rank) stray(s Stray) {
	if class := calls.Of(s.Site.Call).Frees; freedAnytime[class] {
		r.objects.freedLater(class)
		return
	}
	r.threads.stray(s)
}

// mayGoOn reports whether other threads may be right to call MPI while one is in MPI_Finalize, or whether that is not known:
// those that use sessions, and those that a function ends with which MPI_Finalize begins, as it deletes the attributes of
// MPI_COMM_SELF.
func (r *Rank) mayGoOn() bool { return r.sessions.any() || r.objects.mayCallAtEnd() || r.Gaps() }

// OthersIn returns the calls that other threads are in when one enters MPI_Finalize, and which they should have completed.
func (r *Rank) OthersIn(c *Call) []tracker.Site {
	if r.mayGoOn() {
		return nil
	}
	return r.threads.othersInCall(int(c.Site.Ring))
}

// othersInCall returns the calls that other threads than that with a ring are in, without those that are always
// allowed.
func (ts *threads) othersInCall(ring int) []tracker.Site {
	var in []tracker.Site
	for i, t := range ts.list {
		if i == ring || len(t.stack) == 0 || len(in) >= mostStrays {
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
	end := r.FinalizedAt()
	if end.Call != calls.Finalize || end.Ring == c.Site.Ring || r.mayGoOn() || c.Sem.Anytime || c.Kind == calls.Abort || c.Kind == calls.Finalize {
		return
	}
	r.threads.strayIn(c, end)
}

// strayIn notes a call that a thread makes while another one is in a call that ends MPI.
func (ts *threads) strayIn(c *Call, end tracker.Site) {
	again := func(s Stray) bool { return s.Site.Thread == c.Site.Thread }
	if len(ts.strays) < mostStrays && !slices.ContainsFunc(ts.strays, again) {
		ts.strays = append(ts.strays, Stray{Site: c.Site, During: end})
	}
}
