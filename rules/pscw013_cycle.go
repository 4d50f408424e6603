package rules

import "github.com/gomarmot/gomarmot/tracker/fact"

// epochCycle is epochs that would have hung if MPI_Win_start had waited as long as it may.
var epochCycle = &Rule{
	ID:       "PSCW013",
	MPI:      "2.0",
	Title:    "start, post, complete and wait that may deadlock",
	Severity: Warning,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says:     "MPI_Win_start may block until the corresponding calls of MPI_Win_post have been executed.",
	Doc: "Whether MPI_Win_start waits is up to the MPI library. Here some ranks start before they post, in a cycle: " +
		"where it waits, none of them comes to its post.",
	Advice: "Post before you start on each rank that does both, or at least on one rank of the cycle.",
	Silent: []string{"ranks that post before they start",
		"a cycle that a rank breaks because it only posts, or only starts"},
	Limit: "Cycles that other calls take part in are HANG004; where the ranks did hang, HANG001 reports it. Each " +
		"one is reported once for the same calls in the program.",
	Facts: []fact.Kind{fact.OfCycle},
	Job: func(p *JobPass) {
		if f := p.Fact.(*fact.Cycle); epochsAlone(f) {
			reportCycle(p, f, "the run got through only because MPI_Win_start did not wait for MPI_Win_post")
		}
	},
}
