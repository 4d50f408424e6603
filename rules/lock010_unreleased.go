package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// lockUnreleased is a lock that is still held when its window is freed.
var lockUnreleased = &Rule{
	ID:       "LOCK010",
	MPI:      "2.0",
	Title:    "lock never released",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock",
	Says: "MPI_Win_unlock or MPI_Win_unlock_all ends the access epoch that the lock began, before the window is " +
		"freed.",
	Doc: "RMA calls under the lock are not completed, and other ranks that request the lock wait forever. Freeing " +
		"the window while the lock is held fails or hangs in some implementations.",
	Advice: "Unlock the target after its last RMA call.",
	Silent: []string{"ranks that did not reach MPI_Finalize"},
	Limit:  "A lock call that returned an error does not count.",
	On:     []calls.Kind{calls.WinFree},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) {
			return
		}
		if w.LockAll.Held {
			p.Report([]Related{At(roleBegan, w.LockAll.Site, "all ranks were locked here")},
				"MPI_Win_free, but no MPI_Win_unlock_all has released the locks acquired by MPI_Win_lock_all")
		}
		if len(w.Locks) > 0 {
			p.Report([]Related{At(roleBegan, w.Locks[0].Site, "the lock was taken here")},
				"MPI_Win_free, but no MPI_Win_unlock has released the lock of %s", heldLocks(w))
		}
	},
	Finish: finalized(func(p *Pass) {
		for _, w := range p.Rank.Windows.Living() {
			if live(w) {
				heldAtEnd(p, w)
			}
		}
	}),
}

func heldAtEnd(p *Pass, w *windows.Win) {
	if w.LockAll.Held {
		p.ReportAt(w.LockAll.Site, w.Object(), nil,
			"no MPI_Win_unlock_all releases these locks before %s", p.Rank.Sessions.FinalizedAt.Call)
	}
	if len(w.Locks) > 0 {
		p.ReportAt(w.Locks[0].Site, w.Object(), nil,
			"no MPI_Win_unlock releases the lock of %s before %s", heldLocks(w), p.Rank.Sessions.FinalizedAt.Call)
	}
}
