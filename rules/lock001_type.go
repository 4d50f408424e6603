package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// lockType is a lock of an unknown type.
var lockType = &Rule{
	ID:       "LOCK001",
	MPI:      "2.0",
	Title:    "lock type is neither shared nor exclusive",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock",
	Says:     "The lock type of MPI_Win_lock is MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE.",
	Doc: "Any other value is refused, or taken for one of the two: then the accesses may not be protected as the " +
		"program expects. The constants differ between MPI libraries, so hard-coded numbers are not portable.",
	Advice: "Pass MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE.",
	Limit:  "Windows created by calls that gomarmot did not see are not checked.",
	On:     []calls.Kind{calls.WinLock},
	Check: func(p *Pass) {
		f, t := p.Rank.Flavour, p.Call.Arg("lock_type")
		if !live(p.Win) || t == f.LockShared || t == f.LockExclusive {
			return
		}
		p.Report(nil, "MPI_Win_lock with lock_type %d, which is neither MPI_LOCK_SHARED (%d) nor MPI_LOCK_EXCLUSIVE "+
			"(%d)",
			t, f.LockShared, f.LockExclusive)
	},
}
