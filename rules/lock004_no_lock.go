package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// noLock is an unlock, flush or sync without the lock.
var noLock = &Rule{
	ID:       "LOCK004",
	MPI:      "2.0",
	Title:    "unlock, flush or sync without the lock",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock; Flush and Sync",
	Says: "MPI_Win_unlock and MPI_Win_unlock_all release the locks that MPI_Win_lock and MPI_Win_lock_all acquired, " +
		"and flush calls are made within a passive target epoch of the target. MPI_Win_sync, too, is called only " +
		"within a passive target epoch.",
	Doc: "This rank does not hold the lock of the target. The call may fail, wait forever, or do nothing, so that " +
		"RMA calls believed to be complete are not. Some MPI libraries accept MPI_Win_sync anywhere, others end the " +
		"program.",
	Advice: "Unlock or flush the target that was locked, using the counterpart of the call that locked it. For " +
		"memory that is loaded and stored, open an epoch by MPI_Win_lock_all before the first MPI_Win_sync, and " +
		"close it after the last one.",
	Silent: []string{"flush inside lock_all", "flush_all and sync while at least one target is locked",
		"flush of MPI_PROC_NULL"},
	Limit: "After a lock that failed, an unlock without lock is not reported.",
	On: []calls.Kind{calls.WinUnlock, calls.WinUnlockAll, calls.WinFlush, calls.WinFlushLocal,
		calls.WinFlushAll, calls.WinFlushLocalAll, calls.WinSync},
	Check: func(p *Pass) {
		if !live(p.Win) || p.Win.LockSlack() {
			return
		}
		switch p.Call.Kind {
		case calls.WinUnlock:
			unlockAlone(p)
		case calls.WinUnlockAll:
			if !p.Win.LockAll.Held {
				withoutLock(p, "MPI_Win_unlock_all without MPI_Win_lock_all")
			}
		case calls.WinFlushAll, calls.WinFlushLocalAll, calls.WinSync:
			if !p.Win.Passive() {
				withoutLock(p, p.Call.Kind.String())
			}
		default:
			t := p.Call.In[p.Call.Sem.Target]
			if !p.Win.LockAll.Held && p.Win.LockOf(t) == nil && t != p.Rank.Flavour.ProcNull {
				withoutLock(p, p.Call.Kind.String()+" of "+p.Win.RankName(t))
			}
		}
	},
}

func unlockAlone(p *Pass) {
	w, t := p.Win, p.Call.In[p.Call.Sem.Target]
	switch {
	case w.LockOf(t) != nil:
	case w.LockAll.Held:
		p.Report([]Related{At(roleBegan, w.LockAll.Site, "all ranks were locked here")},
			"MPI_Win_unlock of %s, but its lock was acquired by MPI_Win_lock_all, and only MPI_Win_unlock_all "+
				"releases it", w.RankName(t))
	default:
		withoutLock(p, "MPI_Win_unlock of "+w.RankName(t))
	}
}

// withoutLock reports a call without its lock, described by what, and the locks that the rank holds.
func withoutLock(p *Pass, what string) {
	w := p.Win
	if len(w.Locks) == 0 {
		p.Report([]Related{At(roleEnded, w.Unlocked, "the last lock was released here")},
			"%s, but this rank holds no lock on the window", what)
		return
	}
	var related []Related
	for _, l := range w.Locks[:min(len(w.Locks), maxNamed)] {
		related = append(related, At(roleBegan, l.Site, "this lock is held"))
	}
	p.Report(related, "%s, but this rank holds the lock of %s only", what, heldLocks(w))
}
