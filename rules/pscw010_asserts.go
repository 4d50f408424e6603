package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// epochAsserts is an assertion that is not valid for start or post.
var epochAsserts = &Rule{
	ID:       "PSCW010",
	MPI:      "2.0",
	Title:    "assertion not valid for start or post",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says: "MPI_Win_start accepts MPI_MODE_NOCHECK; MPI_Win_post accepts MPI_MODE_NOCHECK, MPI_MODE_NOSTORE and " +
		"MPI_MODE_NOPUT; 0 is always valid.",
	Doc: "Other bits are invalid here. They mean something else in another MPI library, where the constants differ, " +
		"or the call fails.",
	Advice:    "Remove the bits that are not valid for the call; 0 is always valid.",
	Silent:    []string{"0", "any combination of the assertions the call accepts"},
	Limit:     "Windows created by calls that gomarmot did not see are not checked.",
	On:        []calls.Kind{calls.WinStart, calls.WinPost},
	Arguments: true,
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
