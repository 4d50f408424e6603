package rules

import "github.com/gomarmot/gomarmot/tracker/fact"

// noSucceedDiffers is MPI_MODE_NOSUCCEED passed by some ranks only.
var noSucceedDiffers = &Rule{
	ID:       "FENCE004",
	MPI:      "2.0",
	Title:    "MPI_MODE_NOSUCCEED on some ranks only",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says:     "If any process of the window's group passes MPI_MODE_NOSUCCEED to a fence, all processes must.",
	Doc: "With the assertion, an implementation opens no epoch at the fence. If the ranks differ, RMA calls from " +
		"ranks without it may reach a rank that does not expect any.",
	Advice: "Pass MPI_MODE_NOSUCCEED on all ranks of the window or on none.",
	Silent: []string{"MPI_MODE_NOSTORE and MPI_MODE_NOPUT, which may differ between ranks"},
	Limit:  "Reported only once all ranks have called the fence.",
	Facts:  []fact.Kind{fact.OfMatched},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Matched)
		fenceDiffers(p, f, f.Flavour.ModeNoSucceed, "MPI_MODE_NOSUCCEED")
	},
}
