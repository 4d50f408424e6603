package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// noPrecedeBroken is MPI_MODE_NOPRECEDE on a fence that RMA calls precede.
var noPrecedeBroken = &Rule{
	ID:       "FENCE002",
	MPI:      "2.0",
	Title:    "MPI_MODE_NOPRECEDE although RMA calls precede",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says: "With MPI_MODE_NOPRECEDE the program promises that the fence completes no RMA calls issued by this " +
		"process.",
	Doc: "The MPI library may skip the completion of RMA calls at such a fence. Here the rank has issued RMA calls " +
		"since its last fence: data may not have arrived when the fence returns.",
	Advice: "Drop MPI_MODE_NOPRECEDE at this fence, on all ranks.",
	Silent: []string{"RMA calls completed by an earlier fence",
		"RMA calls in lock or start epochs that unlock or complete has ended", "RMA calls to MPI_PROC_NULL"},
	Limit: "Windows created by calls that gomarmot did not see are not checked.",
	On:    []calls.Kind{calls.WinFence},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) || !w.Fence.Used || p.Call.In[p.Call.Sem.Assert]&p.Rank.Flavour.ModeNoPrecede == 0 {
			return
		}
		p.Report(fenceUsed(w), "MPI_Win_fence with MPI_MODE_NOPRECEDE, but this rank has issued RMA calls since its "+
			"last fence")
	},
}
