package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// noCheckDiffers is MPI_MODE_NOCHECK at only a start or only its matching post.
var noCheckDiffers = &Rule{
	ID:       "PSCW008",
	MPI:      "2.0",
	Title:    "MPI_MODE_NOCHECK on only one of matching start and post",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says: "MPI_MODE_NOCHECK may be passed to MPI_Win_start only if it is passed to each matching MPI_Win_post, " +
		"and vice versa.",
	Doc: "A post with the assertion need not tell the origin that the window is exposed, and a start with it need " +
		"not wait. If only one side passes it, the start may wait forever for the message of the post, or the next " +
		"start may mistake that message for its own.",
	Advice: "Pass MPI_MODE_NOCHECK to the start and to every matching post, or to none of them.",
	Silent: []string{"MPI_MODE_NOSTORE and MPI_MODE_NOPUT on the post alone"},
	Limit:  "After a start or post that failed, what that rank matches is unknown and not checked.",
	Facts:  []fact.Kind{fact.OfPair},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Pair)
		bit := f.Flavour.ModeNoCheck
		if (f.Start.Assert^f.Post.Assert)&bit == 0 {
			return
		}
		r := Report{Sites: []tracker.Site{f.Start.Site}, Ranks: []int32{f.Target}, Object: f.Object,
			Related: []Related{At(rolePartner, f.Post.Site, "the matching post")}}
		if f.Start.Assert&bit != 0 {
			p.Report(r, "rank %d starts with MPI_MODE_NOCHECK, but rank %d posts without it", f.Origin, f.Target)
			return
		}
		p.Report(r, "rank %d starts without MPI_MODE_NOCHECK, but rank %d posts with it", f.Origin, f.Target)
	},
}
