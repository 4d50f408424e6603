package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// requestLeft is a request that is left at the end although its operation is complete.
var requestLeft = &Rule{
	ID:       "REQ007",
	MPI:      "1.0",
	Title:    "request never freed",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Persistent Communication Requests; Non-Destructive Test of status; Finalizing MPI",
	Says: "A wait or test makes a persistent request inactive; only MPI_Request_free frees it. " +
		"MPI_Request_get_status frees no request. The program frees what it has created before MPI_Finalize.",
	Doc: "The library keeps the request, its datatype and its communicator. Created in a loop, such requests use " +
		"up memory.",
	Advice: "Pass the request to MPI_Request_free after its last use; where MPI_Request_get_status has found it " +
		"complete, a wait or test will do, too.",
	Silent: []string{
		"persistent requests that are freed, also while a send is active",
		"a program that ends without MPI_Finalize",
		"other requests, which a wait or test frees",
		"requests that are waited for, tested or freed after MPI_Request_get_status has found them complete",
	},
	Limit: "Requests of one line of the program are one finding, with their number. A request whose operation is " +
		"not known to be complete is REQ001, RMA011 or FILE012.",
	Finish: finalized(func(p *Pass) {
		if !p.Rank.Watches(calls.FamilyMessages) {
			return
		}
		for _, l := range p.Rank.Requests.Lost() {
			switch q := &l.First; {
			case q.Pending():
			case !q.Persistent():
				p.reportLeft(&l, nil, "the request of %s is never freed: MPI_Request_get_status, which found it "+
					"complete, does not do that",
					"%s of %s are never freed: MPI_Request_get_status, which found them complete, does not do that")
			case ofMessages(q.Sem):
				p.reportLeft(&l, nil, "the persistent request of %s is never freed", "%s of %s are never freed")
			}
		}
	}),
}

// ofMessages reports whether a request that a call returns stands for communication
// of processes, or for an operation of the program's own.
func ofMessages(s *calls.Sem) bool { return s.Starts != calls.StartsRMA && s.Starts != calls.StartsIO }
