package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// fenceOrder is a fence that not all ranks of the window reach at the same
// point in their order of collective calls.
var fenceOrder = &Rule{
	ID:       "FENCE009",
	MPI:      "2.0",
	Title:    "fence does not match on all ranks",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Fence",
	Says: "MPI_Win_fence is collective: all processes of the window's group call it equally often and in the " +
		"same order among their collective calls.",
	Doc: "A fence usually waits for the matching fence of every rank of the window. A rank that calls fence once " +
		"more than another rank, or in a different order relative to collective calls on the communicator or its " +
		"windows, waits for ranks that are elsewhere.",
	Advice: "Make all ranks of the window call fence equally often and in the same order.",
	Silent: []string{"runs that were cut short before the other ranks " +
		"could reach the fence", "windows of other communicators"},
	Limit: "The order across objects is checked within one communicator and the windows created on it, if each rank " +
		"makes its calls from one thread.",
	Facts: []fact.Kind{fact.OfDisagreement, fact.OfMissing},
	Job: func(p *JobPass) {
		switch f := p.Fact.(type) {
		case *fact.Disagreement:
			fenceDisagrees(p, f)
		case *fact.Missing:
			if f.Call == calls.WinFence {
				fenceMissing(p, f)
			}
		}
	},
}

// fenceDisagrees reports ranks that disagree because some are in a fence and others in another call, or in the fence of
// another window. The fences come first.
func fenceDisagrees(p *JobPass, f *fact.Disagreement) {
	a, b := append([]tracker.Site{f.A}, f.Others...), append([]tracker.Site{f.B}, f.Against...)
	atA, atB := f.AtA, f.AtB
	if f.A.Call != calls.WinFence {
		a, b, atA, atB = b, a, atB, atA
	}
	if a[0].Call != calls.WinFence {
		return
	}
	r := Report{Sites: fewSites(a), Ranks: worldRanks(append(a, b...)), Object: f.Object, Made: f.Made}
	for _, s := range fewSites(b) {
		r.Related = append(r.Related, At(rolePartner, s, "the call at the same place"))
	}
	if f.Interleaved {
		p.Report(r, "rank %d calls MPI_Win_fence on %s where rank %d calls %s on %s",
			a[0].Rank, atA, b[0].Rank, b[0].Call, atB)
		return
	}
	p.Report(r, "%s where %s", ranksCall(a), ranksCall(b))
}

func fenceMissing(p *JobPass, f *fact.Missing) {
	r := Report{Sites: fewSites(f.Arrived), Object: f.Object, Made: f.Made, Ranks: worldRanks(f.Arrived)}
	r.blame(f.Absent...)
	p.Report(r, "%s called MPI_Win_fence, but not %s", words.Ranks(worldRanks(f.Arrived)), absentNames(f.Absent))
}
