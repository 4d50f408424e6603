package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// LockAsserts is an assertion that lock does not know.
var LockAsserts = &Rule{
	ID:       "LOCK009",
	MPI:      "2.0",
	Title:    "assertion that lock does not know",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says:     "MPI_Win_lock and MPI_Win_lock_all know MPI_MODE_NOCHECK; 0 is always valid.",
	Doc: "Other bits are invalid here. They mean something else in another MPI library, whose constants differ, or " +
		"the call fails.",
	Advice: "Remove the bits that lock does not know; 0 is always valid.",
	Silent: []string{"0", "MPI_MODE_NOCHECK"},
	Limit:  "Windows made past the interception are not followed.",
	On:     []calls.Kind{calls.WinLock, calls.WinLockAll},
	Check: func(p *Pass) {
		if live(p.Win) {
			unknownAsserts(p, p.Rank.Flavour.ModeNoCheck)
		}
	},
}
