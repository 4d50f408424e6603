package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// lockAsserts is an assertion that is not valid for lock.
var lockAsserts = &Rule{
	ID:       "LOCK009",
	MPI:      "2.0",
	Title:    "assertion not valid for lock",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says:     "MPI_Win_lock and MPI_Win_lock_all accept MPI_MODE_NOCHECK; 0 is always valid.",
	Doc: "Other bits are invalid here. They mean something else in another MPI library, where the constants differ, " +
		"or the call fails.",
	Advice: "Remove the bits that are not valid for lock; 0 is always valid.",
	Silent: []string{"0", "MPI_MODE_NOCHECK"},
	Limit:  "Windows created by calls that gomarmot did not see are not checked.",
	On:     []calls.Kind{calls.WinLock, calls.WinLockAll},
	Check: func(p *Pass) {
		if live(p.Win) {
			unknownAsserts(p, p.Rank.Flavour.ModeNoCheck)
		}
	},
}
