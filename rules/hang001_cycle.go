package rules

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// Deadlock is ranks that wait for each other.
var Deadlock = &Rule{
	ID:       "HANG001",
	MPI:      "1.0",
	Title:    "ranks wait for each other",
	Severity: Error,
	Scope:    JobScope,
	Hangs:    true,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication",
	Says:     "A call that waits for another rank returns only when that rank has made the call that it waits for.",
	Doc: "Each rank of the cycle is in a call that can return only after another rank of the cycle has gone on: " +
		"none ever does. Ranks that wait for the cycle, without being part of it, are counted.",
	Advice: "Start with the rank whose call is the odd one out: it may be the wrong call, or use the wrong " +
		"communicator. If not, reorder the calls of at least one rank of the cycle so that it sends or receives the " +
		"message that the next rank waits for before it waits itself.",
	Silent: []string{
		"ranks that wait for a rank that computes: the run was cut short",
		"a run that a rank ended through MPI_Abort or an error handler",
		"ranks with several threads, one of which is in no MPI call",
		"calls that all ranks concerned have entered, and that were only about to return",
	},
	Limit: "A cycle of collective calls on one object and calls of one other kind is reported by the rule for the " +
		"collective call that is missing, COLL002 for example. An epoch that lacks its partner is PSCW001 or " +
		"PSCW002, unless the cycle is one of epochs, messages and locks alone. A call that waits for a lock is " +
		"followed to the ranks that have it or have asked for it, if all targets are in MPI calls. Processes of " +
		"other jobs are not followed, unless both jobs are compared, nor are MPI_Comm_create_group and " +
		"MPI_Intercomm_create under MPI_THREAD_MULTIPLE. Loops that poll forever are HANG003. Under " +
		"MPI_THREAD_MULTIPLE the finding is a warning: threads that have made no MPI call are not known.",
	Between: true,
	Facts:   []fact.Kind{fact.OfHang},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Hang)
		if f.Gone {
			return
		}
		ranks := hungRanks(f)
		verb := " wait for each other"
		if len(ranks) == 1 {
			verb = " waits for itself"
		}
		reportHang(p, f, words.Ranks(ranks)+verb)
	},
}
