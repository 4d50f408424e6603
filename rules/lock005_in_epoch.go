package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// LockInEpoch is a lock inside an active target access epoch.
var LockInEpoch = &Rule{
	ID:       "LOCK005",
	MPI:      "2.0",
	Title:    "lock inside a start epoch or a used fence epoch",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Synchronization Calls",
	Says:     "Access epochs of a process on one window must be disjoint.",
	Doc: "The lock begins an access epoch while another one is open on the window. It may fail or wait forever, and " +
		"RMA calls may be completed by the wrong call.",
	Advice: "End the epoch by MPI_Win_complete or a fence (with MPI_MODE_NOSUCCEED where no RMA call follows) before the lock.",
	Silent: []string{"a lock after a fence without RMA calls since", "a lock inside a start over an empty group",
		"epochs on other windows"},
	Limit: "A start that returned an error is taken as not made.",
	On:    []calls.Kind{calls.WinLock, calls.WinLockAll},
	Check: func(p *Pass) {
		w := p.Win
		switch {
		case !live(w):
		case w.Start.Active():
			p.Report([]Related{At(w.Start.Site, "the access epoch was started here")},
				"%s while the access epoch of MPI_Win_start is open", p.Call.Kind)
		case w.Fence.Used:
			p.Report(fenceUsed(w), "%s inside a fence epoch with RMA calls", p.Call.Kind)
		}
	},
}
