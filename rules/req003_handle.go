package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// badRequest is a call on a handle that is not a request which the call can take.
var badRequest = &Rule{
	ID:       "REQ003",
	MPI:      "1.0",
	Title:    "call on an invalid request",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Communication Request Objects; Communication Completion; Persistent Communication Requests; " +
		"Cancel",
	Says: "A request handle is valid from the call that returns it until a wait, test or MPI_Request_free completes " +
		"or frees it. MPI_Start takes persistent requests only; MPI_Start, MPI_Request_free and MPI_Cancel do not " +
		"take MPI_REQUEST_NULL. MPI_Grequest_complete takes generalized requests only, and each once.",
	Doc: "The handle is a copy of the handle of a request that is complete, or a variable that was never set. MPI " +
		"libraries do not always notice: the memory behind a stale handle may belong to a new request, which the " +
		"call then completes, frees or cancels.",
	Advice: "Keep one copy of each handle and pass that one to the call, which sets it to MPI_REQUEST_NULL; set the " +
		"other copies yourself. Create requests for MPI_Start with MPI_Send_init or its counterparts.",
	Silent: []string{
		"MPI_REQUEST_NULL and inactive persistent requests in wait, test and MPI_Request_get_status",
		"a handle value that a later request has reused",
		"one handle value that the MPI library returns for many requests that are complete already",
		"handles set to MPI_REQUEST_NULL by the program",
		"a generalized request freed before MPI_Grequest_complete",
	},
	Limit: "A handle that no recorded call has returned is reported only if no request of the MPI library has such " +
		"a value, if the call says that it is not a request, or if the rank ended in the call. The latter is a note " +
		"if the rank was killed, or if the call was given other requests, too, since these may be the reason. A " +
		"copy of a handle whose value a later request has taken over is not noticed; the wait for that later " +
		"request is reported instead.",
	On:     append(slices.Clone(requestUsers), calls.GrequestComplete),
	Check:  checkBadRequest,
	Done:   doneBadRequest,
	Finish: finishBadRequest,
}

// takesNull reports whether a call takes MPI_REQUEST_NULL.
func takesNull(k calls.Kind) bool {
	how := calls.Of(k).Completes
	return how != calls.CompletesNone && how != calls.CompletesFree
}

func checkBadRequest(p *Pass) {
	s := p.Call.Sem
	if s.Step == calls.RequestFinish {
		checkFinished(p)
		return
	}
	if takesNull(p.Call.Kind) && !p.Rank.MayBeVain(p.Call) {
		return
	}
	null := p.Rank.Requests.NullHandle()
	for g := p.Call.Given(); g.Next(); {
		switch q := g.Request; {
		case q != nil:
			if s.Step == calls.RequestActivate && g.Sure() && !q.Persistent() {
				p.Report([]Related{At(roleCreated, q.Made, "the request was created here")},
					"%s of the request of %s, which is not persistent", p.Call.Kind, q.Made.Call)
				return
			}
		case g.Handle() == null:
			if null != 0 && !takesNull(p.Call.Kind) {
				p.Report(failedMaking(p.Rank, calls.ClassRequest, null), "%s of MPI_REQUEST_NULL", p.Call.Kind)
				return
			}
		case null != 0 && (g.Handle() == 0 || g.Strange() && p.Rank.Flavour.NoRequest(g.Handle())):
			p.Report(failedMaking(p.Rank, calls.ClassRequest, g.Handle()), "%s", neverRequest(p.Call, &g))
			return
		case reportStale(p, &g):
			return
		}
	}
}

// checkFinished checks MPI_Grequest_complete. The request may be freed before.
func checkFinished(p *Pass) {
	g := p.Call.Given()
	if !g.Next() || !g.Sure() {
		return
	}
	switch q := g.Request; {
	case q.Sem.Kind != calls.GrequestStart:
		p.Report([]Related{At(roleCreated, q.Made, "the request was created here")},
			"%s of the request of %s, which is not a generalized request",
			p.Call.Kind, q.Made.Call)
	case !q.Finished.IsZero():
		p.Report([]Related{At(roleEnded, q.Finished, "its operation was completed here"),
			At(roleCreated, q.Made, "the request was created here")},
			"%s of a generalized request whose operation is already complete", p.Call.Kind)
	}
}

// reportStale reports a copy of the handle of a request that no longer exists.
func reportStale(p *Pass, g *requests.Given) bool {
	made, ended, ok := g.Ended()
	if !ok || !p.Rank.AllRequests() {
		return false
	}
	what := "completed"
	if ended.Call == calls.RequestFree {
		what = "freed"
	}
	p.Report([]Related{At(roleEnded, ended, "it was "+what+" here"),
		At(roleCreated, made, "the request was created here")},
		"%s on a copy of the handle of %s, whose request is already %s", p.Call.Kind, made.Call, what)
	return true
}

// neverRequest says that the given handle of a call is not a request.
func neverRequest(c *call.Call, g *requests.Given) string {
	value := fmt.Sprintf("request is %#x", uint64(g.Handle()))
	if c.Sem.Requests >= 0 {
		value = fmt.Sprintf("array_of_requests[%d] is %#x", g.Index(), uint64(g.Handle()))
	}
	return fmt.Sprintf("%s on an invalid request handle: %s, and no call on this rank created that", c.Kind, value)
}

// doneBadRequest reports a call whose error code says that a handle is not a request.
func doneBadRequest(p *Pass) {
	c := p.Call
	f := p.Rank.Flavour
	if f.ErrClass(c.RC) != f.ErrRequest {
		return
	}
	if g, found := strange(p, c); found {
		p.Report(failedMaking(p.Rank, calls.ClassRequest, g.Handle()), "%s", neverRequest(c, &g))
	}
}

// strange returns the first unknown handle that a call was given, unless checkBadRequest has reported it.
func strange(p *Pass, c *call.Call) (g requests.Given, found bool) {
	if !p.Rank.AllRequests() {
		return g, false
	}
	for g = c.Given(); g.Next(); {
		h := g.Handle()
		if g.Strange() && h != p.Rank.Requests.NullHandle() && h != 0 && !p.Rank.Flavour.NoRequest(h) {
			return g, true
		}
	}
	return g, false
}

// finishBadRequest reports the calls that ended the program. A call with several requests may have ended the program
// because of another request, and a call that waits may have been killed while it waited.
func finishBadRequest(p *Pass) {
	if p.Rank.Sessions.Finalized || p.Rank.End.Reason != event.EndExit && p.Rank.End.Reason != 0 {
		return
	}
	for c := range p.openCalls(requestUsers) {
		g, found := strange(p, c)
		if !found {
			continue
		}
		text := neverRequest(c, &g)
		switch others := anyRequest(c); {
		case p.Rank.End.Reason == event.EndExit && others:
			p.NoteAt(c.Site, "%s, as far as recorded, and the rank ended in the call, perhaps because of another "+
				"request", text)
		case p.Rank.End.Reason == event.EndExit:
			p.ReportAt(c.Site, tracker.Object{}, nil, "%s, and the rank ended in the call", text)
		case !others || p.Rank.End.Struck:
			// The process may have been killed for another reason, and a library may have created the request by PMPI.
			p.NoteAt(c.Site, "%s, as far as recorded, and the rank was killed in the call", text)
		}
	}
}

// anyRequest reports whether a call was given a request that exists.
func anyRequest(c *call.Call) bool {
	for g := c.Given(); g.Next(); {
		if g.Request != nil {
			return true
		}
	}
	return false
}
