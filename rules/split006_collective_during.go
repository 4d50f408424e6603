package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// collectiveDuring is collective I/O on a handle with an active split
// collective.
var collectiveDuring = &Rule{
	ID:       "SPLIT006",
	MPI:      "2.0",
	Title:    "collective I/O while a split collective is active",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says: "No collective I/O operations are permitted on a file handle between the begin and the end of a split " +
		"collective access on it.",
	Doc: "The collective call and the split collective share the state of the file handle. The library may mistake " +
		"one for part of the other, wait forever, or write wrong data.",
	Advice: "Call the end routine first, or use another file handle for the collective call.",
	Silent: []string{"independent I/O on the handle", "any I/O on a different handle"},
	Limit:  "Another begin is SPLIT001; close, set_view, set_size and sync are SPLIT007.",
	On:     ioCalls(func(x calls.IO) bool { return x.Collective && x.Half == calls.NoSplit }),
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		if s := p.File.Active(); s != nil {
			p.Report(begun(s), "%s while the operation of %s is active on the same file handle", p.Call.Kind,
				s.Begin.Call)
		}
	},
}
