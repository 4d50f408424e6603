package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// cancelOther is MPI_Cancel of an operation that cannot be cancelled.
var cancelOther = &Rule{
	ID:       "REQ006",
	MPI:      "2.0",
	Title:    "cancel of an operation that cannot be cancelled",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Cancel; Nonblocking Collective Operations; Request-based RMA Communication Operations; " +
		"Partitioned Communication",
	Says: "MPI_Cancel is for receives, for generalized requests and, deprecated since MPI-4.0, for sends. Collective " +
		"and RMA operations, data access to files and active partitioned operations cannot be cancelled. Only a " +
		"pending operation can be cancelled: an inactive persistent request has none.",
	Doc: "MPI libraries return an error, end the job or ignore the call, so that the wait after it still waits for " +
		"the operation. Libraries that cannot take back a send ignore its cancellation in the same way.",
	Advice: "Complete the operation. To be able to stop waiting for a message, let the sender say so in a message of " +
		"its own. Cancel a persistent request only between MPI_Start and the call that completes it.",
	Silent: []string{
		"MPI_Cancel of a receive, also of a persistent one that is active",
		"MPI_Cancel of a generalized request",
		"MPI_Cancel of a persistent request after a call has failed that starts or completes it",
		"MPI_Cancel of a send, if the MPI library implements an MPI version before 4.0",
	},
	Limit: "An inactive request is reported only if a single thread makes all MPI calls: another thread may just " +
		"have started it. The cancellation of a send is a warning; whether it is deprecated is judged by the " +
		"version of MPI that the library says it implements.",
	On: []calls.Kind{calls.Cancel},
	Check: func(p *Pass) {
		for g := p.Call.Given(); g.Next(); {
			q := g.Request
			if !g.Sure() {
				continue
			}
			related := []Related{At(roleCreated, q.Made, "the request was created here")}
			if q.Persistent() && !q.Active && !q.Doubtful && q.Parts == nil && q.Sem.Starts == calls.StartsMessage &&
				p.Rank.OneThread() && p.Rank.AllRequests() {
				p.Report(related, "MPI_Cancel of the request of %s, which is not active", q.Made.Call)
				continue
			}
			switch q.Sem.Starts {
			case calls.StartsCollective, calls.StartsMakeComm, calls.StartsRMA, calls.StartsIO:
				p.Report(related, "MPI_Cancel of the request of %s, which cannot be cancelled", q.Made.Call)
			case calls.StartsMessage:
				switch {
				case q.Parts != nil:
					if q.Active {
						p.Report(related, "MPI_Cancel of the request of %s while the "+
							"partitioned operation is active", q.Made.Call)
					}
				case q.Sem.Match != calls.MatchReceive && p.Rank.Std >= 40:
					p.ReportAs(Warning, related, "MPI_Cancel of the request of %s: cancelling sends is deprecated",
						q.Made.Call)
				}
			}
		}
	},
}
