package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// badFenceAsserts is an assertion that is not valid for fence.
var badFenceAsserts = &Rule{
	ID:       "FENCE008",
	MPI:      "2.0",
	Title:    "assertion not valid for fence",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says: "MPI_Win_fence accepts MPI_MODE_NOSTORE, MPI_MODE_NOPUT, MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED, " +
		"combined with or, and 0.",
	Doc: "Other bits are invalid here. They mean something else in another MPI library, where the constants differ, " +
		"or the call fails.",
	Advice: "Remove the bits that are not valid for fence; 0 is always valid.",
	Silent: []string{"0", "any combination of the four assertions"},
	Limit:  "Windows created by calls that gomarmot did not see are not checked.",
	On:     []calls.Kind{calls.WinFence},
	Check: func(p *Pass) {
		if live(p.Win) {
			unknownAsserts(p, fenceAsserts(p.Rank.Flavour))
		}
	},
}

// fenceAsserts are the assertions that MPI_Win_fence accepts.
func fenceAsserts(f *calls.Flavour) int64 {
	return f.ModeNoStore | f.ModeNoPut | f.ModeNoPrecede | f.ModeNoSucceed
}
