package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// lockRank is a lock of a rank that the window does not have.
var lockRank = &Rule{
	ID:       "LOCK002",
	MPI:      "2.0",
	Title:    "lock of a rank outside the window's group",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock",
	Says:     "The rank of MPI_Win_lock is a rank of the window's group.",
	Doc: "There is no window to lock. Some implementations refuse the call; MPI_PROC_NULL is a valid target of RMA " +
		"calls but not of locks, though some implementations accept it.",
	Advice: "Pass a rank from 0 to the size of the window's group - 1, and skip the lock for MPI_PROC_NULL.",
	Limit:  "Windows with an unknown group are not checked.",
	On:     []calls.Kind{calls.WinLock},
	Check: func(p *Pass) {
		w, t := p.Win, p.Call.Arg("rank")
		if !live(w) || len(w.Members) == 0 || w.Contains(t) {
			return
		}
		related := []Related{At(roleCreated, w.Made, "the window was created here")}
		if t == p.Rank.Flavour.ProcNull {
			p.Report(related, "MPI_Win_lock of MPI_PROC_NULL, which is not a rank of the window")
			return
		}
		p.Report(related, "MPI_Win_lock of rank %d, but the window's group has ranks 0 to %d", t, len(w.Members)-1)
	},
}
