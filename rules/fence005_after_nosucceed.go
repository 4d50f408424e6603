package rules

import "github.com/gomarmot/gomarmot/tracker/op"

// afterNoSucceed is an RMA call after a fence that promised there would be none.
var afterNoSucceed = &Rule{
	ID:       "FENCE005",
	MPI:      "2.0",
	Title:    "RMA call after a fence with MPI_MODE_NOSUCCEED",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says: "A fence with MPI_MODE_NOSUCCEED starts no epoch: no RMA call may follow it before a new " +
		"synchronization.",
	Doc: "The RMA call belongs to no epoch. Some implementations refuse it; others let it through, and nothing " +
		"guarantees when it completes.",
	Advice: "Drop MPI_MODE_NOSUCCEED at that fence on all ranks, or call another fence first.",
	Silent: []string{"RMA calls after a later fence, start or lock", "RMA calls to MPI_PROC_NULL"},
	Limit:  "After a start or lock that failed, the epoch of the call is unknown, and the call is not checked.",
	On:     rmaCalls,
	If:     OutOfEpoch,
	Check: func(p *Pass) {
		w, m := p.Win, &p.Call.RMA
		if w == nil || !w.Fence.NoSucceed || m.ProcNull || m.Request || !live(w) {
			return
		}
		if w.EpochFor(m.Target) != op.NoEpoch || w.Passive() || w.Start.Active() {
			return
		}
		p.Report([]Related{At(roleEnded, w.Fence.Site, "the last fence")},
			"%s after a fence with MPI_MODE_NOSUCCEED: no epoch is open", p.Call.Kind)
	},
}
