package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// epochInsideFences is a lock or start epoch with RMA calls between two
// fences without assertions.
var epochInsideFences = &Rule{
	ID:       "LOCK013",
	MPI:      "2.0",
	Title:    "lock or start epoch with RMA calls between two plain fences",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Fence",
	Says: "A fence begins an access epoch if RMA calls and another fence follow it, and access epochs on one " +
		"window must be disjoint.",
	Doc: "By the definition of fence, the RMA calls of this lock or start epoch belong to a fence epoch too. Known " +
		"implementations accept this, but by the letter of the standard the two epochs overlap.",
	Advice: "Pass MPI_MODE_NOSUCCEED to the fence before the epoch, or MPI_MODE_NOPRECEDE to the fence after it, on " +
		"all ranks.",
	Silent: []string{
		"MPI_MODE_NOSUCCEED at the fence before, or MPI_MODE_NOPRECEDE at the fence after",
		"an epoch without RMA calls",
	},
	Limit: "RMA calls outside the lock or start epoch, between the same fences, are LOCK005 or PSCW004. Only one " +
		"such epoch is shown per fence: the first with RMA calls.",
	On: []calls.Kind{calls.WinFence},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) || !w.Fence.Open || w.Fence.Used || w.Fence.Inner.IsZero() ||
			p.Call.In[p.Call.Sem.Assert]&p.Rank.Flavour.ModeNoPrecede != 0 {
			return
		}
		if _, at := openEpoch(w); !at.IsZero() {
			return // FENCE001
		}
		f := &w.Fence
		p.Report([]Related{
			At(roleBegan, f.InnerOpen, "the epoch between the fences"),
			At(roleConflicts, f.Inner, "its first RMA call"),
			At(roleBegan, f.Site, "the fence before it, without MPI_MODE_NOSUCCEED"),
		}, "MPI_Win_fence without MPI_MODE_NOPRECEDE after %s: the RMA calls of the epoch of %s belong to a fence "+
			"epoch too",
			f.Inner.Call, f.InnerOpen.Call)
	},
}
