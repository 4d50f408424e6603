package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// secondLock is a lock of a target that this rank already holds.
var secondLock = &Rule{
	ID:       "LOCK003",
	MPI:      "2.0",
	Title:    "target is already locked by this rank",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock",
	Says: "Access epochs on one window must be disjoint: a process may not lock a target it has already locked, nor " +
		"mix MPI_Win_lock with MPI_Win_lock_all.",
	Doc: "The rank requests a lock that it already holds. If the lock is exclusive, some implementations wait for " +
		"themselves forever; others accept the call and release the lock too early.",
	Advice: "Unlock the target first, or drop the second lock call.",
	Silent: []string{"locks of different targets held at once"},
	Limit:  "A lock call that returned an error does not count.",
	On:     []calls.Kind{calls.WinLock, calls.WinLockAll},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) {
			return
		}
		if w.LockAll.Held {
			p.Report([]Related{At(roleBegan, w.LockAll.Site, "all ranks were locked here")},
				"%s, but this rank already holds the locks of all ranks through MPI_Win_lock_all", p.Call.Kind)
			return
		}
		if p.Call.Kind == calls.WinLockAll {
			if len(w.Locks) > 0 {
				p.Report([]Related{At(roleBegan, w.Locks[0].Site, "the lock was taken here")},
					"MPI_Win_lock_all, but this rank already "+
						"holds the lock of %s", w.RankName(int64(w.Locks[0].Target)))
			}
			return
		}
		if l := w.LockOf(p.Call.Arg("rank")); l != nil {
			p.Report([]Related{At(roleBegan, l.Site, "the lock was taken here")},
				"MPI_Win_lock of %s, but this rank already holds its lock", w.RankName(int64(l.Target)))
		}
	},
}
