package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// windowsShare is accesses to the same memory through two windows that nothing orders.
var windowsShare = &Rule{
	ID:       "WIN012",
	MPI:      "2.0",
	Title:    "windows that share memory are accessed at the same time",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Initialization and Windows: Window That Allocates Memory",
	Says: "Windows of one process may share memory, but accesses to them at the same time lead to undefined " +
		"results.",
	Doc: "Epochs and locks of one window have no effect on another window: neither a fence nor an exclusive lock " +
		"keeps accesses through two windows apart, and accumulates through two windows are not atomic to each other.",
	Advice: "Use one window for the memory, or complete the accesses through one window, on all ranks, before the " +
		"first access through the other window.",
	Silent: []string{
		"windows that share memory and are used in turn",
		"different bytes of the memory that they share, unless the windows have the separate memory model",
		"gets through both of them",
	},
	Limit: "The limits of RACE001 apply, too. Only memory with the same address in one process counts as shared. " +
		"Overlap of windows alone is not reported.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		f := raceOf(p)
		switch a, b := f.First, f.Second; {
		case a.Window.ID == b.Window.ID || local(f):
		case f.Why == fact.Plain:
			p.reportRace(f, fmt.Sprintf(" through %s and %s", a.Window, b.Window))
		case f.Why == fact.Copies:
			p.Report(Report{Sites: []tracker.Site{b.Site, a.Site}, Object: b.Window,
				Related: slices.Concat(epochAt(b), epochAt(a), betweenAt(&f.Between))},
				"%s and %s change memory of rank %d that %s and %s share, in the "+
					"separate memory model: %s", accessOf(a), accessOf(b), b.Target,
				a.Window, b.Window, unordered(f))
		}
	},
}
