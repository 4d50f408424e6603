package rules

import "github.com/gomarmot/gomarmot/tracker/op"

// targetNotLocked is an RMA call, in a lock epoch, to a different target.
var targetNotLocked = &Rule{
	ID:       "LOCK007",
	MPI:      "2.0",
	Title:    "RMA call to a target that is not locked",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Lock",
	Says: "While a process holds locks acquired by MPI_Win_lock, its RMA calls access only the windows of the ranks " +
		"it has locked.",
	Doc: "The target of this call is not locked: the access is not protected, and no unlock completes it. Some " +
		"implementations refuse it.",
	Advice: "Lock the target of the RMA call, or correct its target rank.",
	Silent: []string{"MPI_Win_lock_all, which locks every rank", "RMA calls to MPI_PROC_NULL",
		"several targets locked at once"},
	Limit: "After a lock that failed or was requested twice, it is unknown which locks are held, and calls are not " +
		"checked.",
	On: rmaCalls,
	If: OutOfEpoch,
	Check: func(p *Pass) {
		w, m := p.Win, &p.Call.RMA
		if w == nil || len(w.Locks) == 0 || m.ProcNull || w.Start.Active() || !live(w) || !w.Contains(m.Target) {
			return
		}
		if w.EpochFor(m.Target) != op.NoEpoch {
			return
		}
		var related []Related
		for _, l := range w.Locks[:min(len(w.Locks), maxNamed)] {
			related = append(related, At(roleBegan, l.Site, "this lock is held"))
		}
		p.Report(related, "%s to %s, which is not locked: this rank holds the lock of %s", p.Call.Kind,
			w.RankName(m.Target), heldLocks(w))
	},
}
