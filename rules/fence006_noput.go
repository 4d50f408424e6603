package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// noPutBroken is a put into the window of a rank that passed MPI_MODE_NOPUT to
// the fence.
var noPutBroken = &Rule{
	ID:       "FENCE006",
	MPI:      "2.0",
	Title:    "window changed although its rank passed MPI_MODE_NOPUT to the fence",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says: "By passing MPI_MODE_NOPUT to a fence, a process promises that no put or accumulate changes its window " +
		"until the next fence.",
	Doc: "The target's MPI library need not make its memory consistent at the next fence: the rank may not see the " +
		"data that was put.",
	Advice: "Drop MPI_MODE_NOPUT at the target's fence.",
	Silent: []string{"MPI_Get", "fetching calls with MPI_NO_OP", "puts into other ranks' windows", "puts of no data"},
	Limit:  "Reported only once all ranks have reached the fence that ends the epoch.",
	Facts:  []fact.Kind{fact.OfFencePut},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.FencePut)
		p.Report(Report{
			Sites: []tracker.Site{f.Put}, Ranks: []int32{f.Target}, Object: f.Object,
			Related: []Related{At(roleBegan, f.Fence, "the fence with MPI_MODE_NOPUT")},
		}, "%s changes the window of rank %d, which passed MPI_MODE_NOPUT to the preceding fence", f.Put.Call, f.Target)
	},
}
