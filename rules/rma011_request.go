package rules

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// LostRequest is an RMA request that no wait or test completes.
var LostRequest = &Rule{
	ID:       "RMA011",
	MPI:      "3.0",
	Title:    "RMA request never completed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Request-based RMA Communication Operations",
	Says: "Each request of MPI_Rput and similar calls is completed by a wait, or a test that finds it complete; it is not " +
		"passed to MPI_Request_free.",
	Doc: "Unlock and flush complete the operation, but not the request: it stays allocated, along with what the library " +
		"keeps for it. Often a second call overwrites the only copy of the handle.",
	Advice: "Wait for every request; if you do not need the completion of a single operation, use MPI_Put or its counterpart.",
	Silent: []string{"a request completed after the unlock", "a request that MPI_Request_get_status found complete", "a program that ends without MPI_Finalize"},
	Limit:  "Requests passed to a failing wait or test count as complete.",
	On:     []calls.Kind{calls.RequestFree},
	Done: func(p *Pass) {
		for _, q := range p.Rank.CompletedBy(p.Call) {
			if q.Win == nil {
				continue
			}
			p.ReportAt(q.Made, q.Win.Object(), []Related{At(p.Call.Site, "the request was freed here")},
				"the request of %s was passed to MPI_Request_free without being completed", q.Made.Call)
		}
	},
	Finish: func(p *Pass) {
		if !p.Rank.Finalized {
			return
		}
		pending := p.Rank.PendingRequests()
		slices.SortFunc(pending, func(a, b *state.Request) int {
			return cmp.Or(cmp.Compare(a.Made.Thread, b.Made.Thread), cmp.Compare(a.Made.Seq, b.Made.Seq))
		})
		for _, q := range pending {
			if q.Win == nil {
				continue
			}
			p.ReportAt(q.Made, q.Win.Object(), []Related{At(q.WinFreed, "the window was freed here")},
				"the request of %s is never completed by a wait or test", q.Made.Call)
		}
	},
}
