package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// AccessesForgotten says that races of RMA accesses may have been missed.
var AccessesForgotten = &Rule{
	ID:       "TOOL004",
	Title:    "accesses that were not compared with later ones",
	Severity: Note,
	Scope:    JobScope,
	Since:    "0.2",
	Says: "Gomarmot keeps each access to a window until all ranks of the window know that it is complete, but no more than 131,072 of them " +
		"in a job.",
	Doc: "So many accesses came before anything told all ranks that earlier ones were complete. Those were forgotten, and RACE001, RACE002 and " +
		"WIN012 may have missed some of what they conflict with. What they did report is right.",
	Advice: "Check a smaller case, or one with a barrier or a fence on all ranks now and then.",
	Silent: []string{"accesses of the same call to the same bytes, of which the last one is kept"},
	Limit:  "It is said once for a job.",
	Facts:  []fact.Kind{fact.OfForgotten},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Forgotten)
		p.Report(Report{Sites: []tracker.Site{f.At}}, "more than %s accesses of windows are not known to be complete: those before this call were forgotten, "+
			"and are not compared with later ones", words.Thousands(f.Kept))
	},
}
