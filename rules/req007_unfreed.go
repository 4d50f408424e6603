package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// PersistentLeft is a persistent request that is left at the end.
var PersistentLeft = &Rule{
	ID:       "REQ007",
	MPI:      "1.0",
	Title:    "persistent request never freed",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Persistent Communication Requests; Finalizing MPI",
	Says: "A wait or test makes a persistent request inactive; only MPI_Request_free frees it. The program frees what it " +
		"has created before MPI_Finalize.",
	Doc:    "The library keeps the request, its datatype and its communicator. Created in a loop, such requests use up memory.",
	Advice: "Pass the request to MPI_Request_free after its last use.",
	Silent: []string{
		"persistent requests that are freed, also while a send is active",
		"a program that ends without MPI_Finalize",
		"other requests, which a wait or test frees",
	},
	Limit: "Requests of one line of the program are one finding, with their number. One that is still active is REQ001.",
	Finish: func(p *Pass) {
		if !p.Rank.Finalized || !p.Rank.Watches(calls.FamilyMessages) {
			return
		}
		for _, l := range p.Rank.LostRequests() {
			if q := &l.First; q.Persistent() && !q.Pending() && ofMessages(q.Sem) {
				p.reportLeft(&l, nil, "the persistent request of %s is never freed", "%s of %s are never freed")
			}
		}
	},
}

// ofMessages reports whether a request that a call returns stands for communication
// of processes, or for an operation of the program's own.
func ofMessages(s *calls.Sem) bool { return s.Starts != calls.StartsRMA && s.Starts != calls.StartsIO }
