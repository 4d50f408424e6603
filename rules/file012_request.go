package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// lostFileRequest is a nonblocking I/O request that no wait or test completes.
var lostFileRequest = &Rule{
	ID:       "FILE012",
	MPI:      "2.0",
	Title:    "request of nonblocking I/O never completed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Data Access Routines; Closing a File; Nonblocking Collective Operations",
	Says: "Each request of a nonblocking access is completed by a wait, or a test that finds it complete, before the " +
		"file is closed.",
	Doc: "Only the wait guarantees that the data is in the buffer or in the file; MPI_File_close and MPI_File_sync " +
		"do not wait. Often a second call overwrites the only copy of the handle. The request of a nonblocking " +
		"collective call must not be passed to MPI_Request_free either.",
	Advice: "Wait for every request before the file is closed.",
	Silent: []string{"the request of an independent access passed to MPI_Request_free",
		"a request that MPI_Request_get_status found complete",
		"a program that ends without MPI_Finalize", "a request handle set to MPI_REQUEST_NULL by the call"},
	Limit: "Requests passed to a failing wait or test count as complete. Requests completed after the file was " +
		"closed are FILE007.",
	On: []calls.Kind{calls.RequestFree},
	// Check comes before the call returns, because the MPI library may end the program in this call.
	Check: func(p *Pass) {
		p.reportFreed(func(q *requests.Request) bool { return q.File != nil && calls.Of(q.Made.Call).IO.Collective })
	},
	Finish: finalized(func(p *Pass) {
		for _, l := range p.Rank.Requests.Lost() {
			q := &l.First
			if q.File == nil || !q.Pending() {
				continue
			}
			var related []Related
			if len(q.Early) > 0 {
				related = []Related{At(roleFollows, q.Early[len(q.Early)-1], "it was still pending here")}
			}
			p.reportLost(&l, related)
		}
	}),
}
