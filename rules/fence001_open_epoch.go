package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// fenceInEpoch is a fence while another epoch is open on the window.
var fenceInEpoch = &Rule{
	ID:       "FENCE001",
	MPI:      "2.0",
	Title:    "fence while another epoch is open",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Synchronization Calls",
	Says:     "A process must end its other epochs on a window before it calls MPI_Win_fence on that window.",
	Doc: "A fence ends and opens epochs of its own, and different epochs on a window must not overlap. Between start " +
		"and complete, post and wait, or lock and unlock, the fence may fail, wait forever, or return before the RMA " +
		"calls of the open epoch are complete.",
	Advice: "Call MPI_Win_complete, MPI_Win_wait or MPI_Win_unlock before the fence.",
	Silent: []string{"epochs open on another window", "start or post with an empty group"},
	Limit:  "An epoch does not count as open if the call that opens it returned an error.",
	On:     []calls.Kind{calls.WinFence},
	Check: func(p *Pass) {
		if !live(p.Win) {
			return
		}
		if what, at := openEpoch(p.Win); !at.IsZero() {
			p.Report([]Related{At(roleBegan, at, "the epoch was opened here")}, "MPI_Win_fence while %s", what)
		}
	},
}
