package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// fenceUnclosed is a fence epoch with RMA calls but no closing fence.
var fenceUnclosed = &Rule{
	ID:       "FENCE010",
	MPI:      "2.0",
	Title:    "no fence ends the epoch of RMA calls",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Fence",
	Says:     "RMA calls synchronized by fences need a fence before and a fence after them.",
	Doc: "No call completes the RMA calls since the last fence: freeing the window or finalizing MPI does not. Data " +
		"may not arrive, or the window may be freed while it arrives.",
	Advice: "Call MPI_Win_fence on all ranks after the last RMA call.",
	Silent: []string{"a fence without RMA calls after it, which opens no epoch", "RMA calls to MPI_PROC_NULL"},
	Limit:  "A rank that did not reach MPI_Win_free or MPI_Finalize may still have been on its way to the fence.",
	On:     []calls.Kind{calls.WinFree},
	Check: func(p *Pass) {
		if w := p.Win; live(w) && w.Fence.Used {
			p.Report(fenceUsed(w), "MPI_Win_free, but no fence ends the epoch of %s and "+
				"the RMA calls after it", w.Fence.First.Call)
		}
	},
	Finish: finalized(func(p *Pass) {
		for _, w := range p.Rank.Windows.Living() {
			if live(w) && w.Fence.Used {
				p.ReportAt(w.Fence.First, w.Object(), []Related{At(roleBegan, w.Fence.Site,
					"the fence epoch was opened here")},
					"no fence ends the epoch of this %s before %s",
					w.Fence.First.Call, p.Rank.Sessions.FinalizedAt.Call)
			}
		}
	}),
}
