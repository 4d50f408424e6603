package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// startUnmatched is a start to a target that never posts.
var startUnmatched = &Rule{
	ID:       "PSCW001",
	MPI:      "2.0",
	Title:    "start without a matching post",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says: "Each process in the group of MPI_Win_start must call a matching MPI_Win_post that names the starting " +
		"process.",
	Doc: "The k-th start that names a target matches the k-th post of that target that names the origin. The origin " +
		"waits for the post in start, in an RMA call or in complete, depending on the implementation, even if it " +
		"accesses no window in the epoch.",
	Advice: "Make every rank of the start group post, with this rank in the group of the post, or remove the missing " +
		"rank from the start group.",
	Silent: []string{"start with an empty group", "runs that were cut short before the other rank could post"},
	Limit: "After a start or post that failed, what that rank matches is unknown and not checked. Where the other " +
		"rank cannot go on because it waits for this one - for an epoch, a message or a lock - that is HANG001.",
	Facts: []fact.Kind{fact.OfUnmatched},
	Job: func(p *JobPass) {
		if f := p.Fact.(*fact.Unmatched); f.IsStart {
			unmatched(p, f, calls.WinPost)
		}
	},
}

// unmatched reports a start or post without a partner, and the call that the other rank made instead.
func unmatched(p *JobPass, f *fact.Unmatched, partner calls.Kind) {
	r := Report{Sites: []tracker.Site{f.Site}, Object: f.Object}
	r.blame(f.To)
	if !f.Other.IsZero() {
		r.Related = append(r.Related, At(rolePartner, f.Other,
			"this one has no match either: it names "+words.Ranks(f.Others)))
	}
	if f.Blocked.IsZero() {
		p.Report(r, "%s names rank %d, which makes no matching %s call: it %s",
			f.Site.Call, f.To.Rank, partner, standing(f.To))
		return
	}
	if f.Blocked != f.Site {
		r.Related = append(r.Related, At(roleWaits, f.Blocked, "this rank waits here"))
	}
	p.Report(r, "%s names rank %d, which makes no matching %s call: it %s; rank %d waits in %s",
		f.Site.Call, f.To.Rank, partner, standing(f.To), f.From, f.Blocked.Call)
}
