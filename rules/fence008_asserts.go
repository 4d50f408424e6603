package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// FenceAsserts is an assertion that fence does not know.
var FenceAsserts = &Rule{
	ID:       "FENCE008",
	MPI:      "2.0",
	Title:    "assertion that fence does not know",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says:     "MPI_Win_fence knows MPI_MODE_NOSTORE, MPI_MODE_NOPUT, MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED, or-ed together, and 0.",
	Doc: "Other bits are invalid here. They mean something else in another MPI library, whose constants differ, or " +
		"the call fails.",
	Advice: "Remove the bits that fence does not know; 0 is always valid.",
	Silent: []string{"0", "any combination of the four assertions"},
	Limit:  "Windows made past the interception are not followed.",
	On:     []calls.Kind{calls.WinFence},
	Check: func(p *Pass) {
		if live(p.Win) {
			unknownAsserts(p, fenceAsserts(p.Rank.Flavour))
		}
	},
}
