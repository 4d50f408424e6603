package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// lostOperation is an operation whose request no call completes.
var lostOperation = &Rule{
	ID:       "REQ001",
	MPI:      "1.0",
	Title:    "operation never completed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Communication Completion; Finalizing MPI",
	Says: "Before MPI_Finalize, each process completes every nonblocking operation that it has started: by a wait, a " +
		"test that finds it complete, or MPI_Request_free where that is allowed.",
	Doc: "The buffer may be in use until the operation is complete, and the library keeps its data about the " +
		"operation: a request lost in each round of a loop is memory lost in each round. Often a later call " +
		"overwrites the only copy of the handle; the finding names that call. A process that knows sessions only " +
		"ends with the last MPI_Session_finalize.",
	Advice: "Wait for every request. Give each operation that is under way its own variable, such as an element of " +
		"an array for MPI_Waitall.",
	Silent: []string{
		"an active send passed to MPI_Request_free",
		"a request that MPI_Request_get_status found complete, and that is not freed (REQ007)",
		"a program that ends without MPI_Finalize",
		"requests completed by another thread, or by way of a copy of the handle",
		"a request handle set to MPI_REQUEST_NULL by the call",
		"a request that was started again while it was active (REQ002)",
	},
	Limit: "Requests of one line of the program are one finding, with their number. Requests passed to a failing " +
		"wait or test count as complete. If the MPI library gives requests of several lines one handle value, the " +
		"finding names all of these lines; if requests of one line have one value, a request whose variable was " +
		"overwritten counts as lost. Requests of RMA are RMA011, those of files FILE012. Beyond 65,536 requests at " +
		"once, older requests are only counted; if it is then unknown which of them were completed, they are not " +
		"reported.",
	Finish: finalized(func(p *Pass) {
		if !p.Rank.Watches(calls.FamilyMessages) {
			return
		}
		for _, l := range p.Rank.Requests.Lost() {
			q := &l.First
			if !q.Pending() || q.Win != nil || q.File != nil || !ofMessages(q.Sem) || q.Restarted {
				continue
			}
			p.reportLeft(&l, []Related{
				At(roleFollows, q.Overwritten, "this call then stored its request in the same variable"),
				At(roleFollows, q.Cancelled, "it was cancelled here, which does not complete it"),
				At(roleFollows, q.Tested, "a test found it pending here, and so did not complete it"),
			}, "the operation of %s is never completed: "+unended(&l, "its request"),
				"%s of %s are never completed: "+unended(&l, "them"))
		}
	}),
}

// unended names the calls that could have ended the requests that are left; them names the requests.
func unended(l *requests.Lost, them string) string {
	text := ""
	switch l.Tested {
	case 0:
		text = "no call waits for, tests or frees " + them
	case l.Count:
		text = fmt.Sprintf("%s found %s pending (flag = false), and no call waits for or frees %s", l.First.Tested.Call,
			them, them)
	default:
		text = fmt.Sprintf("no call waits for or frees %s; tests found %d of them pending (flag = false)", them,
			l.Tested)
	}
	if q := &l.First; q.Made.Call == calls.GrequestStart && q.Finished.IsZero() && l.Count == 1 {
		text += ", nor has the program called MPI_Grequest_complete for " + them
	}
	return text
}
