package rules

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// WaitsInVain is a rank that waits for a rank that has ended.
var WaitsInVain = &Rule{
	ID:       "HANG002",
	MPI:      "1.0",
	Title:    "rank waits for something that can no longer come",
	Severity: Error,
	Scope:    JobScope,
	Hangs:    true,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication",
	Says: "Every receive needs a message, and every send that is not buffered a receive: a rank that is in " +
		"MPI_Finalize makes neither.",
	Doc: "The rank that should send the message, or receive it, has called MPI_Finalize or ended. Often the numbers " +
		"of sends and receives differ, or the send and the receive differ in rank, tag or communicator.",
	Advice: "Compare the calls on both ranks: one of them sends or receives once too often, or with another rank, " +
		"tag or communicator.",
	Silent: []string{"a run that a rank ended through MPI_Abort or an error handler"},
	Limit: "Collective calls that a rank did not make before it ended are COLL002, epochs that it did not open " +
		"PSCW001 and PSCW002.",
	Facts:   []fact.Kind{fact.OfHang},
	Between: true,
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Hang)
		if !f.Gone {
			return
		}
		ranks := hungRanks(f)
		verb := " waits forever"
		if len(ranks) > 1 {
			verb = " wait forever"
		}
		reportHang(p, f, words.Ranks(ranks)+verb)
	},
}
