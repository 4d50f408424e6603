package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// CollOrder is a place where ranks reach different collective calls.
var CollOrder = &Rule{
	ID:       "COLL001",
	MPI:      "1.0",
	Title:    "ranks reach different collective calls",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Collective Communication",
	Says: "All ranks of a communicator, window or file make the same collective calls on it in the same order, and reach " +
		"those of different objects in an order that cannot lead to waiting in a circle.",
	Doc: "One rank is in another collective call than the rest at the same place of the order. Some calls wait forever " +
		"then; others take each other's messages for their own and deliver wrong data.",
	Advice: "Make the ranks take the same path, or at least make the same calls on each path.",
	Silent: []string{
		"calls on different communicators by different ranks",
		"MPI_Comm_dup against MPI_Comm_dup_with_info",
		"collective calls of several threads on different communicators",
	},
	Limit: "After the first difference on an object its later calls are not judged. Where a fence is involved, " +
		"FENCE009 speaks, where a split collective is, SPLIT008.",
	Facts: []tracker.FactKind{tracker.FactDisagreement},
	Job: func(p *JobPass) {
		f := p.Fact.(*tracker.Disagreement)
		if f.A.Call == calls.WinFence || f.B.Call == calls.WinFence || ofSplit(f) {
			return
		}
		r, a, b := clashReport(f)
		if f.Interleaved {
			p.Report(r, "%s on %s while %s on %s: the ranks take the two in different turns, so each may wait for the other",
				a, f.AtA, b, f.AtB)
			return
		}
		p.Report(r, "%s where %s, at the same place in the order of collective calls on %s", a, b, f.Object)
	},
}

// clashReport is what a finding about a disagreement shows, and the words for
// its two sides.
func clashReport(f *tracker.Disagreement) (r Report, a, b string) {
	as, bs := append([]tracker.Site{f.A}, f.Others...), append([]tracker.Site{f.B}, f.Against...)
	r = Report{Ranks: worldRanks(append(as, bs...)), Object: f.Object}
	r.Sites = append([]tracker.Site{f.A, f.B}, fewSites(append(f.Others, f.Against...))...)
	return r, ranksCall(as), ranksCall(bs)
}
