package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// dispUnit is a displacement unit that is not positive.
var dispUnit = &Rule{
	ID:       "WIN002",
	MPI:      "2.0",
	Title:    "displacement unit is not positive",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation",
	Says:     "The displacement unit of a window is a positive number of bytes, even on ranks that expose no memory.",
	Doc: "Every target displacement is multiplied by the target's displacement unit. With 0, all accesses hit the " +
		"start of the window; with a negative unit, they fall outside it.",
	Advice: "Pass 1, or the size of the window's elements.",
	Limit: "A unit that is positive but not what the origins expect is detected only when an access misses the " +
		"window (RMA005).",
	On: []calls.Kind{calls.WinCreate, calls.WinAllocate, calls.WinAllocateShared},
	Check: func(p *Pass) {
		if n := p.Call.Arg("disp_unit"); n <= 0 {
			p.Report(nil, "%s with displacement unit %d", p.Call.Kind, n)
		}
	},
}
