package rules

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// noEpoch is a communication call outside any access epoch.
var noEpoch = &Rule{
	ID:       "RMA001",
	MPI:      "2.0",
	Title:    "RMA call without an access epoch",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Synchronization Calls",
	Says: "Communication calls on a window are made only inside an access epoch: after a fence, between start and " +
		"complete, or while the target is locked.",
	Doc: "No call has opened an access epoch on this window, or the last one has been closed. When the data is " +
		"moved, and whether it is moved at all, is up to the implementation.",
	Advice: "Open an epoch before the call: a fence on all ranks, MPI_Win_start, or MPI_Win_lock.",
	Silent: []string{"a call to MPI_PROC_NULL"},
	Limit: "RMA after a fence with NOSUCCEED is FENCE005, RMA to a target outside the start group PSCW003, RMA to a " +
		"target that is not locked LOCK007, and request-based RMA without a lock LOCK012.",
	On: rmaCalls,
	If: OutOfEpoch,
	Check: func(p *Pass) {
		w, m := p.Win, &p.Call.RMA
		if m.ProcNull || m.Request || !live(w) || w.EpochFor(m.Target) != op.NoEpoch {
			return
		}
		if w.Fence.NoSucceed || len(w.Locks) > 0 || w.Start.Active() || !w.Contains(m.Target) {
			return
		}
		p.Report(lastEpoch(w), "%s to %s while no access epoch is open on the window", p.Call.Kind,
			w.RankName(m.Target))
	},
}

// lastEpoch points to the call that closed the last epoch on the window.
func lastEpoch(w *windows.Win) []Related {
	last := w.Start.Done
	if u := w.Unlocked; last.IsZero() || !u.IsZero() && u.Seq > last.Seq {
		last = u
	}
	if last.IsZero() {
		return []Related{At(roleCreated, w.Made, "the window was created here; no epoch has been opened since")}
	}
	return []Related{At(roleEnded, last, "the last access epoch was closed here")}
}
