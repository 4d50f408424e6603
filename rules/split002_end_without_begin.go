package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// EndWithoutBegin is the end of a split collective that was not begun.
var EndWithoutBegin = &Rule{
	ID:       "SPLIT002",
	MPI:      "2.0",
	Title:    "split collective ended that was not begun",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "When an end call is made, exactly one unmatched begin call for the same operation precedes it.",
	Doc: "No split collective is active on this file handle: the operation was already ended, was begun on another " +
		"handle, or was never begun. MPI libraries return an error, or a meaningless status.",
	Advice: "Call the begin routine first, on the same handle; end each operation once.",
	Silent: []string{"an end after a begin that returned an error"},
	Limit:  "An end of an operation other than the active one is SPLIT003.",
	On:     splitEnds,
	Check: func(p *Pass) {
		if opened(p.File) && len(p.File.Splits) == 0 {
			p.Report(nil, "%s without a preceding %s: no split collective is active on the file handle",
				p.Call.Kind, calls.Of(p.Call.Kind).IO.Partner)
		}
	},
}
