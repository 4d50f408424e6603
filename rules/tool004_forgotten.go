package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// AccessesForgotten says that races between accesses to windows or files may have been missed.
var AccessesForgotten = &Rule{
	ID:       "TOOL004",
	Title:    "accesses that were not compared with later ones",
	Severity: Note,
	Scope:    JobScope,
	Since:    "0.2",
	Says: "Gomarmot keeps each access to a window until all ranks of the window know that it is complete, and each " +
		"access to a file until all ranks would see it, but of each kind no more than 131,072 in a job, or 16 for " +
		"each of its ranks.",
	Doc: "The program made more accesses than that before all ranks knew that earlier accesses were complete. " +
		"gomarmot dropped the earlier accesses, so RACE001, RACE002 and WIN012, or FILE011, may have missed " +
		"conflicts with them. The conflicts that these rules did report are right.",
	Advice: "Check a smaller case, or one with a barrier or a fence on all ranks now and then; with files, sync, " +
		"barrier and sync.",
	Silent: []string{"accesses of the same call to the same bytes, of which the last one is kept"},
	Limit:  "There is at most one finding for windows and one for files.",
	Facts:  []fact.Kind{fact.OfForgotten},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Forgotten)
		what := "of windows are not known to be complete"
		if f.Files {
			what = "to files are not synchronized"
		}
		p.Report(Report{Sites: []tracker.Site{f.At}}, "more than %s accesses %s: those before this call were "+
			"forgotten, and are not compared with later ones", words.Thousands(f.Kept), what)
	},
}
