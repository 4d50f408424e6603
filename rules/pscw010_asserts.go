package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// EpochAsserts is an assertion that start or post does not know.
var EpochAsserts = &Rule{
	ID:       "PSCW010",
	MPI:      "2.0",
	Title:    "assertion that start or post does not know",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says:     "MPI_Win_start knows MPI_MODE_NOCHECK; MPI_Win_post knows MPI_MODE_NOCHECK, MPI_MODE_NOSTORE and MPI_MODE_NOPUT; 0 is always valid.",
	Doc: "Other bits are invalid here. They mean something else in another MPI library, whose constants differ, or " +
		"the call fails.",
	Advice: "Remove the bits that the call does not know; 0 is always valid.",
	Silent: []string{"0", "any combination of the assertions the call knows"},
	Limit:  "Windows made past the interception are not followed.",
	On:     []calls.Kind{calls.WinStart, calls.WinPost},
	Check: func(p *Pass) {
		if !live(p.Win) {
			return
		}
		f := p.Rank.Flavour
		known := f.ModeNoCheck
		if p.Call.Kind == calls.WinPost {
			known |= f.ModeNoStore | f.ModeNoPut
		}
		unknownAsserts(p, known)
	},
}
