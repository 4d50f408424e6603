package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// stray takes an MPI call before the initialization of MPI, or after its end. Objects of some classes may be freed then.
func (r *Rank) stray(s threads.Stray) {
	if class := calls.Of(s.Site.Call).Frees; objects.FreedAnytime[class] {
		r.Objects.FreedLater(class)
		return
	}
	r.Threads.Stray(s)
}

// mayGoOn reports whether other threads may be right to call MPI while one is in MPI_Finalize, or whether that is not known:
// those that use sessions, and those that a function ends with which MPI_Finalize begins, as it deletes the attributes of
// MPI_COMM_SELF.
func (r *Rank) mayGoOn() bool { return r.Sessions.Any() || r.Objects.MayCallAtEnd() || r.Gaps() }

// OthersIn returns the calls that other threads are in when one enters MPI_Finalize, and which they should have completed.
func (r *Rank) OthersIn(c *call.Call) []tracker.Site {
	if r.mayGoOn() {
		return nil
	}
	return r.Threads.OthersInCall(int(c.Site.Ring))
}

// straysIn notes a call that a thread makes while another one is in MPI_Finalize.
func (r *Rank) straysIn(c *call.Call) {
	end := r.Sessions.FinalizedAt
	if end.Call != calls.Finalize || end.Ring == c.Site.Ring || r.mayGoOn() || c.Sem.Anytime || c.Kind == calls.Abort || c.Kind == calls.Finalize {
		return
	}
	r.Threads.StrayIn(c, end)
}
