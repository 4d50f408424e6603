package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// startActive is a start of a request whose operation is under way.
var startActive = &Rule{
	ID:       "REQ002",
	MPI:      "1.0",
	Title:    "start of an active request",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Persistent Communication Requests; Persistent Collective Operations; Partitioned Communication",
	Says: "MPI_Start and MPI_Startall take persistent and partitioned requests that are inactive: new, or completed " +
		"by a wait or test since the last start.",
	Doc: "The buffer belongs to the operation under way. MPI libraries that do not check start a second operation on " +
		"the same request, and lose one of the two.",
	Advice: "Complete the request with a wait or test before it is started again.",
	Silent: []string{
		"a start after a wait or a successful test, also one of several requests",
		"a start after a failed wait or test",
		"a start after a wait or test that found none of its requests active",
	},
	Limit: "MPI_Request_get_status leaves a request active, even if it finds the operation complete.",
	On:    []calls.Kind{calls.Start, calls.Startall},
	Check: func(p *Pass) {
		for g := p.Call.Given(); g.Next(); {
			if q := g.Request; g.Sure() && q.Persistent() && q.Active && p.Rank.Watches(calls.FamilyMessages) {
				p.Report([]Related{At(roleBegan, q.Begun, "it was started here"),
					At(roleCreated, q.Made, "the request was created here")},
					"%s of the request of %s, which is active", p.Call.Kind, q.Made.Call)
				return
			}
		}
		if q := p.Rank.Twice(p.Call); q != nil && q.Persistent() && !q.Active {
			p.Report([]Related{At(roleCreated, q.Made, "the request was created here")},
				"%s of an array that holds the request of %s twice", p.Call.Kind, q.Made.Call)
		}
	},
}
