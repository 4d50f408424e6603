package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// completers are the calls that complete requests, or tell whether requests are complete. waitsAndTests are the
// completers after which a complete request no longer exists or is inactive.
var (
	completers    = kindsWhere(func(s *calls.Sem) bool { return takesNull(s.Kind) })
	waitsAndTests = slices.DeleteFunc(slices.Clone(completers), func(k calls.Kind) bool { return calls.Of(k).Keeps })
)

// freePending is an MPI_Win_free before a request of the window is complete.
var freePending = &Rule{
	ID:       "WIN008",
	MPI:      "2.0",
	Title:    "window freed before its requests are complete",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Destruction",
	Says: "MPI_Win_free is called only when this rank has completed its part in all RMA communication on the " +
		"window.",
	Doc: "The request of MPI_Rput, MPI_Rget or a similar call was still pending when the window was freed, and was " +
		"completed only later. The library may have released what the request needs.",
	Advice: "Wait for the request before MPI_Win_free; after the unlock the wait returns at once.",
	Silent: []string{
		"requests completed before MPI_Win_free",
		"the request of a call to MPI_PROC_NULL, which has no effect",
		"an unused fence epoch, or one after a fence with NOSUCCEED",
	},
	Limit: "Epochs that are open at MPI_Win_free are reported as FENCE010, PSCW012 and LOCK010, requests that are " +
		"never completed as RMA011. If the library gives several pending requests the same handle value, the rule is " +
		"silent.",
	On: completers,
	If: Outlives,
	// A wait may never return, but its arguments already name the requests that it completes.
	Check: func(p *Pass) {
		if waits(p.Call.Kind) {
			reportLate(p)
		}
	},
	Done: func(p *Pass) {
		if !waits(p.Call.Kind) {
			reportLate(p)
		}
	},
}

// reportLate reports the requests that a call completes only after their window was freed.
func reportLate(p *Pass) {
	for x := p.Rank.CompletedBy(p.Call); x.Next(); {
		q := x.Request
		if q.Outlived.WinFreed.IsZero() || q.Outlived.Open || q.Shared {
			continue
		}
		p.ReportAt(q.Outlived.WinFreed, q.Win.Object(),
			[]Related{At(roleCreated, q.Made, "the request was created here"),
				At(roleFollows, p.Call.Site, "the request was not completed before this call")},
			"MPI_Win_free while the request of %s is pending: it is completed later, by %s", q.Made.Call, p.Call.Kind)
	}
}
