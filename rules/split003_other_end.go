package rules

import "github.com/gomarmot/gomarmot/tracker"

// OtherEnd is the end of another split collective than the one begun.
var OtherEnd = &Rule{
	ID:       "SPLIT003",
	MPI:      "2.0",
	Title:    "end of another split collective than the one begun",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "Each end call matches the preceding begin call for the same collective operation.",
	Doc: "The operation that is active was begun by another routine than the one whose end is called: a write ended as a " +
		"read, or an ordered access ended as an individual one. What the library does with the pending data is open.",
	Advice: "Call the end routine that has the name of the begin routine.",
	Silent: []string{"operations on several handles that end in any order"},
	Limit:  "An operation whose begin returned an error does not count as active.",
	On:     splitEnds,
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		s := p.File.Ends(p.Call.Kind)
		if s == nil || s.Failed || s.Begin.Call == tracker.Begins(p.Call.Kind) {
			return
		}
		p.Report(begun(s), "%s, but the active operation was begun by %s: its end is %s", p.Call.Kind, s.Begin.Call, endOf(s.Begin.Call))
	},
}
