package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// WindowsShare is accesses to the same memory through two windows that nothing orders.
var WindowsShare = &Rule{
	ID:       "WIN012",
	MPI:      "2.0",
	Title:    "windows that share memory are accessed at the same time",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Initialization and Windows: Window That Allocates Memory",
	Says:     "Windows of one process may share memory, but accesses to them at the same time lead to undefined results.",
	Doc: "Epochs and locks of one window do nothing for another one: neither a fence nor an exclusive lock keeps accesses through the " +
		"two apart, and accumulates are not atomic to each other.",
	Advice: "Use one window for the memory, or finish what is done through one window - on all ranks - before anything is done through " +
		"the other one.",
	Silent: []string{
		"windows that share memory and are used in turn",
		"different bytes of the memory that they share",
		"gets through both of them",
	},
	Limit: "As of RACE001. Only memory with the same address in one process counts as shared.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		if f := raceOf(p); f.First.Window.ID != f.Second.Window.ID && f.Why == race.Plain && !local(f) {
			p.reportRace(f, fmt.Sprintf(" through %s and %s", f.First.Window, f.Second.Window))
		}
	},
}
