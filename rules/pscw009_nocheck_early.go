package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// noCheckEarly is a start with MPI_MODE_NOCHECK whose post need not have come before it.
var noCheckEarly = &Rule{
	ID:       "PSCW009",
	MPI:      "2.0",
	Title:    "MPI_MODE_NOCHECK on a start whose post may come later",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Assertions",
	Says: "MPI_MODE_NOCHECK on MPI_Win_start says that the matching calls of MPI_Win_post have already completed on " +
		"all target processes when MPI_Win_start is called.",
	Doc: "With the assertion the start does not ask whether the target has posted its window. Accesses may then " +
		"reach the window while the target still uses it, or be lost.",
	Advice: "Let each target tell the origin, by a message or a barrier, that it has posted the window, before the " +
		"origin starts; or leave the assertion out of both calls.",
	Silent: []string{"a post that comes before a message, a collective call or an epoch for which the origin waits"},
	Limit: "Where it is not certain what the origin has waited for, nothing is reported: after lost records, for " +
		"example, or where messages are not recorded.",
	Facts: []fact.Kind{fact.OfPair},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Pair)
		if f.Start.Assert&f.Flavour.ModeNoCheck == 0 || f.Posted != fact.Reversed && f.Posted != fact.Unordered {
			return
		}
		p.Report(Report{Sites: []tracker.Site{f.Start.Site}, Ranks: []int32{f.Target}, Object: f.Object,
			Related: []Related{At(rolePartner, f.Post.Site, "the matching post")}},
			"rank %d starts with MPI_MODE_NOCHECK, but does not wait until rank %d "+
				"has posted the window", f.Origin, f.Target)
	},
}
