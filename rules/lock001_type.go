package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// LockType is a lock of no known type.
var LockType = &Rule{
	ID:       "LOCK001",
	MPI:      "2.0",
	Title:    "lock type is neither shared nor exclusive",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock",
	Says:     "The lock type of MPI_Win_lock is MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE.",
	Doc: "Another value is refused, or taken for one of the two: the accesses may then not be protected as the " +
		"program expects. The constants differ between MPI libraries; numbers written into the program are not portable.",
	Advice: "Pass MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE.",
	Limit:  "Windows made past the interception are not followed.",
	On:     []calls.Kind{calls.WinLock},
	Check: func(p *Pass) {
		f, t := p.Rank.Flavour, p.Call.Arg("lock_type")
		if !live(p.Win) || t == f.LockShared || t == f.LockExclusive {
			return
		}
		p.Report(nil, "MPI_Win_lock with lock_type %d, which is neither MPI_LOCK_SHARED (%d) nor MPI_LOCK_EXCLUSIVE (%d)",
			t, f.LockShared, f.LockExclusive)
	},
}
