package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/sessions"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
)

// strayEvent applies a Stray record.
func (r *Rank) strayEvent(e *event.Event) {
	at := tracker.Site{Rank: int32(r.World), Call: calls.Kind(e.A[0]), Ring: e.Thread, Seq: e.Seq, PC: e.PC}
	after := e.A[1] == 1
	if after && at.Call == calls.SessionInit {
		r.Sessions.Later = sessions.Later{Site: at}
		if e.N > 3 {
			r.Sessions.Later.Open, r.Sessions.Later.Signal = e.A[2] == 1, e.A[3]
		}
		return
	}
	r.stray(threads.Stray{After: after, Site: at})
}

// stray applies an MPI call made before MPI is initialized or after it is finalized. Objects of some classes may be
// freed then.
func (r *Rank) stray(s threads.Stray) {
	if class := calls.Of(s.Site.Call).Frees; objects.FreedAnytime[class] {
		r.Objects.FreedLater(class)
		return
	}
	r.Threads.Stray(s)
}

// mayGoOn reports whether other threads may call MPI while a thread is in MPI_Finalize, or whether that is uncertain. A
// thread may if it uses sessions, or if an attribute callback of MPI_COMM_SELF, which MPI_Finalize runs first, ends it.
func (r *Rank) mayGoOn() bool { return r.Sessions.Any() || r.Objects.MayCallAtEnd() || r.Gaps() }

// OthersIn returns the open calls of other threads, which they should have completed before this thread entered
// MPI_Finalize.
func (r *Rank) OthersIn(c *call.Call) []tracker.Site {
	if r.mayGoOn() {
		return nil
	}
	return r.Threads.OthersInCall(int(c.Site.Ring))
}

// straysIn notes a call that a thread makes while another thread is in MPI_Finalize.
func (r *Rank) straysIn(c *call.Call) {
	end := r.Sessions.FinalizedAt
	if end.Call != calls.Finalize || end.Ring == c.Site.Ring || r.mayGoOn() || c.Sem.Anytime || c.Kind == calls.Abort ||
		c.Kind == calls.Finalize {
		return
	}
	r.Threads.StrayIn(c, end)
}
