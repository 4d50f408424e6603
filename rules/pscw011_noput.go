package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// postNoPutBroken is a put into the window of a rank that passed MPI_MODE_NOPUT
// to the post.
var postNoPutBroken = &Rule{
	ID:       "PSCW011",
	MPI:      "2.0",
	Title:    "window changed although its rank passed MPI_MODE_NOPUT to the post",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says: "By passing MPI_MODE_NOPUT to a post, a process promises that no put or accumulate changes its window " +
		"until the wait.",
	Doc: "The target's MPI library need not make its memory consistent at the wait: the rank may not see the data " +
		"that was put.",
	Advice: "Drop MPI_MODE_NOPUT at the target's post.",
	Silent: []string{"MPI_Get", "fetching calls with MPI_NO_OP", "other targets of the same start", "puts of no data"},
	Limit:  "Reported only once the start epoch is complete.",
	Facts:  []fact.Kind{fact.OfPairDone},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Pair)
		if f.Post.Assert&f.Flavour.ModeNoPut == 0 || f.Start.Put.IsZero() {
			return
		}
		p.Report(Report{
			Sites: []tracker.Site{f.Start.Put}, Ranks: []int32{f.Target}, Object: f.Object,
			Related: []Related{At(rolePartner, f.Post.Site, "the post with MPI_MODE_NOPUT"),
				At(roleBegan, f.Start.Site, "the access epoch was started here")},
		}, "%s changes the window of rank %d, which passed MPI_MODE_NOPUT "+
			"to the matching post", f.Start.Put.Call, f.Target)
	},
}
