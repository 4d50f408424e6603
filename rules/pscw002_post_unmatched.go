package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// postUnmatched is a post for an origin that never starts.
var postUnmatched = &Rule{
	ID:       "PSCW002",
	MPI:      "2.0",
	Title:    "post without a matching start",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says: "Each process in the group of MPI_Win_post must call a matching MPI_Win_start that names the posting " +
		"process.",
	Doc: "The k-th post that names an origin matches the k-th start of that origin that names the target. The wait " +
		"after the post needs the complete of every rank in the group, so it waits forever.",
	Advice: "Make every rank of the post group start and complete, with this rank in the group of the start, or " +
		"remove the missing rank from the post group.",
	Silent: []string{"post for an empty group", "runs that were cut short before the other rank could start"},
	Limit: "After a start or post that failed, what that rank matches is unknown and not checked. Where the other " +
		"rank cannot go on because it waits for this one - for an epoch, a message or a lock - that is HANG001.",
	Facts: []fact.Kind{fact.OfUnmatched},
	Job: func(p *JobPass) {
		if f := p.Fact.(*fact.Unmatched); !f.IsStart {
			unmatched(p, f, calls.WinStart)
		}
	},
}
