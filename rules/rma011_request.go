package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// lostRequest is an RMA request that no wait or test completes.
var lostRequest = &Rule{
	ID:       "RMA011",
	MPI:      "3.0",
	Title:    "RMA request never completed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Request-based RMA Communication Operations",
	Says: "Each request of MPI_Rput and similar calls is completed by a wait, or a test that finds it complete; it " +
		"is not passed to MPI_Request_free.",
	Doc: "Unlock and flush complete the operation, but not the request: it stays allocated, along with what the " +
		"library keeps for it. Often a second call overwrites the only copy of the handle.",
	Advice: "Wait for every request; if you do not need the completion of a single operation, use MPI_Put or its " +
		"counterpart.",
	Silent: []string{"a request completed after the unlock", "a request that MPI_Request_get_status found complete",
		"a program that ends without MPI_Finalize"},
	Limit: "Requests passed to a failing wait or test count as complete.",
	On:    []calls.Kind{calls.RequestFree},
	// Check comes before the call returns, because the MPI library may end the program in this call.
	Check: func(p *Pass) {
		p.reportFreed(func(q *requests.Request) bool { return q.Win != nil })
	},
	Finish: finalized(func(p *Pass) {
		for _, l := range p.Rank.Requests.Lost() {
			if q := &l.First; q.Win != nil && q.Pending() {
				p.reportLost(&l, []Related{At(roleFreed, q.Outlived.WinFreed, "the window was freed here")})
			}
		}
	}),
}
