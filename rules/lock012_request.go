package rules

import "github.com/gomarmot/gomarmot/tracker/op"

// requestOutsideLock is request-based RMA outside a passive target epoch.
var requestOutsideLock = &Rule{
	ID:       "LOCK012",
	MPI:      "3.0",
	Title:    "request-based RMA call outside a lock epoch",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Request-based RMA Communication Operations",
	Says: "MPI_Rput, MPI_Rget, MPI_Raccumulate and MPI_Rget_accumulate may be called only within a passive " +
		"target epoch.",
	Doc: "Request-based RMA calls are defined for lock epochs only. In a fence or start epoch some implementations " +
		"refuse them; in others the completion of the request says nothing.",
	Advice: "Use the call without a request in fence and start epochs, or lock the target.",
	Silent: []string{"inside lock_all", "RMA calls to MPI_PROC_NULL"},
	Limit: "After a lock that failed or was requested twice, it is unknown which locks are held, and calls are not " +
		"checked.",
	On: requestBasedRMA,
	Check: func(p *Pass) {
		w, m := p.Win, &p.Call.RMA
		if !live(w) || m.ProcNull || !w.Contains(m.Target) || len(w.Locks) > 0 && !w.Start.Active() {
			return
		}
		switch e := w.EpochFor(m.Target); {
		case e == op.StartedEpoch || e == op.NoEpoch && w.Start.Active():
			p.Report([]Related{At(roleBegan, w.Start.Site, "the access epoch was started here")},
				"%s in a start epoch, but request-based RMA calls need a lock", p.Call.Kind)
		case e == op.NoEpoch:
			p.Report(nil, "%s without a lock: no access epoch is open", p.Call.Kind)
		case e == op.FenceEpoch:
			p.Report([]Related{At(roleBegan, w.Fence.Site, "the fence epoch was opened here")},
				"%s in a fence epoch, but request-based RMA calls need a lock", p.Call.Kind)
		}
	},
}
