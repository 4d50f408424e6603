package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// lockInEpoch is a lock inside an active target access epoch.
var lockInEpoch = &Rule{
	ID:       "LOCK005",
	MPI:      "2.0",
	Title:    "lock inside a start epoch or a used fence epoch",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Synchronization Calls",
	Says:     "Access epochs of a process on one window must be disjoint.",
	Doc: "The lock begins an access epoch while another one is open on the window. It may fail or wait forever, and " +
		"RMA calls may be completed by the wrong call.",
	Advice: "End the epoch with MPI_Win_complete or a fence (with MPI_MODE_NOSUCCEED if no RMA call follows) before " +
		"the lock.",
	Silent: []string{"a lock after a fence with no RMA calls in between, if none follow in the fence epoch after the " +
		"unlock",
		"a lock inside a start with an empty group",
		"epochs on other windows"},
	Limit: "A start that returned an error does not count. An RMA call outside the lock turns the time since the " +
		"last fence into a fence epoch; this is known, and reported, only at the next fence.",
	On: []calls.Kind{calls.WinLock, calls.WinLockAll, calls.WinFence},
	Check: func(p *Pass) {
		w := p.Win
		switch {
		case !live(w):
		case p.Call.Kind == calls.WinFence:
			if k := w.Fence.Within.Call; k == calls.WinLock || k == calls.WinLockAll {
				fenceAround(p)
			}
		case w.Start.Active():
			p.Report([]Related{At(roleBegan, w.Start.Site, "the access epoch was started here")},
				"%s while the access epoch opened by MPI_Win_start is open", p.Call.Kind)
		case w.Fence.Used:
			p.Report(fenceUsed(w), "%s inside a fence epoch with RMA calls", p.Call.Kind)
		}
	},
}

// fenceAround reports, at a fence, an RMA call outside the epoch that was opened
// between this fence and the previous fence. If the assertions said that there is
// no fence epoch, FENCE002 reports the RMA call.
func fenceAround(p *Pass) {
	f := &p.Win.Fence
	if !f.Used || p.Call.In[p.Call.Sem.Assert]&p.Rank.Flavour.ModeNoPrecede != 0 ||
		slices.Contains(requestBasedRMA, f.First.Call) {
		return
	}
	p.ReportAt(f.First, p.object(), []Related{
		At(roleBegan, f.Within, "this epoch lies inside the fence epoch"),
		At(roleBegan, f.Site, "the fence epoch was opened here"),
		At(roleEnded, p.Call.Site, "the epoch ended here"),
	}, "%s turns the time between two fences into a fence epoch, but the epoch "+
		"of %s lies within it", f.First.Call, f.Within.Call)
}
