package rules

import (
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// disconnectPending is an MPI_Comm_disconnect before a request of the communicator is complete.
var disconnectPending = &Rule{
	ID:       "REQ008",
	MPI:      "2.0",
	Title:    "communicator disconnected before its requests are complete",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Releasing Connections",
	Says: "MPI_Comm_disconnect is called only when all communication on the communicator is complete and matched: " +
		"the requests of nonblocking operations are freed, those of persistent operations inactive or freed.",
	Doc: "The request of a nonblocking or started operation was still there when the communicator was disconnected, " +
		"and was completed only later. MPI_Comm_disconnect waits for the operation: if that needs something that the " +
		"program does only later, it waits forever. MPI_Comm_free, unlike it, may be called while operations are " +
		"under way.",
	Advice: "Complete the request before MPI_Comm_disconnect, or call MPI_Comm_free if nothing needs to be " +
		"disconnected.",
	Silent: []string{
		"MPI_Comm_free while requests are pending",
		"a request completed by a wait, found complete by a test or MPI_Request_get_status, or freed",
		"an inactive persistent request",
		"requests of other communicators",
	},
	Limit: "A request that is never completed is REQ001 only; this rule reports once the request is waited for, or " +
		"at the end of a run without MPI_Finalize. If the library gives several pending requests the same handle " +
		"value, the rule is silent.",
	On: completers,
	If: Outlives,
	// A wait may never return, but its arguments already name the requests that it completes.
	Check: func(p *Pass) {
		if waits(p.Call.Kind) {
			reportDisconnected(p)
		}
	},
	Done: func(p *Pass) {
		if !waits(p.Call.Kind) {
			reportDisconnected(p)
		}
	},
	Finish: func(p *Pass) {
		for _, q := range leftPending(p) {
			disconnected(p, q, nil)
		}
	},
}

func reportDisconnected(p *Pass) {
	for x := p.Rank.CompletedBy(p.Call); x.Next(); {
		disconnected(p, x.Request, p.Call)
	}
}

// disconnected reports the call that the program should have made after q was complete. by is the call that completes
// q, if any.
func disconnected(p *Pass, q *requests.Request, by *call.Call) {
	if q.Outlived.Disconnected.IsZero() || q.Shared || q.Doubtful {
		return
	}
	related, later := []Related{At(roleBegan, q.Begun, "the operation was started here")}, ""
	if by != nil {
		related = append(related, At(roleFollows, by.Site, "the request was not completed before this call"))
		later = ": it is completed later, by " + by.Kind.String()
	}
	if q.Persistent() {
		related = append(related, At(roleCreated, q.Made, "the request was created here"))
	}
	p.ReportAt(q.Outlived.Disconnected, q.On, related, "MPI_Comm_disconnect of %s while the request of %s is %s%s",
		q.On.Label, q.Made.Call,
		stateOf(q), later)
}

func stateOf(q *requests.Request) string {
	if q.Persistent() {
		return "active"
	}
	return "pending"
}
