package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// startComplete is a start inside another access epoch, or a complete without
// a start.
var startComplete = &Rule{
	ID:       "PSCW004",
	MPI:      "2.0",
	Title:    "start inside an access epoch, or complete without start",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Synchronization Calls",
	Says: "Access epochs of a process on one window must be disjoint, and MPI_Win_complete ends an epoch that " +
		"MPI_Win_start began.",
	Doc: "Only one access epoch may be open on a window. A start inside another one, or a complete that ends none, " +
		"fails in some implementations; others accept it, and completion and matching go wrong.",
	Advice: "Pair each MPI_Win_start with one MPI_Win_complete, outside fence epochs with RMA calls and outside locks.",
	Silent: []string{"a start with an empty group, and its complete", "a start after a fence with no RMA calls in " +
		"between, if none follow in the fence epoch after the complete",
		"access epochs on other windows"},
	Limit: "After a start that failed, a complete without start is not reported.",
	On:    []calls.Kind{calls.WinStart, calls.WinComplete, calls.WinFence},
	Check: func(p *Pass) {
		switch {
		case !live(p.Win):
		case p.Call.Kind == calls.WinStart:
			startInEpoch(p)
		case p.Call.Kind == calls.WinComplete:
			completeAlone(p)
		case p.Win.Fence.Within.Call == calls.WinStart:
			fenceAround(p)
		}
	},
}

func startInEpoch(p *Pass) {
	w := p.Win
	if g := p.Rank.Objects.Group(p.Call.In[p.Call.Sem.Group]); g != nil && len(g.Members) == 0 {
		return
	}
	if w.Fence.Used {
		p.Report(fenceUsed(w), "MPI_Win_start inside a fence epoch with RMA calls")
		return
	}
	if w.Start.Active() || w.Passive() {
		what, at := openEpoch(w)
		p.Report([]Related{At(roleBegan, at, "the epoch was opened here")}, "MPI_Win_start while %s", what)
	}
}

func completeAlone(p *Pass) {
	s := &p.Win.Start
	if s.Open || s.Slack() {
		return
	}
	p.Report([]Related{At(roleEnded, s.Done, "the last start epoch was completed here")},
		"MPI_Win_complete, but no MPI_Win_start has begun an access epoch")
}
