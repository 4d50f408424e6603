package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// completedTwice is a request that two calls, or one call twice, would complete.
var completedTwice = &Rule{
	ID:       "REQ005",
	MPI:      "2.0",
	Title:    "one request completed in two places at once",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, MPI and Threads, Multiple threads completing the same request",
	Says: "A request is completed once. Two threads do not wait for the same request, nor do the arrays of two " +
		"concurrent waits or tests hold it; and no array holds it twice.",
	Doc: "The first completion frees the request, while the other one still looks at it: it may crash, hang, or " +
		"complete a request that another thread has just been given.",
	Advice: "Let one thread complete the request and tell the others. Give each operation an element of the array of " +
		"its own.",
	Silent: []string{
		"MPI_REQUEST_NULL any number of times",
		"inactive persistent requests any number of times",
		"two threads that test one request in turn",
		"one handle value that the MPI library returns for many requests",
	},
	Limit: "Two threads in MPI_Test at once are not reported as long as neither finds the operation complete. An " +
		"array of MPI_Waitany or MPI_Testany that holds a request twice is reported when the second copy is used " +
		"(REQ003).",
	On: waitsAndTests,
	Check: func(p *Pass) {
		c := p.Call
		if !p.Rank.Watches(calls.FamilyMessages) {
			return
		}
		if c.Sem.Completes == calls.CompletesAll || c.Sem.Completes == calls.CompletesSome {
			if q := p.Rank.Twice(c); q != nil && q.Active {
				p.Report([]Related{At(roleConflicts, q.Begun, "the operation was started here")},
					"%s of an array that holds the request of %s twice", c.Kind, q.Made.Call)
				return
			}
		}
		for i := range p.Rank.Threads.Rings() {
			if i != int(c.Site.Ring) {
				checkConcurrent(p, p.Rank.Threads.OpenCall(i))
			}
		}
	},
}

// checkConcurrent reports a request that a call of another thread, which has not returned, is about to complete.
func checkConcurrent(p *Pass, o *call.Call) {
	c := p.Call
	if o == nil || !slices.Contains(waitsAndTests, o.Kind) || o.Kind == calls.Test && c.Kind == calls.Test {
		return
	}
	for g := c.Given(); g.Next(); {
		if !g.Sure() || !g.Request.Active {
			continue
		}
		for h := o.Given(); h.Next(); {
			if h.Request == g.Request {
				q := g.Request
				p.Report([]Related{At(roleConflicts, o.Site, "another thread is in this call"),
					At(roleConflicts, q.Begun, "the operation was started here")},
					"%s of the request of %s while another thread is in "+
						"%s of the same request", c.Kind, q.Made.Call, o.Kind)
				return
			}
		}
	}
}
