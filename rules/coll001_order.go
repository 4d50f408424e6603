package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// collOrder is a point at which ranks reach different collective calls.
var collOrder = &Rule{
	ID:       "COLL001",
	MPI:      "1.0",
	Title:    "ranks reach different collective calls",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Collective Communication",
	Says: "All ranks of a communicator, window or file make the same collective calls on it in the same order, and " +
		"order their calls on different objects so that no ranks wait for each other in a circle.",
	Doc: "At the same point in the order, one rank is in a different collective call than the other ranks. Some " +
		"calls then wait forever; others take messages of another call for their own, and deliver wrong data.",
	Advice: "Make all ranks take the same path, or at least make the same calls on each path, with the same " +
		"communicators.",
	Silent: []string{
		"different ranks calling on different communicators",
		"MPI_Comm_dup matched with MPI_Comm_dup_with_info",
		"collective calls from several threads on different communicators",
		"persistent collective operations that the ranks start in different orders",
	},
	Limit: "After the first difference on an object, its later calls are not checked. A difference that involves a " +
		"fence is FENCE009, a difference that involves a split collective SPLIT008.",
	Between: true,
	Facts:   []fact.Kind{fact.OfDisagreement},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Disagreement)
		if f.A.Call == calls.WinFence || f.B.Call == calls.WinFence || ofSplit(f) {
			return
		}
		r, a, b := clashReport(f)
		if f.Interleaved {
			r.Advice = inOneOrder
			p.Report(r, "%s on %s while %s on %s: %s", a, f.AtA, b, f.AtB, crossed(f))
			return
		}
		r.Related = append(r.Related, insteadAt(f.Instead)...)
		p.Report(r, "%s where %s, at the same place in the order of collective calls on %s", a, b, f.Object)
	},
}

// insteadAt returns the call that a rank may have made instead of a missing call.
func insteadAt(x fact.Elsewhere) []Related {
	switch {
	case x.Site.IsZero():
		return nil
	case x.Alone:
		return []Related{At(rolePartner, x.Site,
			fmt.Sprintf("this rank made the call on %s, which has no other rank", x.On))}
	}
	return []Related{At(rolePartner, x.Site, fmt.Sprintf("this rank made the call on %s", x.On))}
}

// crossed says how two ranks came to reach different collective calls at the same point of their order.
func crossed(f *fact.Disagreement) string {
	switch {
	case f.MissesA && f.MissesB:
		return "neither rank has made the call of the other rank: one call is missing, or the ranks make the two " +
			"calls in opposite order, so that each rank may wait for the other"
	case f.MissesA:
		return fmt.Sprintf("rank %d has not called %s on %s; it leaves the call out, or makes it later", f.B.Rank,
			f.A.Call, f.AtA)
	case f.MissesB:
		return fmt.Sprintf("rank %d has not called %s on %s; it leaves the call out, or makes it later", f.A.Rank,
			f.B.Call, f.AtB)
	}
	return "the ranks make the two calls in opposite order, so each may wait for the other"
}

// clashReport builds the report of a disagreement and describes its two sides in words.
func clashReport(f *fact.Disagreement) (r Report, a, b string) {
	as, bs := append([]tracker.Site{f.A}, f.Others...), append([]tracker.Site{f.B}, f.Against...)
	r = Report{Ranks: worldRanks(append(as, bs...)), Object: f.Object, Made: f.Made}
	r.Sites = append([]tracker.Site{f.A, f.B}, fewSites(append(f.Others, f.Against...))...)
	return r, ranksCall(as), ranksCall(bs)
}
