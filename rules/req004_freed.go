package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// freedActive is MPI_Request_free of an operation that must be completed.
var freedActive = &Rule{
	ID:       "REQ004",
	MPI:      "1.0",
	Title:    "request freed while its operation is active",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Communication Request Objects; Nonblocking Collective Operations; Partitioned Communication",
	Says: "Active receives should not be freed. The requests of nonblocking collective operations, and those of " +
		"partitioned operations while they are active, must not be.",
	Doc: "Once the request is gone, the program cannot know when the data has arrived: the buffer may change at any " +
		"later time, even after it has another use. For nonblocking collective and active partitioned operations the " +
		"call is an error.",
	Advice: "Complete the request with a wait or test. If the data of a receive is no longer wanted, call MPI_Cancel " +
		"and then MPI_Wait.",
	Silent: []string{
		"an active send, also a persistent one",
		"an inactive persistent request, of any kind",
		"a receive that was cancelled before, or that MPI_Request_get_status found complete",
		"a receive from MPI_PROC_NULL",
	},
	Limit: "Requests of RMA are RMA011, those of files FILE012. Requests of MPI_Imrecv are not judged.",
	On:    []calls.Kind{calls.RequestFree},
	Check: func(p *Pass) {
		for g := p.Call.Given(); g.Next(); {
			q := g.Request
			if !g.Sure() || !q.Active {
				continue
			}
			related := []Related{At(roleBegan, q.Begun, "it was started here")}
			if q.Persistent() {
				related = append(related, At(roleCreated, q.Made, "the request was created here"))
			}
			switch {
			case q.Collective() && !q.Persistent():
				p.ReportAs(Error, related, "MPI_Request_free of the request of %s, a nonblocking "+
					"collective operation", q.Made.Call)
			case q.Done:
			case q.Parts != nil:
				p.ReportAs(Error, related, "MPI_Request_free of the request of %s while the partitioned operation is "+
					"active", q.Made.Call)
			case q.Collective():
				p.Report(related, "MPI_Request_free of the request of %s while the "+
					"collective operation is active", q.Made.Call)
			case q.Receives && q.Cancelled.IsZero():
				p.Report(related, "MPI_Request_free of the request of %s while the receive is active: when its data "+
					"has arrived "+
					"cannot be known", q.Made.Call)
			}
		}
	},
}
