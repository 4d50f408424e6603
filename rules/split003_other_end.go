package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// OtherEnd is the end of a split collective operation other than the active operation.
var OtherEnd = &Rule{
	ID:       "SPLIT003",
	MPI:      "2.0",
	Title:    "end of a different split collective than the one begun",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "Each end call matches the preceding begin call for the same collective operation.",
	Doc: "The active operation was begun by a different routine than the one being ended: a write is ended as a " +
		"read, or an ordered access as an individual one. What the library does with the pending data is undefined.",
	Advice: "Call the end routine with the same name as the begin routine.",
	Silent: []string{"operations on different handles that end in any order"},
	Limit:  "An operation does not count as active if its begin returned an error.",
	On:     splitEnds,
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		s := p.File.Ends(&p.Call.IO)
		if s == nil || s.Failed || s.Begin.Call == calls.Of(p.Call.Kind).IO.Partner {
			return
		}
		p.Report(begun(s), "%s, but the active operation was begun by %s: its end is %s", p.Call.Kind, s.Begin.Call,
			endOf(s.Begin.Call))
	},
}
