package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// SecondLock is a lock of a target that this rank already holds.
var SecondLock = &Rule{
	ID:       "LOCK003",
	MPI:      "2.0",
	Title:    "target is already locked by this rank",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock",
	Says:     "Access epochs on one window must be disjoint: a process may not lock a target it already holds, nor mix MPI_Win_lock with MPI_Win_lock_all.",
	Doc: "The rank asks for a lock that it holds already. With an exclusive lock an implementation waits for " +
		"itself forever; others accept the call and release too early.",
	Advice: "Unlock the target first, or drop the second lock call.",
	Silent: []string{"locks of different targets held at once"},
	Limit:  "A lock call that returned an error is taken as not granted.",
	On:     []calls.Kind{calls.WinLock, calls.WinLockAll},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) {
			return
		}
		if w.LockAll.Held {
			p.Report([]Related{At(w.LockAll.Site, "all ranks were locked here")},
				"%s although this rank already holds the locks of all ranks by MPI_Win_lock_all", p.Call.Kind)
			return
		}
		if p.Call.Kind == calls.WinLockAll {
			if len(w.Locks) > 0 {
				p.Report([]Related{At(w.Locks[0].Site, "the lock was taken here")},
					"MPI_Win_lock_all although this rank already holds the lock of %s", w.RankName(int64(w.Locks[0].Target)))
			}
			return
		}
		if l := w.LockOf(p.Call.Arg("rank")); l != nil {
			p.Report([]Related{At(l.Site, "the lock was taken here")},
				"MPI_Win_lock of %s, whose lock this rank already holds", w.RankName(int64(l.Target)))
		}
	},
}
