package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// noCheckConflict is a lock with MPI_MODE_NOCHECK, and a conflicting lock that may be held at the same time.
var noCheckConflict = &Rule{
	ID:       "LOCK008",
	MPI:      "2.0",
	Title:    "MPI_MODE_NOCHECK on a lock that conflicts with another one",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Assertions",
	Says: "MPI_MODE_NOCHECK on MPI_Win_lock or MPI_Win_lock_all says that no other process holds, or will try to " +
		"acquire, a conflicting lock while the caller holds the lock.",
	Doc: "With the assertion the lock need not be acquired at all: both ranks may hold the lock at the same time, " +
		"and the memory that it should protect is not protected. Two locks of a target conflict if one of them is " +
		"exclusive. Here neither rank waits until the other rank has released its lock. Calls are ordered by waits " +
		"of the ranks, never by time.",
	Advice: "Pass 0 in place of MPI_MODE_NOCHECK; or let the rank that comes second wait, by a message or a " +
		"barrier, until the first rank has unlocked the window.",
	Silent: []string{
		"shared locks with shared locks",
		"locks of different targets",
		"a lock that was released before a message, a collective call or an epoch for which the other rank waits " +
			"before it locks",
		"ranks that another lock, which both hold during their accesses, keeps apart",
		"ranks that may have synchronized through values in a window, for example by a lock that the program " +
			"implements",
	},
	Limit: "Accesses of such locks to the same memory are not reported as RACE001 as well. Nothing is reported if " +
		"it is uncertain for which calls a rank has waited. For each pair of source lines, only the first case is " +
		"reported.",
	Facts: []fact.Kind{fact.OfUnchecked},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Unchecked)
		a, b := &f.First, &f.Second
		p.Report(Report{Sites: []tracker.Site{a.Site, b.Site}, Object: a.Window},
			"rank %d takes %s with MPI_MODE_NOCHECK, but rank %d takes %s%s, and neither waits until the other rank "+
				"has released its lock",
			a.Site.Rank, lockName(a), b.Site.Rank, lockName(b), withNoCheck(b))
	},
}

func withNoCheck(l *fact.LockUse) string {
	if l.NoCheck {
		return " with it, too"
	}
	return ""
}

// lockName names a lock: "an exclusive lock on rank 1".
func lockName(l *fact.LockUse) string {
	switch {
	case l.Target == fact.AllTargets:
		return "a shared lock on all ranks"
	case l.Exclusive:
		return fmt.Sprintf("an exclusive lock on rank %d", l.Target)
	}
	return fmt.Sprintf("a shared lock on rank %d", l.Target)
}
